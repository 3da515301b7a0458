import * as v from 'valibot';
import type { Attachment } from '../../attachments/attachment.ts';
import { type ChatSettings, keptSettings } from './chatSettings.ts';
import type { Comparison } from './comparison.ts';

/** The latest time a date can hold, in Unix milliseconds; beyond it, calendars and formatters throw. */
export const lastMoment = 8.64e15;

/** A time on disk, in Unix milliseconds. */
export const keptTime = v.pipe(v.number(), v.toMinValue(-lastMoment), v.toMaxValue(lastMoment));

const number = v.pipe(v.number(), v.finite());

/** Measurements of one answer. Unknown figures are absent. */
const figures = v.object({
  /** Milliseconds from handing the request to the transport to the first text or reasoning. */
  ttftMs: v.exactOptional(number),
  tokensPerSecond: v.exactOptional(number),
  promptTokens: v.exactOptional(number),
  completionTokens: v.exactOptional(number),
  /** `completionTokens` and `tokensPerSecond` are estimated from the text's length: the service reported no usage. */
  isEstimated: v.exactOptional(v.boolean()),
  /** The whole exchange. */
  durationMs: number,
  /** The model had not answered since the window opened: the TTFT may include loading the adapter. */
  isFirstRequest: v.exactOptional(v.boolean()),
  /** Another answer of the conversation streamed meanwhile: on one machine, each slows the other down. */
  isTogether: v.exactOptional(v.boolean()),
});
export type Figures = v.InferOutput<typeof figures>;

/** An error as stored with a turn: enough to word its message again. */
const turnError = v.object({
  kind: v.string(),
  status: v.exactOptional(number),
  code: v.exactOptional(v.string()),
  serverMessage: v.exactOptional(v.string()),
  requestId: v.exactOptional(v.string()),
  /** When the service asked to be retried. */
  retryAt: v.exactOptional(keptTime),
});
export type TurnError = v.InferOutput<typeof turnError>;

/** What we keep of the request behind an answer; the request itself is rebuilt from its path and settings. */
const sentRequest = v.object({
  /** SHA-256 of the body as sent, in hex; proves that a rebuilt body is the same. */
  digest: v.exactOptional(v.string()),
  /** Wire names of fields left out because the service refuses them, including those that nobody set. */
  omitted: v.exactOptional(v.array(v.string())),
  /** For a continued answer: its length in characters before it was continued. */
  continuedFrom: v.exactOptional(v.number()),
  status: v.exactOptional(v.number()),
  requestId: v.exactOptional(v.string()),
  /** As in `AnswerFacts`; a later version may know other values. */
  way: v.exactOptional(v.string()),
});
export type SentRequest = v.InferOutput<typeof sentRequest>;

/**
 * `cut`: the connection closed before the end. `limit`: ended at the token limit. `stopped`: by the user. `failed`: an error,
 * with any text received before it.
 */
export const endStates = ['complete', 'stopped', 'cut', 'limit', 'failed'] as const;
export type AnswerState = 'streaming' | (typeof endStates)[number];

/** The fields of an answer that are the same in a conversation, on disk and in an exported file. */
export const answerFields = {
  id: v.string(),
  parent: v.string(),
  model: v.string(),
  connectionId: v.string(),
  settings: keptSettings,
  text: v.string(),
  reasoning: v.string(),
  reasoningMs: v.exactOptional(v.number()),
  state: v.picklist(['streaming', ...endStates]),
  finishReason: v.exactOptional(v.string()),
  figures: v.exactOptional(figures),
  error: v.exactOptional(turnError),
  /** Wire names of fields left out because the service refuses them, except those that nobody set. */
  droppedFields: v.exactOptional(v.array(v.string())),
  /** Absent if written by a version that did not keep it. */
  sent: v.exactOptional(sentRequest),
  /** The user asked this model for this answer only; the chat kept its own model. */
  isApart: v.exactOptional(v.boolean()),
  /** Id of the comparison's column that it stands in. */
  column: v.exactOptional(v.string()),
  at: keptTime,
};

/** The same, but invalid details don't cost the text they belong to. */
export const keptAnswerFields = {
  ...answerFields,
  settings: v.fallback(keptSettings, {}),
  figures: v.exactOptional(v.fallback(figures, { durationMs: 0 })),
  error: v.exactOptional(v.fallback(turnError, { kind: 'protocol' })),
  sent: v.exactOptional(v.fallback(sentRequest, {})),
};

export interface UserTurn {
  role: 'user';
  id: string;
  /** The turn that this one follows; `undefined` at the start. */
  parent: string | undefined;
  text: string;
  attachments?: Attachment[];
  /** In a comparison: ties the turns that are one question, each under another column's answer. */
  ask?: string;
  /** Unix milliseconds. */
  at: number;
}

export type AnswerTurn = { role: 'assistant' } & v.InferOutput<
  v.ObjectSchema<typeof answerFields, undefined>
>;

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
  /** Present if it compares models. `leaf` is then that of the first column. */
  comparison?: Comparison;
  /** Ids of deleted turns; their earlier records no longer count. */
  deleted?: ReadonlySet<string>;
  /** Listed first. */
  pinned?: boolean;
  createdAt: number;
  /** When something was last said, in Unix milliseconds; `createdAt` for a chat without turns. */
  updatedAt: number;
}
