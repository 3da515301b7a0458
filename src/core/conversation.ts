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

export interface UserTurn {
  role: 'user';
  id: string;
  /** The turn that this one follows; `undefined` at the start. */
  parent: string | undefined;
  text: string;
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
  /** Listed first. */
  pinned?: boolean;
  createdAt: number;
  /** Unix milliseconds at which something was last said; of a chat without a turn, `createdAt`. */
  updatedAt: number;
}
