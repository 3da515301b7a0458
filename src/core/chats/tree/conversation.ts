import type { Attachment } from '../../attachments/attachment.ts';
import type { ChatSettings } from './chatSettings.ts';

/** Measurements of one answer. Unknown figures are absent. */
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
  /** The model had not answered since the window opened: the TTFT may include loading the adapter. */
  isFirstRequest?: boolean;
}

/**
 * `cut`: the connection closed before the end. `limit`: ended at the token limit. `stopped`: by the user. `failed`: an error,
 * with any text received before it.
 */
export type AnswerState = 'streaming' | 'complete' | 'stopped' | 'cut' | 'limit' | 'failed';

/** An error as stored with a turn: enough to word its message again. */
export interface TurnError {
  kind: string;
  status?: number;
  code?: string;
  serverMessage?: string;
  requestId?: string;
  /** When the service asked to be retried, in Unix milliseconds. */
  retryAt?: number;
}

/** What we keep of the request behind an answer; the request itself is rebuilt from its path and settings. */
export interface SentRequest {
  /** SHA-256 of the body as sent, in hex; proves that a rebuilt body is the same. */
  digest?: string;
  /** Wire names of fields left out because the service refuses them, including those that nobody set. */
  omitted?: string[];
  /** For a continued answer: its length in characters before it was continued. */
  continuedFrom?: number;
  status?: number;
  requestId?: string;
  /** As in `AnswerFacts`; a later version may know other values. */
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
  /** Wire names of fields left out because the service refuses them, except those that nobody set. */
  droppedFields?: string[];
  /** Absent if written by a version that did not keep it. */
  sent?: SentRequest;
  /** The user asked this model for this answer only; the chat kept its own model. */
  isApart?: boolean;
  at: number;
}

export type Turn = UserTurn | AnswerTurn;

/** A tree of turns with its settings. The shown path runs from `leaf` up to a turn without a parent. */
export interface Conversation {
  id: string;
  /** The user's title, else one made from the first message. */
  title: string;
  connectionId: string;
  model: string;
  settings: ChatSettings;
  turns: ReadonlyMap<string, Turn>;
  leaf: string | undefined;
  /** Ids of deleted turns; their earlier records no longer count. */
  deleted?: ReadonlySet<string>;
  /** Listed first. */
  pinned?: boolean;
  createdAt: number;
  /** When something was last said, in Unix milliseconds; `createdAt` for a chat without turns. */
  updatedAt: number;
}
