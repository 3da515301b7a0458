import type { Attachment } from '../../attachments/attachment.ts';
import {
  type AskedQuestion,
  askedBefore,
  missingQuestion,
  newQuestions,
  reworded,
} from '../columns/askedQuestions.ts';
import type { Column } from '../tree/column.ts';
import { ColumnPaths, changedColumns } from '../tree/columnPaths.ts';
import type { Conversation, UserTurn } from '../tree/conversation.ts';
import { answerOf, askOf, isAlone, isHidden, questionOf } from '../tree/conversationTree.ts';
import { saysAnything, withoutPictures } from '../tree/userTurn.ts';
import { type AnswerOptions, emptyAnswer, resumedAnswer } from './answer.ts';
import type { ChatService } from './chatChange.ts';
import type { Exchange, Submission } from './exchangeRunner.ts';

/** The requests to make, and the turns that the user adds with them. */
export interface NewExchanges {
  exchanges: readonly Exchange[];
  said: Submission;
  /** The columns' new paths, to be set before the turns are added. */
  columns?: Conversation['columns'];
}

type Service = Pick<ChatService, 'isGone' | 'deployment'>;

/** Returns the requests that ask all columns a new question; `undefined` if it is empty, or if no column can be asked. */
export function askedAnew(
  conversation: Conversation,
  message: { text: string; attachments: Attachment[]; id: string },
  service: Service,
): NewExchanges | undefined {
  const { columns, isBlind, isOneAtATime = false } = conversation;
  const isAnyGone = columns.some((column) => service.isGone(column));
  // A column that gives no answer would reveal that its model is the one that is gone.
  if (isBlind && isAnyGone) return undefined;
  const questions = newQuestions(conversation, message);
  const turn = questions[0]?.turn;
  const asked = turn && askedOf(conversation, questions, { ...addedTurns(questions), isOneAtATime }, service);
  return asked && isAlone(turn) ? { ...asked, columns: goingOn(conversation, turn) } : asked;
}

/**
 * Returns the requests that ask a new version of a question in all columns that show it or, if the text is the same, ask for new
 * answers to it. `undefined` if its models are hidden, or if the text is empty.
 */
export function askedReworded(
  conversation: Conversation,
  turnId: string,
  text: string,
  service: Service,
): NewExchanges | undefined {
  const before = questionOf(conversation, turnId);
  if (before?.id !== turnId || isHidden(before) || !saysAnything(text, before.attachments)) return undefined;
  const shown = askedBefore(conversation, askOf(before));
  const anew = text === before.text ? undefined : reworded(shown, text);
  const said = {
    ...(anew && addedTurns(anew)),
    edited: turnId,
    isOneAtATime: conversation.isOneAtATime ?? false,
  };
  return askedOf(conversation, anew ?? shown, said, service);
}

/** Returns the request that asks a column a question which it was not asked before. */
export function askedLater(
  conversation: Conversation,
  column: Column,
  ask: string,
  service: Service,
): NewExchanges | undefined {
  const missing = missingQuestion(conversation, column, ask);
  if (!missing || isHidden(missing.turn)) return undefined;
  const isNew = !conversation.turns.has(missing.turn.id);
  return askedOf(conversation, [missing], isNew ? { copies: [missing.turn] } : {}, service);
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
): NewExchanges | undefined {
  const before = answerOf(conversation, answerId);
  const column = conversation.columns.find(({ id }) => id === before?.column);
  const question = questionOf(conversation, answerId);
  const changed = question && withoutPictures(question, conversation.columns.length > 1);
  const parent = isWithoutPictures ? changed : question;
  if (!column || !parent) return undefined;
  const answer = emptyAnswer(conversation, column, parent, service, options);
  return { exchanges: [{ parent, answer }], said: isWithoutPictures ? { userTurn: parent } : {} };
}

/** Returns the request that continues an answer which was cut off or ended at the token limit. */
export function askedToGoOn(conversation: Conversation, answerId: string): NewExchanges | undefined {
  const answer = answerOf(conversation, answerId);
  return answer && { exchanges: [{ parent: answer, answer: resumedAnswer(answer) }], said: {} };
}

/** Returns the requests to columns whose models are not gone; the paths of the others move to the unanswered question. */
function askedOf(
  conversation: Conversation,
  questions: readonly AskedQuestion[],
  said: Submission,
  service: Service,
): NewExchanges | undefined {
  const isGone = ({ column }: AskedQuestion) => service.isGone(column);
  const exchanges = questions
    .filter((question) => !isGone(question))
    .map(({ column, turn }) => ({ parent: turn, answer: emptyAnswer(conversation, column, turn, service) }));
  const moved = new Map(questions.filter(isGone).map(({ column, turn }) => [column.id, turn.id]));
  return exchanges.length === 0 ? undefined : { exchanges, said: { ...said, moved } };
}

/** Returns the turns of these questions, each once: several columns may share one. */
function addedTurns(questions: readonly AskedQuestion[]): Submission {
  const [userTurn, ...copies] = new Map(questions.map(({ turn }) => [turn.id, turn])).values();
  return userTurn ? { userTurn, copies } : {};
}

/** Returns the columns with a record of how their paths continue above a question that is about to be sent alone. */
function goingOn(conversation: Conversation, { parent }: UserTurn): Conversation['columns'] {
  const paths = new ColumnPaths(conversation);
  return changedColumns(conversation, (column) => paths.goingOn(column, parent)).columns;
}
