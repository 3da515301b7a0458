import * as v from 'valibot';
import type { Attachment } from '../../attachments/attachment.ts';
import { endStates, metricsSchema, sentRequestSchema } from '../../exchange/exchangeFields.ts';
import { keptError } from '../../keptError.ts';
import { keptTime } from '../../sensibleTime.ts';
import type { ChatDraft } from './chatDraft.ts';
import { type ChatSettings, keptSettings } from './chatSettings.ts';
import { type Column, type Columns, deploymentField, type Vote } from './column.ts';

/** Calls of tools as a model wrote them. We never run one. */
export const toolCalls = v.exactOptional(
  v.array(v.object({ id: v.string(), name: v.string(), arguments: v.string() })),
);

/** The fields of an answer that are the same in a conversation, on disk and in an exported file. */
export const answerFields = {
  id: v.string(),
  /** Id of the question that it answers. */
  question: v.string(),
  connectionId: v.string(),
  name: v.string(),
  settings: keptSettings,
  text: v.string(),
  toolCalls,
  reasoning: v.string(),
  reasoningMs: v.exactOptional(v.number()),
  state: v.picklist(['streaming', ...endStates]),
  finishReason: v.exactOptional(v.string()),
  figures: v.exactOptional(metricsSchema),
  error: v.exactOptional(keptError),
  /** Wire names of fields left out because the service refuses them, except those that nobody set. */
  droppedFields: v.exactOptional(v.array(v.string())),
  /** Absent until something is known about the request. */
  sent: v.exactOptional(sentRequestSchema),
  /** True if the user asked this model for this answer only; the column kept its own model. */
  isApart: v.exactOptional(v.boolean()),
  /** True if the question's pictures were left out. */
  isWithoutPictures: v.exactOptional(v.boolean()),
  /** Id of the column that the answer belongs to. */
  column: v.string(),
  /** The model's deployment, as its service listed it when the answer was requested. */
  deployment: deploymentField,
  at: keptTime,
};

/** The same fields as read from disk: invalid details get a default, so that the text is not lost. */
export const keptAnswerFields = {
  ...answerFields,
  settings: v.fallback(keptSettings, {}),
  figures: v.exactOptional(v.fallback(metricsSchema, { durationMs: 0 })),
  error: v.exactOptional(v.fallback(keptError, { kind: 'protocol' })),
  sent: v.exactOptional(v.fallback(sentRequestSchema, {})),
  deployment: v.exactOptional(v.fallback(deploymentField.wrapped, {})),
  toolCalls: v.exactOptional(v.fallback(toolCalls.wrapped, [])),
};

/** The fields of a question, apart from its text, that are the same in a conversation, on disk and in an exported file. */
export const questionFields = {
  /** Id of the first of its versions; absent in that one. */
  versionOf: v.exactOptional(v.string()),
  /**
   * What it was asked after: by column, the last turn that the column showed, an answer or a question that it has no answer to. A column
   * has the same turn in all versions that it was asked. Absent if it was sent alone: then its context begins here.
   */
  after: v.exactOptional(v.record(v.string(), v.string())),
  /** Of a question that was sent alone: id of the one above it. */
  below: v.exactOptional(v.string()),
  /** Ids of the columns that answer as "A", "B" and so on. Their models are hidden until `isRevealed`. */
  blind: v.exactOptional(v.object({ order: v.array(v.string()), isRevealed: v.exactOptional(v.boolean()) })),
};

/** The same fields as read from disk: an invalid value doesn't lose the text, and if it is in `blind`, the models are hidden. */
export const keptQuestionFields = {
  ...questionFields,
  after: v.exactOptional(v.fallback(questionFields.after.wrapped, {})),
  blind: v.exactOptional(v.fallback(questionFields.blind.wrapped, { order: [] })),
};
type QuestionFields = v.InferOutput<v.ObjectSchema<typeof questionFields, undefined>>;

/** What the user said: one object for all columns, whichever of them were asked. */
export interface Question extends QuestionFields {
  id: string;
  text: string;
  attachments?: Attachment[];
  /** Unix milliseconds. */
  at: number;
}

export type Answer = v.InferOutput<v.ObjectSchema<typeof answerFields, undefined>>;

export type Turn = Question | Answer;

export function isAnswer(turn: Turn): turn is Answer {
  return 'question' in turn;
}

/** The columns of a conversation, closed ones too. */
export type AllColumns = Pick<Conversation, 'columns' | 'closed'>;

/** The turns of a conversation by their ids, each kind in the order in which they were asked. */
export type Turns = Pick<Conversation, 'questions' | 'answers'>;

/** A tree of questions and answers with one to four columns, each a model with its path through the tree. */
export interface Conversation {
  id: string;
  /** The user's title, else one made from the first message. */
  title: string;
  /** Settings of all columns that have none of their own. */
  settings: ChatSettings;
  questions: ReadonlyMap<string, Question>;
  answers: ReadonlyMap<string, Answer>;
  columns: Columns;
  /** See `columnsFields`. */
  closed?: Column[];
  isOneAtATime?: boolean;
  isBlind?: boolean;
  isWithoutEarlier?: boolean;
  votes: readonly Vote[];
  /** Ids of deleted turns; records of them that were written before the deletion no longer count. */
  deleted?: ReadonlySet<string>;
  /** True if the chat is listed first. */
  pinned?: boolean;
  /** Its text is empty if only attachments or edits wait. */
  draft?: ChatDraft;
  createdAt: number;
  /** When something was last said, in Unix milliseconds; `createdAt` for a chat without turns. */
  updatedAt: number;
}
