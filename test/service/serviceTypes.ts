import type { Fault } from './faults/serviceFault.ts';
import type { RecordedRequest } from './recorder.ts';
import type { Catalog } from './wire.ts';

export interface ServiceOptions {
  /** 0, the default: any free one. */
  port?: number;
  /** All of one organization, so each may do anything. Default: `sample-key`; with `openAi` none, and none is wanted. */
  keys?: string[];
  /** How many LoRAs in all; the first 30 are the samples, the others are generated. */
  loras?: number;
  /** Default 60; `Infinity` for no pause. */
  tokensPerSecond?: number;
  /** How fast a LoRA answers beside a base model: 0.9 is a tenth slower. Default 1. */
  loraSpeed?: number;
  /** Default 1. Determines the generated LoRAs and sample texts. */
  seed?: number;
  /** Answers are right or wrong, and a LoRA is right so much more often than a base model; see `scoredAnswers`. */
  better?: number;
  /** An OpenAI-compatible server (`http://host/v1`) that chats are relayed to. */
  upstream?: string;
  upstreamKey?: string;
  /** Sent upstream instead of the model's name, for servers that insist on their own. */
  upstreamModel?: string;
  /** One line per request: method, path, status, milliseconds. */
  log?: (line: string) => void;
  /** An organization without any models. */
  emptyCatalog?: boolean;
  /** Like some routers: slashes in names are sent raw, and `%2F` is 404. */
  slashesInPath?: boolean;
  /** The base model list is one object, the first, instead of an array (spec 4.5). */
  singleBaseModelObject?: boolean;
  /** In place of the hosting service: the deployed models at `/v1/models`, with chats at `/v1/chat/completions`. */
  openAi?: boolean | 'sglang';
}

export interface RunningService {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Every request that arrived, in order. */
  readonly requests: readonly RecordedRequest[];
  clearRequests(): void;
  /** Resolves with the next matching request, never one already recorded; rejects when the service closes. */
  nextRequest(match: (request: RecordedRequest) => boolean): Promise<RecordedRequest>;
  readonly catalog: Catalog;
  /** Adds a fault; call the result to remove it. */
  fail(fault: Fault): () => void;
  clearFaults(): void;
  readonly keys: Set<string>;
  /** May change at any time, even while an answer streams. */
  tokensPerSecond: number;
  /** Also ends open connections. */
  close(): Promise<void>;
}
