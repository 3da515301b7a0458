import { randomUUID } from 'node:crypto';
import type { Conversation } from '../tree/conversation.ts';
import { endedTurn, shownPath } from '../tree/conversationTree.ts';
import { type ChatRecord, deletedRecord, metaRecord, turnRecord } from './chatRecord.ts';

/** Returns records, for one append, that read back as this conversation: for missing lines, or a chat from elsewhere. */
export function recordsOf(conversation: Conversation): ChatRecord[] {
  const { id, turns, createdAt, updatedAt, deleted } = conversation;
  // The file may still hold the deleted turns.
  const gone = deleted ? [deletedRecord(id, deleted, updatedAt)] : [];
  if (turns.size === 0) return [metaRecord(conversation, createdAt), ...gone];
  const list = [...turns.values()];
  // The last turn record sets the chat's time, so if a user turn ends the list, the last answer is repeated.
  const last = list.findLast((turn) => turn.role === 'assistant');
  const records = list.map((turn) => turnRecord(turn, turn === last ? updatedAt : turn.at));
  if (last && last !== list.at(-1)) records.push(turnRecord(last, updatedAt));
  return [metaRecord(conversation, createdAt), ...records, ...gone, metaRecord(conversation, updatedAt)];
}

/** Returns a copy as a chat of its own, e.g. because another window has the original open. */
export function forkOf(conversation: Conversation): Conversation {
  const { pinned: _pinned, deleted: _deleted, ...rest } = conversation;
  // Nobody will write the rest of a streaming answer into the new chat.
  const turns = new Map([...conversation.turns].map(([id, turn]) => [id, endedTurn(turn)]));
  return { ...rest, id: randomUUID(), turns };
}

/** Returns the path to `turn` as a chat of its own, without siblings and later turns. */
export function forkAt(conversation: Conversation, turn: string): Conversation | undefined {
  const path = shownPath({ turns: conversation.turns, leaf: turn });
  const last = path.at(-1);
  if (!last) return undefined;
  const turns = new Map(path.map((one) => [one.id, one]));
  return { ...forkOf({ ...conversation, turns }), leaf: turn, updatedAt: last.at };
}
