import { randomUUID } from 'node:crypto';
import { defined } from '../../../base/defined.ts';
import { isSameModel } from '../../models/modelKey.ts';
import { type Column, settingsOf } from '../tree/column.ts';
import { ColumnPaths, endingAt } from '../tree/columnPaths.ts';
import {
  type Answer,
  type Conversation,
  isAnswer,
  type Question,
  type Turn,
  type Turns,
} from '../tree/conversation.ts';
import { abandonedAnswer, contextOf, isSentAlone, type Step } from '../tree/conversationTree.ts';
import { type ChatRecord, deletedRecord, metaRecord, turnRecord, voteRecord } from './chatRecord.ts';

/** Returns the records that read back as this conversation; with `missing`, without the turns that are not in it: the file has them. */
export function recordsOf(conversation: Conversation, missing?: ReadonlySet<string>): ChatRecord[] {
  const { id, votes, createdAt, updatedAt, deleted } = conversation;
  const list = inOrder(conversation).filter((turn) => missing?.has(turn.id) ?? true);
  // The last turn record sets the chat's time, so if a question ends the list, the last answer is repeated.
  const last = list.findLast(isAnswer);
  const records = list.map((turn) => turnRecord(turn, turn === last ? updatedAt : turn.at));
  if (last && last !== list.at(-1)) records.push(turnRecord(last, updatedAt));
  return [
    metaRecord(conversation, createdAt),
    ...records,
    ...votes.map((vote) => voteRecord(id, vote)),
    // The file may still hold the deleted turns.
    ...(deleted ? [deletedRecord(id, deleted, updatedAt)] : []),
    // The columns' paths are written again after the turns: if the write is torn, its first lines stay, and paths need their turns.
    ...(list.length > 0 ? [metaRecord(conversation, updatedAt)] : []),
  ];
}

/** Returns all turns, each kind in its order, and a question before its answers. */
function inOrder({ questions, answers }: Turns): Turn[] {
  const turns = new Set<Turn>();
  const left = questions.values();
  for (const answer of answers.values()) {
    const question = questions.get(answer.question);
    while (question && !turns.has(question)) turns.add(left.next().value ?? question);
    turns.add(answer);
  }
  return [...turns, ...left];
}

/** Returns a copy as a chat of its own, e.g. because another window has the original open. */
export function forkOf(conversation: Conversation): Conversation {
  const { pinned: _pinned, deleted: _deleted, draft: _draft, ...rest } = conversation;
  // Nobody will write the rest of a streaming answer into the new chat.
  const answers = [...conversation.answers.values()].map((answer) => abandonedAnswer(answer, 'copy'));
  return { ...rest, id: randomUUID(), answers: new Map(answers.map((answer) => [answer.id, answer])) };
}

/** Returns a new chat with what a column shows up to a turn, and the column's model; `undefined` if there is no such turn. */
export function forkAt(conversation: Conversation, turn: string): Conversation | undefined {
  const { columns, closed = [], answers } = conversation;
  const paths = new ColumnPaths(conversation);
  const owner = answers.get(turn)?.column;
  const column = [...columns, ...closed].find(({ id }) => id === owner) ?? columns[0];
  const path = paths.path(paths.showing(column, turn));
  const at = path.findIndex(({ question, answer }) => question.id === turn || answer?.id === turn);
  const last = path[at];
  if (!last) return undefined;
  const end = last.question.id === turn ? { question: last.question } : last;
  return pathAsChat(conversation, [...path.slice(0, at), end], column);
}

/** Returns a new chat with the turns that would be sent with a column's next question, and with the column's model. */
export function columnAsChat(conversation: Conversation, column: Column): Conversation {
  return pathAsChat(conversation, contextOf(conversation, column.last, column.id), column);
}

/** Returns a new chat with these turns, one following the other, and the model and settings of a column. */
function pathAsChat(conversation: Conversation, path: readonly Step[], column: Column): Conversation {
  const { id, connectionId, name, isUnlisted } = column;
  const { title, createdAt } = conversation;
  const questions = new Map<string, Question>();
  const answers = new Map<string, Answer>();
  let above: string | undefined;
  let last: string | undefined;
  for (const { question, answer } of path) {
    const { versionOf: _first, blind: _blind, after: _after, below: _below, ...said } = question;
    const isAlone = isSentAlone(question) && above !== undefined;
    const after = last === undefined ? {} : { [id]: last };
    questions.set(question.id, { ...said, ...(isAlone ? defined({ below: above }) : { after }) });
    above = question.id;
    last = answer?.id ?? question.id;
    if (answer) answers.set(answer.id, inColumn(column, answer));
  }
  const own = endingAt({ id, connectionId, name, ...(isUnlisted && { isUnlisted }) }, last);
  return forkOf({
    id,
    title,
    settings: settingsOf(conversation, column),
    ...{ questions, answers },
    columns: [own],
    votes: [],
    createdAt,
    updatedAt: (path.at(-1)?.answer ?? path.at(-1)?.question)?.at ?? conversation.updatedAt,
  });
}

/** Returns the answer as it is in a chat with only this column. */
function inColumn(column: Column, answer: Answer): Answer {
  const { isApart: _isApart, ...rest } = answer;
  return { ...rest, column: column.id, ...(!isSameModel(answer, column) && { isApart: true }) };
}
