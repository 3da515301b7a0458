/** What the extension host is told to measure, and where. It comes as JSON in the environment variable `taskVariable`. */
export interface HostTask {
  url: string;
  changeUrl: string;
  apiKey: string;
  rounds: number;
  /** Where the `HostTimes` go, as JSON. */
  resultFile: string;
}

export const taskVariable = 'HOSTED_MODELS_BENCH_TASK';

/** The longest time, in milliseconds, in which the event loop came to nothing else. */
export interface Hold {
  /** As `monitorEventLoopDelay` has it: on a busy machine also what other processes took. */
  wallMs: number;
  /** The thread's own time. */
  cpuMs: number;
}

/** Milliseconds, one for each round. */
export interface HostTimes {
  /** From the last byte to the answer for the roots: a new window, and a refresh with 1 % of the LoRAs changed. */
  firstRoots: number[];
  refreshedRoots: number[];
  /** Of the keystrokes of a filter: the median and the longest one. */
  keystroke: number[];
  longestKeystroke: number[];
  /** How long the event loop was held at most. */
  firstHold: Hold[];
  refreshHold: Hold[];
  filterHold: Hold[];
  /** The same with the extension itself and its view open: when it is shown first, and at a refresh with 1 % changed. */
  viewFirstHold: Hold[];
  viewRefreshHold: Hold[];
  /** *Go to Model…* opens, over all models. */
  pickHold: Hold[];
  /** Rows drawn again at a refresh, and rows whose model changed: numbers. */
  drawn: number[];
  changed: number[];
}
