import { randomUUID } from 'node:crypto';
import { isSameModel } from '../../models/modelKey.ts';
import { type Column, settingsOf } from '../tree/column.ts';
import { ColumnPaths, withLeaf } from '../tree/columnPaths.ts';
import type { Conversation, Turn } from '../tree/conversation.ts';
import { abandonedAnswer, contextOf, isAlone } from '../tree/conversationTree.ts';
import { type ChatRecord, deletedRecord, metaRecord, turnRecord, voteRecord } from './chatRecord.ts';

/** Returns the records that read back as this conversation; with `missing`, without the turns that are not in it: the file has them. */
export function recordsOf(conversation: Conversation, missing?: ReadonlySet<string>): ChatRecord[] {
  const { id, turns, votes, createdAt, updatedAt, deleted } = conversation;
  const list = [...turns.values()].filter((turn) => missing?.has(turn.id) ?? true);
  // The last turn record sets the chat's time, so if a user turn ends the list, the last answer is repeated.
  const last = list.findLast((turn) => turn.role === 'assistant');
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

/** Returns a copy as a chat of its own, e.g. because another window has the original open. */
export function forkOf(conversation: Conversation): Conversation {
  const { pinned: _pinned, deleted: _deleted, ...rest } = conversation;
  // Nobody will write the rest of a streaming answer into the new chat.
  const turns = new Map(
    [...conversation.turns].map(([id, turn]) => [
      id,
      turn.role === 'user' ? turn : abandonedAnswer(turn, 'copy'),
    ]),
  );
  return { ...rest, id: randomUUID(), turns };
}

/** Returns a new chat with what a column shows up to `turn`, and the column's model; `undefined` if there is no such turn. */
export function forkAt(conversation: Conversation, turn: string): Conversation | undefined {
  const { columns, closed = [], turns } = conversation;
  const paths = new ColumnPaths(conversation);
  const answer = turns.get(turn);
  const owner = answer?.role === 'assistant' ? answer.column : undefined;
  const column = [...columns, ...closed].find(({ id }) => id === owner) ?? columns[0];
  const path = paths.path(paths.showing(column, turn));
  const last = path.findIndex(({ id }) => id === turn);
  if (last < 0) return undefined;
  return pathAsChat(conversation, path.slice(0, last + 1), column);
}

/** Returns a new chat with the turns that would be sent with a column's next question, and with the column's model. */
export function columnAsChat(conversation: Conversation, column: Column): Conversation {
  return pathAsChat(conversation, contextOf(conversation, column.leaf), column);
}

/** Returns a new chat with these turns, one following the other, and the model and settings of a column. */
function pathAsChat(conversation: Conversation, path: readonly Turn[], column: Column): Conversation {
  const { id, connectionId, name, isUnlisted } = column;
  const { title, createdAt } = conversation;
  const turns = new Map<string, Turn>();
  let question: string | undefined;
  for (const turn of path) {
    turns.set(turn.id, inChatWith(column, turn, question));
    if (turn.role === 'user') question = turn.id;
  }
  const leaf = path.at(-1)?.id;
  const own = withLeaf({ id, connectionId, name, ...(isUnlisted && { isUnlisted }) }, leaf);
  return forkOf({
    id,
    title,
    settings: settingsOf(conversation, column),
    turns,
    columns: [own],
    votes: [],
    createdAt,
    updatedAt: path.at(-1)?.at ?? conversation.updatedAt,
  });
}

/** Returns the turn as it is in a chat with only this column. `question`: id of the question before it. */
function inChatWith(column: Column, turn: Turn, question: string | undefined): Turn {
  if (turn.role === 'user') {
    const { ask: _ties, blind: _blind, isAlone: _isAlone, ...rest } = turn;
    if (!isAlone(turn)) return rest;
    return question === undefined
      ? { ...rest, parent: undefined }
      : { ...rest, parent: question, isAlone: true };
  }
  const { isApart: _isApart, ...rest } = turn;
  return { ...rest, column: column.id, ...(!isSameModel(turn, column) && { isApart: true }) };
}
