import type { HostPlace } from '../../harness/hostPlace.ts';

/** What the extension host is to measure, and where. */
export interface ProviderTask extends HostPlace {
  chunks: number;
  /** Answers that are read one after the other in each turn, since one is too quick to be measured. */
  perTurn: number;
  rounds: number;
}

/** In milliseconds for one answer, one value per round. */
export interface AnswerTimes {
  client: number[];
  provider: number[];
  /** The texts of an answer: the client joins those of one read. */
  texts: number;
}

/** CPU time, one value per round. */
export interface ProviderTimes {
  /** From a socket, 16 KB a write. */
  socket: AnswerTimes;
  /** A read for each chunk, without a socket, since a system joins small writes. */
  oneByOne: AnswerTimes;
  /** In microseconds for one count of 10 KB. */
  count: { text: number[]; message: number[] };
}
