import { randomUUID } from 'node:crypto';
import { defined } from '../../../base/defined.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import { isSameModel, type NamedModel } from '../../models/modelKey.ts';
import { drawOrder, orderOf } from '../columns/blind.ts';
import { askedAfter } from '../columns/columnSet.ts';
import { rowsOf } from '../columns/rows.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import { type Column, settingsOf } from '../tree/column.ts';
import { ColumnPaths, changedColumns } from '../tree/columnPaths.ts';
import type { Answer, Conversation, Question } from '../tree/conversation.ts';
import { isHidden, turnOf, turnsOn } from '../tree/conversationTree.ts';
import { canDoWithoutPictures, saysAnything } from '../tree/questionText.ts';
import type { ChatChange, ChatService } from './chatChange.ts';

/** The model to ask for an answer, and its settings. */
export interface TargetModel extends NamedModel {
  settings: ChatSettings;
}

interface AnswerOptions {
  /** Id of the answer to replace. */
  id?: string;
  /** A model to ask instead of the column's own, for this answer only. */
  by?: TargetModel | undefined;
  isWithoutPictures?: boolean | undefined;
}

/** The answers to request, and what the user adds with the request. */
export interface AskedTurns {
  answers: readonly Answer[];
  /** Those that are new or are asked of one more column. */
  questions?: readonly Question[];
  /** What to report once the turns are kept. */
  accepted?: Omit<Extract<ChatChange, { type: 'accepted' }>, 'type'>;
  /** The columns' new paths, to be set before the turns are added. */
  columns?: Conversation['columns'];
  /** Ids of the questions that columns whose models are gone show from now on, by the columns' ids. */
  moved?: ReadonlyMap<string, string>;
  /** True if one answer is requested after the other. */
  isOneAtATime?: boolean;
}

type Service = Pick<ChatService, 'isGone' | 'deployment'>;

/** Returns the requests that ask all columns a new question; `undefined` if it is empty, or if no column can be asked. */
export function askedAnew(
  conversation: Conversation,
  message: { text: string; attachments: Attachment[]; id: string },
  service: Service,
): AskedTurns | undefined {
  const { text, attachments, id: turn } = message;
  const { columns, isBlind = false, isWithoutEarlier = false } = conversation;
  // A column that gives no answer would reveal that its model is the one that is gone.
  const isBetrayed = isBlind && columns.some((column) => service.isGone(column));
  if (!saysAnything(text, attachments) || isBetrayed) return undefined;
  const isAlone = isBlind || isWithoutEarlier;
  const above = rowsOf(conversation).at(-1)?.question.id;
  const last = columns.flatMap(({ id, last: end }) => (end === undefined ? [] : [[id, end]]));
  const question: Question = {
    ...{ id: turn, text, ...(attachments.length > 0 && { attachments }), at: Date.now() },
    ...(isAlone ? defined({ below: above }) : { after: Object.fromEntries(last) }),
    ...(isBlind && { blind: { order: drawOrder(columns) } }),
  };
  const paths = new ColumnPaths(conversation);
  const goingOn = isAlone && changedColumns(conversation, (column) => paths.goingOn(column, above));
  // The order in which the requests leave must not give away which model is which.
  const asked = askedOf(conversation, question, orderOf(columns, question), service);
  return (
    asked && {
      ...asked,
      ...(goingOn && { columns: goingOn.columns }),
      questions: [question],
      accepted: { turn, text, attachments },
    }
  );
}

/** Returns the requests for a new version of a question or, if the text is the same, new answers to it, wherever it is shown. */
export function askedReworded(
  conversation: Conversation,
  questionId: string,
  text: string,
  service: Service,
): AskedTurns | undefined {
  const before = conversation.questions.get(questionId);
  if (!before || isHidden(before) || !saysAnything(text, before.attachments)) return undefined;
  const paths = new ColumnPaths(conversation);
  const columns = conversation.columns.filter((column) =>
    paths.path(column).some(({ question }) => question === before),
  );
  const after = missingPlaces(conversation, before, columns);
  const questions = askedAfter(conversation, before, after);
  if (text === before.text) {
    const asked = askedOf(conversation, before, columns, service);
    return asked && { ...asked, questions, accepted: { text: '', edited: questionId } };
  }
  const { id, versionOf = id } = before;
  const places = Object.entries({ ...before.after, ...after });
  const shown = places.filter(([place]) => columns.some((column) => column.id === place));
  const version: Question = {
    ...{ ...before, ...(before.after && { after: Object.fromEntries(shown) }) },
    ...{ id: randomUUID(), versionOf, text, at: Date.now() },
  };
  const asked = askedOf(conversation, version, columns, service);
  return asked && { ...asked, questions: [version, ...questions], accepted: { text, edited: questionId } };
}

