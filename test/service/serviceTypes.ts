import type { Fault } from './faults/serviceFault.ts';
import type { RecordedRequest } from './recorder.ts';
import type { Catalog } from './wire.ts';

export interface ServiceOptions {
  /** 0, the default: a free one. */
  port?: number;
  /** All of one organisation, so each may do everything. Default: `sample-key`. */
  keys?: string[];
  /** How many LoRAs in all; the first 30 are the samples, further ones are generated. */
  loras?: number;
  /** Default 60; `Infinity` for no pause. */
  tokensPerSecond?: number;
  /** Default 1. Steers the generated LoRAs and the sample texts. */
  seed?: number;
  /** An OpenAI-compatible server (`http://host/v1`) that chats are relayed to. */
  upstream?: string;
  upstreamKey?: string;
  /** Sent upstream in place of the model's name, for servers that insist on their own. */
  upstreamModel?: string;
  /** One line a request: method, path, status, milliseconds. */
  log?: (line: string) => void;
  /** An organisation that has nothing yet. */
  emptyCatalog?: boolean;
  /** Like some routers: `%2F` in a name is 404, its slashes come raw. */
  slashesInPath?: boolean;
  /** The base model list is one object, the first, in place of an array (spec 4.5). */
  singleBaseModelObject?: boolean;
}

export interface RunningService {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Every request that arrived, in order. */
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  /** The next request to arrive that matches, never one already recorded; rejects when the service closes. */
  nextRequest(match: (request: RecordedRequest) => boolean): Promise<RecordedRequest>;
  readonly catalog: Catalog;
  /** Adds a fault and returns what removes it. */
  fail(fault: Fault): () => void;
  clearFaults(): void;
  readonly keys: Set<string>;
  /** May be changed at any time, also while an answer streams. */
  tokensPerSecond: number;
  /** Ends open connections as well. */
  close(): Promise<void>;
}
