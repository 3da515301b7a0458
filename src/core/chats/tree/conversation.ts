import type { Attachment } from '../../attachments/attachment.ts';
import type { ChatSettings } from './chatSettings.ts';

/** What was measured on one answer. Unknown figures are absent. */
export interface Figures {
  /** Milliseconds from handing the request to the transport to the first text or reasoning. */
  ttftMs?: number;
  tokensPerSecond?: number;
  promptTokens?: number;
  completionTokens?: number;
  /** `completionTokens` and `tokensPerSecond` are estimated from the text's length: the service reported no usage. */
  isEstimated?: boolean;
  /** The whole exchange, in milliseconds. */
  durationMs: number;
  /** The first request to this model since the window opened: its TTFT may hold the adapter's loading. */
  isFirstRequest?: boolean;
}

/**
 * How an answer stands. `cut`: the connection closed before the end. `limit`: it ended at the token limit.
 * `stopped`: by the person. `failed`: an error, with whatever text had come.
 */
export type AnswerState = 'streaming' | 'complete' | 'stopped' | 'cut' | 'limit' | 'failed';

/** An error as it is kept with a turn: what is needed to put it into words again. */
export interface TurnError {
  kind: string;
  status?: number;
  code?: string;
  serverMessage?: string;
  requestId?: string;
  /** Unix milliseconds at which the service asked to be tried again. */
  retryAt?: number;
}

/** What is kept of the request that an answer came from; the request itself is built again from its path and settings. */
export interface SentRequest {
  /** SHA-256 of the body as it left, in hex: it proves that the one that is built again is the same. */
  digest?: string;
  /** Wire names of the fields that it went without since the service refuses them; also of those that nobody set. */
  omitted?: string[];
  /** For an answer that was continued: how many characters of it were there before. */
  continuedFrom?: number;
  status?: number;
  requestId?: string;
  /** As `AnswerFacts` names it; a later version may know further ways. */
  way?: string;
}

export interface UserTurn {
  role: 'user';
  id: string;
  /** The turn that this one follows; `undefined` at the start. */
  parent: string | undefined;
  text: string;
  attachments?: Attachment[];
  /** Unix milliseconds. */
  at: number;
}

export interface AnswerTurn {
  role: 'assistant';
  id: string;
  parent: string;
  model: string;
  connectionId: string;
  settings: ChatSettings;
  text: string;
  reasoning: string;
  reasoningMs?: number;
  state: AnswerState;
  finishReason?: string;
  figures?: Figures;
  error?: TurnError;
  /** Wire names of fields that the service refused and the request was repeated without. */
  droppedFields?: string[];
  /** Absent where a version wrote the answer that did not keep it. */
  sent?: SentRequest;
  /** The person asked this model for this answer alone; the chat stayed with its own. */
  isApart?: boolean;
  at: number;
}

export type Turn = UserTurn | AnswerTurn;

/** A tree of turns with its settings. The shown path runs from `leaf` up to a turn without a parent. */
export interface Conversation {
  id: string;
  /** As the person named it, else from the first message. */
  title: string;
  connectionId: string;
  model: string;
  settings: ChatSettings;
  turns: ReadonlyMap<string, Turn>;
  leaf: string | undefined;
  /** Ids of turns that were deleted: what was written of them before counts no more. */
  deleted?: ReadonlySet<string>;
  /** Listed first. */
  pinned?: boolean;
  createdAt: number;
  /** Unix milliseconds at which something was last said; of a chat without a turn, `createdAt`. */
  updatedAt: number;
}
