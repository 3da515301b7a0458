import { type ChatRecord, deletedRecord, stateRecords } from '../disk/chatRecord.ts';
import { columnLeaves, endsWithout, withColumnLeaves } from '../tree/columns.ts';
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
  /** Where the columns of a comparison ended and end, by their ids. */
  columnsBefore: ColumnLeaves;
  columnsAfter: ColumnLeaves;
  /** Ids of those in `TurnSaver.unkept`. */
  unkept?: readonly string[];
}

type ColumnLeaves = ReadonlyMap<string, string | undefined>;

interface Left {
  conversation: Conversation;
  gone: DeletedTurns;
}

/**
 * Returns the conversation without a turn and its descendants, and without the turns that are the same question in other columns;
 * `undefined` if there is no such turn.
 */
export function withoutTurn(conversation: Conversation, id: string): Left | undefined {
  const { turns, leaf: leafBefore, deleted = new Set() } = conversation;
  const turn = turns.get(id);
  if (!turn) return undefined;
  const ids = subtreeOf(
    conversation,
    sameQuestion(turns, turn).map((one) => one.id),
  );
  const left = { ...withoutTurns(conversation, ids), ...endsWithout(conversation, ids) };
  return {
    conversation: { ...conversation, ...left, deleted: new Set([...deleted, ...ids]) },
    gone: {
      turns: [...ids].flatMap((one) => turns.get(one) ?? []),
      order: [...turns.keys()],
      leafBefore,
      leafAfter: left.leaf,
      columnsBefore: leavesOf(conversation),
      columnsAfter: leavesOf(left),
    },
  };
}

/** The turn comes first. */
function sameQuestion(turns: Conversation['turns'], turn: Turn): Turn[] {
  if (turn.role !== 'user' || turn.ask === undefined) return [turn];
  const others = [...turns.values()].filter(
    (one) => one.role === 'user' && one !== turn && one.ask === turn.ask,
  );
  return [turn, ...others];
}

function leavesOf({ comparison }: Pick<Conversation, 'comparison'>): ColumnLeaves {
  return comparison ? columnLeaves(comparison) : new Map();
}

/** Returns the records to append for a deletion. */
export function deletionRecords({ conversation, gone }: Left, now: number): ChatRecord[] {
  const ids = gone.turns.map((turn) => turn.id);
  return [deletedRecord(conversation.id, ids, now), ...stateRecords(conversation, now)];
}

/**
 * Undoes `withoutTurn`, whatever was said since. Shows the turn again where the user hasn't moved elsewhere. Returns `undefined` if
 * its parent is gone too.
 */
export function withTurns(conversation: Conversation, gone: DeletedTurns): Conversation | undefined {
  const all = new Map([...conversation.turns, ...gone.turns.map((turn) => [turn.id, turn] as const)]);
  const hasParent = ({ parent }: Turn) => parent === undefined || all.has(parent);
  if (gone.turns.length === 0 || !gone.turns.every(hasParent)) return undefined;
  const order = new Set([...gone.order, ...conversation.turns.keys()]);
  const turns = new Map([...order].flatMap((id) => all.get(id) ?? []).map((turn) => [turn.id, turn]));
  const deleted = new Set([...(conversation.deleted ?? [])].filter((id) => !turns.has(id)));
  const { deleted: _before, comparison: before, ...rest } = conversation;
  const isUnmoved = conversation.leaf === gone.leafAfter;
  const leaf = isUnmoved && gone.leafBefore !== undefined ? gone.leafBefore : conversation.leaf;
  const comparison = before && withColumnLeaves(before, leavesAgain(before, gone));
  return {
    ...rest,
    turns,
    leaf: comparison ? comparison.columns[0]?.leaf : leaf,
    ...(comparison && { comparison }),
    ...(deleted.size > 0 && { deleted }),
  };
}

/** Where the columns ended before, of those that end where the deletion left them. */
function leavesAgain(now: Comparison, { columnsBefore, columnsAfter }: DeletedTurns): ColumnLeaves {
  const unmoved = [...columnLeaves(now)].filter(
    ([id, leaf]) => columnsAfter.has(id) && columnsAfter.get(id) === leaf,
  );
  return new Map(unmoved.map(([id]) => [id, columnsBefore.get(id)]));
}
