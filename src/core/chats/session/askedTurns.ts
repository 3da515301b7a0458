import { randomUUID } from 'node:crypto';
import type { Attachment } from '../../attachments/attachment.ts';
import { isSameModel, type NamedModel } from '../../models/modelKey.ts';
import { drawOrder, orderOf } from '../columns/blind.ts';
import { questionsOf } from '../columns/questions.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import { type Column, settingsOf } from '../tree/column.ts';
import { ColumnPaths, changedColumns } from '../tree/columnPaths.ts';
import type { AnswerTurn, Conversation, UserTurn } from '../tree/conversation.ts';
import { answerOf, askOf, isAlone, isHidden, questionOf } from '../tree/conversationTree.ts';
import { saysAnything, withoutPictures } from '../tree/userTurn.ts';
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
}

/** The answers to request, and what the user adds with the request. */
export interface AskedTurns {
  answers: readonly AnswerTurn[];
  /** The new turns: one, or several that are the same question. */
  turns?: readonly UserTurn[];
  /** What to report once the turns are kept. */
  accepted?: Omit<Extract<ChatChange, { type: 'accepted' }>, 'type'>;
  /** The columns' new paths, to be set before the turns are added. */
  columns?: Conversation['columns'];
  /** Ids of the turns that columns whose models are gone show from now on, by the columns' ids. */
  moved?: ReadonlyMap<string, string>;
  /** True if one answer is requested after the other. */
  isOneAtATime?: boolean;
}

type Service = Pick<ChatService, 'isGone' | 'deployment'>;

/** A question for one column, with its turn in that column's path. */
interface AskedQuestion {
  column: Column;
  turn: UserTurn;
}

/** Returns the requests that ask all columns a new question; `undefined` if it is empty, or if no column can be asked. */
export function askedAnew(
  conversation: Conversation,
  message: { text: string; attachments: Attachment[]; id: string },
  service: Service,
): AskedTurns | undefined {
  const { text, attachments, id: turn } = message;
  const isAnyGone = conversation.columns.some((column) => service.isGone(column));
  // A column that gives no answer would reveal that its model is the one that is gone.
  if (!saysAnything(text, attachments) || (conversation.isBlind && isAnyGone)) return undefined;
  const questions = newQuestions(conversation, message);
  const asked = askedOf(conversation, questions, service);
  return asked && { ...asked, ...goingOn(conversation, questions), accepted: { turn, text, attachments } };
}

/** Returns the requests for a new version of a question or, if the text is the same, new answers to it, wherever it is shown. */
export function askedReworded(
  conversation: Conversation,
  turnId: string,
  text: string,
  service: Service,
): AskedTurns | undefined {
  const before = questionOf(conversation, turnId);
  if (before?.id !== turnId || isHidden(before) || !saysAnything(text, before.attachments)) return undefined;
  const shown = askedBefore(conversation, askOf(before));
  const isSame = text === before.text;
  const asked = askedOf(conversation, isSame ? shown : reworded(shown, text), service);
  return asked && { ...asked, accepted: { text: isSame ? '' : text, edited: turnId } };
}

/** Returns the request that asks a column a question to which it shows no answer, not even a failed one. */
export function askedLater(
  conversation: Conversation,
  column: Column,
  ask: string,
  service: Service,
): AskedTurns | undefined {
  const question = questionsOf(conversation).find((one) => one.ask === ask);
  const cell = question?.cells.get(column.id);
  if (!question || !cell || cell.answer || cell.elsewhere || isHidden(question.turn)) return undefined;
  const shown = askedBefore(conversation, ask).find((one) => one.column === column)?.turn;
  const again = shown ?? (isAlone(question.turn) ? question.turn : undefined);
  if (again) return askedOf(conversation, [{ column, turn: again }], service);
  const known = new ColumnPaths(conversation).copies(ask).find(({ parent }) => parent === column.leaf);
  const copy: UserTurn = { ...question.turn, id: randomUUID(), parent: column.leaf, ask, at: Date.now() };
  return askedOf(conversation, [{ column, turn: known ?? copy }], service);
}

/**
 * Returns the request that asks for an answer again: for a sibling of it or, with `id`, for its replacement. `by`: a model to ask
 * instead of the column's. `isWithoutPictures`: asks without the question's pictures; in other columns, it is still the same one.
 */
export function askedAgain(
  conversation: Conversation,
  answerId: string,
  { isWithoutPictures = false, ...options }: AnswerOptions & { isWithoutPictures?: boolean },
  service: Service,
): AskedTurns | undefined {
  const { columns } = conversation;
  const column = columns.find(({ id }) => id === answerOf(conversation, answerId)?.column);
  const question = questionOf(conversation, answerId);
  const turn = isWithoutPictures && question ? withoutPictures(question, columns.length > 1) : question;
  if (!column || !turn) return undefined;
  const { id, text, attachments = [] } = turn;
  return {
    answers: [emptyAnswer(conversation, { column, turn }, service, options)],
    ...(isWithoutPictures && { turns: [turn], accepted: { turn: id, text, attachments } }),
  };
}

