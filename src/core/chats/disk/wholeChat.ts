import { randomUUID } from 'node:crypto';
import type { Conversation, Turn } from '../tree/conversation.ts';
import { shownPath } from '../tree/conversationTree.ts';
import { type ChatRecord, deletedRecord, metaRecord, turnRecord } from './chatRecord.ts';

/** Records that read to this very conversation, in one append: where lines are missing, or a chat comes from elsewhere. */
export function recordsOf(conversation: Conversation): ChatRecord[] {
  const { id, turns, createdAt, updatedAt, deleted } = conversation;
  // The file may still hold them.
  const gone = deleted ? [deletedRecord(id, deleted, updatedAt)] : [];
  if (turns.size === 0) return [metaRecord(conversation, createdAt), ...gone];
  const list = [...turns.values()];
  // What was said last gives its time to the chat, and may stand further up in the tree.
  const last = list.findLast((turn) => turn.role === 'assistant');
  const records = list.map((turn) => turnRecord(turn, turn === last ? updatedAt : turn.at));
  const isLast = last !== undefined && last === list.at(-1);
  const again = last === undefined || isLast ? [] : [turnRecord(last, updatedAt)];
  return [
    metaRecord(conversation, createdAt),
    ...records,
    ...again,
    ...gone,
    metaRecord(conversation, updatedAt),
  ];
}

/** The same talk as a chat of its own, as where another window has the first one open. */
export function forkOf(conversation: Conversation): Conversation {
  const { pinned: _pinned, deleted: _deleted, ...rest } = conversation;
  return { ...rest, id: randomUUID(), turns: new Map([...conversation.turns].map(endedEntry)) };
}

/** The way to one turn as a chat of its own: what stands beside it and below it stays behind. */
export function forkAt(conversation: Conversation, turn: string): Conversation | undefined {
  const path = shownPath({ turns: conversation.turns, leaf: turn });
  const last = path.at(-1);
  if (!last) return undefined;
  const turns = new Map(path.map((one) => [one.id, one]));
  return { ...forkOf({ ...conversation, turns }), leaf: turn, updatedAt: last.at };
}

/** Nobody will write the rest of an answer that streams into the new chat. */
function endedEntry([id, turn]: [string, Turn]): [string, Turn] {
  const isOpen = turn.role === 'assistant' && turn.state === 'streaming';
  return [id, isOpen ? { ...turn, state: 'cut' } : turn];
}