/** Returns the request that asks a column a question to which it shows no answer, not even a failed one. */
export function askedLater(
  conversation: Conversation,
  column: Column,
  questionId: string,
  service: Service,
): AskedTurns | undefined {
  const row = rowsOf(conversation).find(({ question }) => question.id === questionId);
  const cell = row?.cells.get(column.id);
  if (!row || !cell || cell.answer || cell.elsewhere || isHidden(row.question)) return undefined;
  const { question } = row;
  const asked = askedOf(conversation, question, [column], service);
  const questions = askedAfter(conversation, question, missingPlaces(conversation, question, [column]));
  return asked && { ...asked, questions };
}

/**
 * Returns, for columns that a question's `after` lacks, what the question is asked after there: what the column shows above it, else
 * the column's end. A column that was added later shows what stands above its first question as another column was asked it.
 */
function missingPlaces(
  conversation: Conversation,
  { id, versionOf = id, after = {} }: Question,
  columns: readonly Column[],
): Record<string, string> {
  const paths = new ColumnPaths(conversation);
  const places = columns.flatMap((column): [string, string][] => {
    const path = paths.path(column);
    const at = path.findIndex(({ question }) => (question.versionOf ?? question.id) === versionOf);
    const above = at < 0 ? column.last : turnsOn(path.slice(0, at)).at(-1)?.id;
    // What it names may have been deleted.
    const isKnown = turnOf(conversation, after[column.id] ?? '') !== undefined;
    return above === undefined || isKnown ? [] : [[column.id, above]];
  });
  return Object.fromEntries(places);
}

/**
 * Returns the request that asks for an answer again: for a sibling of it or, with `id`, for its replacement. `by`: a model to ask
 * instead of the column's. `isWithoutPictures`: asks without the question's pictures, as does any answer that was asked so before.
 */
export function askedAgain(
  conversation: Conversation,
  answerId: string,
  options: AnswerOptions,
  service: Service,
): AskedTurns | undefined {
  const answer = conversation.answers.get(answerId);
  const column = conversation.columns.find(({ id }) => id === answer?.column);
  const question = conversation.questions.get(answer?.question ?? '');
  if (!column || !question || (options.isWithoutPictures && !canDoWithoutPictures(question)))
    return undefined;
  const isWithoutPictures = options.isWithoutPictures || answer?.isWithoutPictures;
  return {
    answers: [emptyAnswer(conversation, question, column, service, { ...options, isWithoutPictures })],
  };
}

/** Returns the request that continues an answer which was cut off or ended at the token limit. */
export function askedToGoOn(conversation: Conversation, answerId: string): AskedTurns | undefined {
  const answer = conversation.answers.get(answerId);
  if (!answer) return undefined;
  const { error: _error, finishReason: _reason, ...rest } = answer;
  return { answers: [{ ...rest, sent: { continuedFrom: answer.text.length }, state: 'streaming' }] };
}

/** Returns the requests to columns whose models are not gone; the paths of the others move to the unanswered question. */
function askedOf(
  conversation: Conversation,
  question: Question,
  columns: readonly Column[],
  service: Service,
): AskedTurns | undefined {
  const gone = columns.filter((column) => service.isGone(column));
  const asked = columns.filter((column) => !gone.includes(column));
  if (asked.length === 0) return undefined;
  return {
    answers: asked.map((column) => emptyAnswer(conversation, question, column, service)),
    moved: new Map(gone.map(({ id }) => [id, question.id])),
    isOneAtATime: conversation.isOneAtATime ?? false,
  };
}

/** Returns a new answer to a question, with the column's model and settings unless `by` names others. */
function emptyAnswer(
  conversation: Conversation,
  { id: question }: Question,
  column: Column,
  service: Service,
  { id = randomUUID(), by, isWithoutPictures }: AnswerOptions = {},
): Answer {
  const { connectionId, name, settings } = by ?? { ...column, settings: settingsOf(conversation, column) };
  const deployment = service.deployment({ connectionId, name });
  return {
    ...{ id, question, column: column.id, connectionId, name, settings },
    ...{ text: '', reasoning: '', state: 'streaming', at: Date.now() },
    ...(!isSameModel({ connectionId, name }, column) && { isApart: true }),
    ...(isWithoutPictures && { isWithoutPictures }),
    ...(deployment && { deployment }),
  };
}
