import { randomUUID } from 'node:crypto';
import { type ChatRecord, metaRecord, turnRecord } from './chatRecord.ts';
import type { Conversation } from './conversation.ts';

/** Records that read to this very conversation, in one append: where lines are missing, or a chat comes from elsewhere. */
export function recordsOf(conversation: Conversation): ChatRecord[] {
  const { turns, createdAt, updatedAt } = conversation;
  if (turns.size === 0) return [metaRecord(conversation, createdAt)];
  const list = [...turns.values()];
  // What was said last gives its time to the chat, and may stand further up in the tree.
  const last = list.findLast((turn) => turn.role === 'assistant');
  const records = list.map((turn) => turnRecord(turn, turn === last ? updatedAt : turn.at));
  const isLast = last !== undefined && last === list.at(-1);
  const again = last === undefined || isLast ? [] : [turnRecord(last, updatedAt)];
  return [metaRecord(conversation, createdAt), ...records, ...again, metaRecord(conversation, updatedAt)];
}

/** The same talk as a chat of its own, as where another window has the first one open. */
export function forkOf(conversation: Conversation): Conversation {
  const { pinned: _pinned, ...rest } = conversation;
  return { ...rest, id: randomUUID(), turns: new Map(conversation.turns) };
}
