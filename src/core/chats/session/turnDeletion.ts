import { type ChatRecord, deletedRecord, stateRecords } from '../disk/chatRecord.ts';
import { endsWithout } from '../tree/columns.ts';
import type { Comparison } from '../tree/comparison.ts';
import type { Conversation, Turn } from '../tree/conversation.ts';
import { subtreeOf, withoutTurns } from '../tree/conversationTree.ts';

/** Turns taken out of a chat, with what it takes to put them back as they were. */
export interface DeletedTurns {
  /** The turn that was deleted comes first. */
  turns: readonly Turn[];
  /** Ids of all turns before the deletion, in order, which is that of siblings too. */
  order: readonly string[];
  leafBefore: string | undefined;
  leafAfter: string | undefined;
  /** Where the columns ended, in a comparison. */
  comparisonBefore: Comparison | undefined;
  comparisonAfter: Comparison | undefined;
  /** Ids of those in `TurnSaver.unkept`. */
  unkept?: readonly string[];
}

interface Left {
  conversation: Conversation;
  gone: DeletedTurns;
}

/** Returns the conversation without a turn and its descendants; `undefined` if there is no such turn. */
export function withoutTurn(conversation: Conversation, id: string): Left | undefined {
  const { turns, leaf: leafBefore, deleted = new Set() } = conversation;
  if (!turns.has(id)) return undefined;
  const ids = subtreeOf(conversation, id);
  const left = { ...withoutTurns(conversation, ids), ...endsWithout(conversation, ids) };
  return {
    conversation: { ...conversation, ...left, deleted: new Set([...deleted, ...ids]) },
    gone: {
      turns: [...ids].flatMap((one) => turns.get(one) ?? []),
      order: [...turns.keys()],
      leafBefore,
      leafAfter: left.leaf,
      comparisonBefore: conversation.comparison,
      comparisonAfter: left.comparison,
    },
  };
}

/** Returns the records to append for a deletion. */
export function deletionRecords({ conversation, gone }: Left, now: number): ChatRecord[] {
  const ids = gone.turns.map((turn) => turn.id);
  return [deletedRecord(conversation.id, ids, now), ...stateRecords(conversation, now)];
}

/**
 * Undoes `withoutTurn`, whatever was said since. Shows the turn again unless the user has moved elsewhere. Returns `undefined`
 * if its parent is gone too.
 */
export function withTurns(conversation: Conversation, gone: DeletedTurns): Conversation | undefined {
  const [first] = gone.turns;
  const parent = first?.parent;
  if (!first || (parent !== undefined && !conversation.turns.has(parent))) return undefined;
  const all = new Map([...conversation.turns, ...gone.turns.map((turn) => [turn.id, turn] as const)]);
  const order = new Set([...gone.order, ...conversation.turns.keys()]);
  const turns = new Map([...order].flatMap((id) => all.get(id) ?? []).map((turn) => [turn.id, turn]));
  const deleted = new Set([...(conversation.deleted ?? [])].filter((id) => !turns.has(id)));
  const { deleted: _before, comparison: _columns, ...rest } = conversation;
  const isUnmoved = conversation.leaf === gone.leafAfter;
  const leaf = isUnmoved && gone.leafBefore !== undefined ? gone.leafBefore : conversation.leaf;
  // What was compared since is shown as it is.
  const isSame = conversation.comparison === gone.comparisonAfter;
  const comparison = isSame ? gone.comparisonBefore : conversation.comparison;
  return { ...rest, turns, leaf, ...(comparison && { comparison }), ...(deleted.size > 0 && { deleted }) };
}
