import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../../base/defined.ts';
import { type ChatRecord, deletedRecord, metaRecord } from '../disk/chatRecord.ts';
import type { Column } from '../tree/column.ts';
import { ColumnPaths, changedColumns, withoutTurns } from '../tree/columnPaths.ts';
import type { AllColumns, Conversation, Turn } from '../tree/conversation.ts';
import { askOf, isAlone, subtreeOf } from '../tree/conversationTree.ts';

/** Turns removed from a chat, with what is needed to put them back. */
export interface DeletedTurns {
  /** The turn that was deleted comes first. */
  turns: readonly Turn[];
  /** Ids of all turns before the deletion, in order, which is also the order of siblings. */
  order: readonly string[];
  /** All columns, closed ones too. */
  before: readonly Column[];
  after: readonly Column[];
}

interface Left {
  conversation: Conversation;
  gone: DeletedTurns;
}

/** Returns the conversation without a turn and those that follow it, a question in all columns; `undefined` without such a turn. */
export function withoutTurn(conversation: Conversation, id: string): Left | undefined {
  const { turns, deleted = new Set() } = conversation;
  const turn = turns.get(id);
  if (!turn) return undefined;
  const paths = new ColumnPaths(conversation);
  const copies = turn.role === 'user' ? paths.copies(askOf(turn)).map((copy) => copy.id) : [];
  const ids = subtreeOf(conversation, [id, ...copies]);
  const left = withoutTurns(conversation, ids);
  return {
    conversation: { ...left, deleted: new Set([...deleted, ...ids]) },
    gone: {
      turns: [...ids].flatMap((one) => turns.get(one) ?? []),
      order: [...turns.keys()],
      before: allOf(conversation),
      after: allOf(left),
    },
  };
}

function allOf({ columns, closed = [] }: AllColumns): Column[] {
  return [...columns, ...closed];
}

/** Returns the records to append for a deletion. */
export function deletionRecords({ conversation, gone }: Left, now: number): ChatRecord[] {
  const ids = gone.turns.map((turn) => turn.id);
  return [deletedRecord(conversation.id, ids, now), metaRecord(conversation, now)];
}

/**
 * Undoes `withoutTurn` and keeps what was said since. A column whose path was not changed since shows the turns again. Returns
 * `undefined` if a turn that they follow is gone too.
 */
export function withTurns(conversation: Conversation, gone: DeletedTurns): Conversation | undefined {
  const all = new Map([...conversation.turns, ...gone.turns.map((turn) => [turn.id, turn] as const)]);
  const asks = new Set([...all.values()].flatMap((turn) => (turn.role === 'user' ? askOf(turn) : [])));
  const hasParent = (turn: Turn) =>
    turn.parent === undefined || (isAlone(turn) ? asks.has(turn.parent) : all.has(turn.parent));
  if (gone.turns.length === 0 || !gone.turns.every(hasParent)) return undefined;
  const order = new Set([...gone.order, ...conversation.turns.keys()]);
  const turns = new Map([...order].flatMap((id) => all.get(id) ?? []).map((turn) => [turn.id, turn]));
  const deleted = new Set([...(conversation.deleted ?? [])].filter((id) => !turns.has(id)));
  const { deleted: _before, ...rest } = conversation;
  const columns = changedColumns(conversation, (column) => {
    const [before, after] = [gone.before, gone.after].map((ends) => ends.find(({ id }) => id === column.id));
    const isUnmoved = column.leaf === after?.leaf && isDeepStrictEqual(column.chosen, after?.chosen);
    const { leaf: _leaf, chosen: _chosen, ...left } = column;
    return isUnmoved ? { ...left, ...defined({ leaf: before?.leaf, chosen: before?.chosen }) } : column;
  });
  return { ...rest, turns, ...columns, ...(deleted.size > 0 && { deleted }) };
}
