import { defined } from '../../defined.ts';
import {
  columnLeaves,
  endsWithout,
  showAdded,
  withColumnLeaves,
  withKnownLeaves,
  withOwners,
} from '../tree/columns.ts';
import type { Comparison } from '../tree/comparison.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from '../tree/conversation.ts';
import { endedTurn, withoutTurns } from '../tree/conversationTree.ts';
import type { ChatRecord, TurnRecord } from './chatRecord.ts';

function toTurn(record: TurnRecord): Turn {
  if (record.type === 'user') {
    const { v: _v, type: role, ts: at, parent, ...rest } = record;
    return { role, parent, ...rest, at };
  }
  const { v: _v, type: role, ts: _ts, ...rest } = record;
  // The window that was receiving the answer is gone.
  return endedTurn({ role, ...rest });
}

/** What a version that knows no comparisons leaves out when it writes a turn again. */
function tiesOf(turn: Turn | undefined): Pick<UserTurn, 'ask'> | Pick<AnswerTurn, 'column'> {
  if (!turn) return {};
  return turn.role === 'user' ? defined({ ask: turn.ask }) : defined({ column: turn.column });
}

/** Builds the conversation from a file's records. If its `meta` lines were lost, its turns still open. */
export function conversationFrom(id: string, records: readonly ChatRecord[]): Conversation | undefined {
  const read = new Map<string, Turn>();
  let meta: Extract<ChatRecord, { type: 'meta' }> | undefined;
  let leaf: string | undefined;
  const deleted = new Set<string>();
  let comparison: Comparison | undefined;
  let leaves = new Map<string, string | undefined>();
  const parents = new Set<string | undefined>();
  for (const record of records) {
    if (record.type === 'meta') {
      meta = record;
      leaf = record.leaf;
    } else if (record.type === 'deleted') {
      for (const turn of record.turns) deleted.add(turn);
    } else if (record.type === 'comparison') {
      const { v: _v, type: _type, id: _id, ts: _ts, ...rest } = record;
      comparison = rest;
      leaves = columnLeaves(rest);
    } else {
      const turn = toTurn(record);
      const before = read.get(turn.id);
      deleted.delete(turn.id);
      // A new turn is always shown; the line that says so comes after it and may have been torn off.
      if (!before) leaf = turn.id;
      read.set(turn.id, { ...tiesOf(before), ...turn });
      if (comparison && !before && !parents.has(turn.id)) showAdded(leaves, comparison, turn);
      parents.add(turn.parent);
    }
  }
  const turns = comparison ? withOwners(read, comparison) : read;
  const answer = [...turns.values()].find((turn) => turn.role === 'assistant');
  const first = records[0];
  if (!first) return undefined;
  const all = { turns, leaf: leaf !== undefined && turns.has(leaf) ? leaf : [...turns.keys()].at(-1) };
  const compared = comparison && withKnownLeaves(withColumnLeaves(comparison, leaves), turns);
  return {
    id,
    title: meta?.title ?? '',
    connectionId: meta?.connectionId ?? answer?.connectionId ?? '',
    model: meta?.model ?? answer?.model ?? '',
    settings: meta?.settings ?? answer?.settings ?? {},
    ...withoutTurns(all, deleted),
    ...(compared && endsWithout({ turns, ...compared }, deleted)),
    ...(deleted.size > 0 ? { deleted } : {}),
    ...(meta?.pinned ? { pinned: true } : {}),
    createdAt: first.ts,
    updatedAt: lastTurnAt(records) ?? first.ts,
  };
}

/** When something was last said. Renames, new models or settings, and deletions don't make an old chat recent. */
export function lastTurnAt(records: readonly ChatRecord[]): number | undefined {
  return records.findLast(({ type }) => type === 'user' || type === 'assistant')?.ts;
}
