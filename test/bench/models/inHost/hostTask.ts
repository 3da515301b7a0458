import type { HostPlace } from '../../harness/hostPlace.ts';

/** What the extension host is to measure, and where. */
export interface HostTask extends HostPlace {
  changeUrl: string;
  rounds: number;
}

/** The longest time, in milliseconds, for which the event loop was blocked. */
export interface Hold {
  /** By `monitorEventLoopDelay`: on a busy machine this includes other processes. */
  wallMs: number;
  /** The thread's own time. */
  cpuMs: number;
}

/** In milliseconds, one value per round. */
export interface HostTimes {
  /** From the last byte to the answer for the roots: in a new window, and after a refresh with 1 % of the LoRAs changed. */
  firstRoots: number[];
  refreshedRoots: number[];
  /** For the keystrokes of a filter: their median and the longest one. */
  keystroke: number[];
  longestKeystroke: number[];
  /** The longest time for which the event loop was blocked. */
  firstHold: Hold[];
  refreshHold: Hold[];
  filterHold: Hold[];
  /** The same with the whole extension and its view open: when it is first shown, and at a refresh with 1 % changed. */
  viewFirstHold: Hold[];
  viewRefreshHold: Hold[];
  /** While *Go to Model…* opens, over all models. */
  pickHold: Hold[];
  /** The number of rows drawn again at a refresh, and of rows whose model changed. */
  drawn: number[];
  changed: number[];
}