/** Returns the request that continues an answer which was cut off or ended at the token limit. */
export function askedToGoOn(conversation: Conversation, answerId: string): AskedTurns | undefined {
  const answer = answerOf(conversation, answerId);
  if (!answer) return undefined;
  const { error: _error, finishReason: _reason, ...rest } = answer;
  return { answers: [{ ...rest, sent: { continuedFrom: answer.text.length }, state: 'streaming' }] };
}

/** Returns the requests to columns whose models are not gone; the paths of the others move to the unanswered question. */
function askedOf(
  conversation: Conversation,
  questions: readonly AskedQuestion[],
  service: Service,
): AskedTurns | undefined {
  const { isOneAtATime = false, turns } = conversation;
  const isGone = ({ column }: AskedQuestion) => service.isGone(column);
  const answers = questions
    .filter((question) => !isGone(question))
    .map((question) => emptyAnswer(conversation, question, service));
  if (answers.length === 0) return undefined;
  return {
    answers,
    // Several columns may share a turn.
    turns: [...new Set(questions.map(({ turn }) => turn))].filter(({ id }) => !turns.has(id)),
    moved: new Map(questions.filter(isGone).map(({ column, turn }) => [column.id, turn.id])),
    isOneAtATime,
  };
}

/** Returns a new answer to a question, with the column's model and settings unless `by` names others. */
function emptyAnswer(
  conversation: Conversation,
  { column, turn }: AskedQuestion,
  service: Service,
  { id = randomUUID(), by }: AnswerOptions = {},
): AnswerTurn {
  const { connectionId, name, settings } = by ?? { ...column, settings: settingsOf(conversation, column) };
  const deployment = service.deployment({ connectionId, name });
  return {
    role: 'assistant',
    ...{ id, parent: turn.id, column: column.id, connectionId, name, settings },
    ...{ text: '', reasoning: '', state: 'streaming', at: Date.now() },
    ...(!isSameModel({ connectionId, name }, column) && { isApart: true }),
    ...(deployment && { deployment }),
  };
}

/** Returns a new question for each column: one turn if it is sent alone or all paths end in one, else several with one `ask`. */
function newQuestions(
  conversation: Conversation,
  { text, attachments, id }: { text: string; attachments: Attachment[]; id: string },
): AskedQuestion[] {
  const { columns, isBlind = false, isWithoutEarlier = false } = conversation;
  const given = attachments.length > 0 && { attachments };
  const said = { role: 'user', text, ...given, at: Date.now() } as const;
  if (isBlind || isWithoutEarlier) {
    const parent = questionsOf(conversation).at(-1)?.ask;
    const blind = isBlind && { blind: { order: drawOrder(columns) } };
    const turn: UserTurn = { ...said, id, parent, isAlone: true, ...blind };
    // The order in which the requests leave must not give away which model is which.
    return orderOf(columns, { turn }).map((column) => ({ column, turn }));
  }
  const byLeaf = Map.groupBy(columns, ({ leaf }) => leaf);
  const ties = byLeaf.size > 1 && { ask: id };
  return [...byLeaf].flatMap(([parent, ofLeaf], at) => {
    const turn: UserTurn = { ...said, id: at === 0 ? id : randomUUID(), parent, ...ties };
    return ofLeaf.map((column) => ({ column, turn }));
  });
}

/** Returns the columns with a record of how their paths continue above a question that is about to be sent alone. */
function goingOn(conversation: Conversation, [asked]: readonly AskedQuestion[]) {
  if (!asked || !isAlone(asked.turn)) return undefined;
  const { parent } = asked.turn;
  const paths = new ColumnPaths(conversation);
  return { columns: changedColumns(conversation, (column) => paths.goingOn(column, parent)).columns };
}

/** Returns a question that was asked before, for each column that shows it. */
function askedBefore(conversation: Conversation, ask: string): AskedQuestion[] {
  const paths = new ColumnPaths(conversation);
  return conversation.columns.flatMap((column) => {
    const turn = paths.path(column).find((one) => one.role === 'user' && askOf(one) === ask);
    return turn?.role === 'user' ? [{ column, turn }] : [];
  });
}

/** Returns new versions of a question with this text: each is a sibling of the turn it replaces. */
function reworded(asked: readonly AskedQuestion[], text: string): AskedQuestion[] {
  const id = randomUUID();
  const old = new Set(asked.map(({ turn }) => turn));
  const ties = old.size > 1 && { ask: id };
  const versions = new Map(
    [...old].map((turn, at): [UserTurn, UserTurn] => {
      const { ask: _before, ...rest } = turn;
      return [turn, { ...rest, ...ties, id: at === 0 ? id : randomUUID(), text, at: Date.now() }];
    }),
  );
  return asked.map(({ column, turn }) => ({ column, turn: versions.get(turn) ?? turn }));
}
