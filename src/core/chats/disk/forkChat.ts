import { randomUUID } from 'node:crypto';
import { type Column, ownSettings } from '../tree/comparison.ts';
import type { Conversation, Turn } from '../tree/conversation.ts';
import { columnOf, endedTurn, shownPath } from '../tree/conversationTree.ts';
import { type ChatRecord, deletedRecord, stateRecords, turnRecord } from './chatRecord.ts';

/**
 * Returns records, for one append, that read back as this conversation; with `missing`, only of these turns, for a file that has
 * the others.
 */
export function recordsOf(conversation: Conversation, missing?: ReadonlySet<string>): ChatRecord[] {
  const { id, turns, createdAt, updatedAt, deleted } = conversation;
  // The file may still hold the deleted turns.
  const gone = deleted ? [deletedRecord(id, deleted, updatedAt)] : [];
  const list = [...turns.values()].filter((turn) => missing?.has(turn.id) ?? true);
  if (list.length === 0) return [...stateRecords(conversation, createdAt), ...gone];
  // The last turn record sets the chat's time, so if a user turn ends the list, the last answer is repeated.
  const last = list.findLast((turn) => turn.role === 'assistant');
  const records = list.map((turn) => turnRecord(turn, turn === last ? updatedAt : turn.at));
  if (last && last !== list.at(-1)) records.push(turnRecord(last, updatedAt));
  // Of a file that is torn, the first lines are left: they say already that it compares models.
  return [
    ...stateRecords(conversation, createdAt),
    ...records,
    ...gone,
    ...stateRecords(conversation, updatedAt),
  ];
}

/** Returns a copy as a chat of its own, e.g. because another window has the original open. */
export function forkOf(conversation: Conversation): Conversation {
  const { pinned: _pinned, deleted: _deleted, ...rest } = conversation;
  // Nobody will write the rest of a streaming answer into the new chat.
  const turns = new Map([...conversation.turns].map(([id, turn]) => [id, endedTurn(turn)]));
  return { ...rest, id: randomUUID(), turns };
}

/** Returns the path to `turn` as a chat of its own, without siblings and later turns: of a comparison, one column's. */
export function forkAt(conversation: Conversation, turn: string): Conversation | undefined {
  const path = shownPath({ turns: conversation.turns, leaf: turn });
  const last = path.at(-1);
  if (!last) return undefined;
  return { ...pathAsChat(conversation, path, columnAt(conversation, path)), updatedAt: last.at };
}

/** Returns turns that follow each other as a chat of its own, with the model and settings of `column` if it is one's. */
export function pathAsChat(
  conversation: Conversation,
  path: readonly Turn[],
  column: Column | undefined,
): Conversation {
  const { comparison, ...rest } = conversation;
  const { connectionId, model } = column ?? rest;
  const settings = (column && ownSettings(comparison, column)) ?? rest.settings;
  const turns = new Map(path.map((turn) => [turn.id, column ? inChatWith(column, turn) : turn]));
  return { ...forkOf({ ...rest, connectionId, model, settings, turns }), leaf: path.at(-1)?.id };
}

function columnAt({ comparison }: Conversation, path: readonly Turn[]): Column | undefined {
  const { columns = [], closed = [] } = comparison ?? {};
  const last = path.findLast((turn) => columnOf(turn) !== undefined);
  const id = last && columnOf(last);
  return [...columns, ...closed].find((one) => one.id === id) ?? columns[0];
}

function inChatWith({ connectionId, model }: Column, turn: Turn): Turn {
  if (turn.role === 'user') {
    const { ask: _ties, ...rest } = turn;
    return rest;
  }
  const { column: _column, isApart: _isApart, ...rest } = turn;
  const isOwn = turn.connectionId === connectionId && turn.model === model;
  return isOwn ? rest : { ...rest, isApart: true };
}
