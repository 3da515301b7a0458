import { voteKey } from '../columns/votes.ts';
import { type Column, maxColumns, type Vote } from '../tree/column.ts';
import { ColumnPaths, changedColumns, withKnownLeaves, withLeaf, withoutTurns } from '../tree/columnPaths.ts';
import type { AllColumns, Conversation, Turn } from '../tree/conversation.ts';
import { abandonedAnswer, isAlone } from '../tree/conversationTree.ts';
import type { ChatRecord, TurnRecord } from './chatRecord.ts';

type Meta = Extract<ChatRecord, { type: 'meta' }>;

/** Builds the conversation from a file's records. If its `meta` lines were lost, its turns still open. */
export function conversationFrom(id: string, records: readonly ChatRecord[]): Conversation {
  const turns = new Map<string, Turn>();
  const deleted = new Set<string>();
  let meta: Meta | undefined;
  /** Turns added since the last `meta` line, which has the columns' paths: a later such line may have been torn off. */
  let added: Turn[] = [];
  for (const record of records) {
    if (record.type === 'meta') {
      meta = record;
      added = [];
    } else if (record.type === 'deleted') for (const turn of record.turns) deleted.add(turn);
    else if (record.type !== 'vote') {
      const turn = toTurn(record);
      deleted.delete(turn.id);
      if (!turns.has(turn.id)) added.push(turn);
      turns.set(turn.id, turn);
    }
  }
  const { ts: createdAt = 0 } = records[0] ?? {};
  const columns = showingAdded(withKnownLeaves(columnsIn(id, meta, turns), turns, deleted), turns, added);
  const {
    v: _v,
    type: _type,
    ts: _ts,
    term: _term,
    columns: _columns,
    closed: _closed,
    ...said
  } = meta ?? noMeta;
  const conversation = {
    ...{ ...said, id, turns, ...columns, votes: withVotes([], records) },
    ...{ createdAt, updatedAt: lastTurnAt(records) ?? createdAt },
  };
  return deleted.size > 0 ? { ...withoutTurns(conversation, deleted), deleted } : conversation;
}

const noMeta: Partial<Meta> & Pick<Meta, 'title' | 'settings'> = { title: '', settings: {} };

function toTurn(record: TurnRecord): Turn {
  if (record.type === 'user') {
    const { v: _v, type: role, ts: at, parent, ...rest } = record;
    return { role, parent, ...rest, at };
  }
  const { v: _v, type: role, ts: _ts, ...rest } = record;
  // The window that was receiving the answer is gone.
  return abandonedAnswer({ role, ...rest }, 'window');
}

/** Returns the columns that the file names or, if those lines are unreadable, columns made from the answers' models. */
function columnsIn(id: string, meta: Meta | undefined, turns: Conversation['turns']): AllColumns {
  const found = new Map<string, Column>();
  if (!meta?.columns.length) {
    for (const turn of turns.values()) {
      if (turn.role !== 'assistant') continue;
      const { column, connectionId, name } = turn;
      found.set(column, { id: column, connectionId, name, leaf: turn.id });
    }
  }
  const named = meta?.columns.length ? meta.columns : [...found.values()];
  const unknown = withLeaf({ id, connectionId: '', name: '' }, [...turns.keys()].at(-1));
  const [first = unknown, ...others] = named.slice(0, maxColumns);
  const closed = [...(meta?.closed ?? []), ...named.slice(maxColumns)];
  return { columns: [first, ...others], ...(closed.length > 0 && { closed }) };
}

/** Returns the columns with paths to their last answers among the added turns, and to later questions without an answer. */
function showingAdded(columns: AllColumns, turns: Conversation['turns'], added: readonly Turn[]): AllColumns {
  if (added.length === 0) return columns;
  const paths = new ColumnPaths({ turns });
  return changedColumns(columns, (column) => {
    const at = added.findLastIndex((turn) => turn.role === 'assistant' && turn.column === column.id);
    let moved = at < 0 ? column : paths.showing(column, added[at]?.id ?? '');
    // Closed columns are not asked new questions.
    if (!columns.columns.includes(column)) return moved;
    const later = added.slice(at + 1).filter((turn) => turn.role === 'user');
    const alone = later.findLast(isAlone);
    if (alone) moved = paths.showing(moved, alone.id);
    for (const { id, parent } of later) if (parent === moved.leaf) moved = { ...moved, leaf: id };
    return moved;
  });
}

/** Returns the votes with those in the records; of several on the same answers, the last counts. */
export function withVotes(votes: readonly Vote[], records: readonly ChatRecord[]): Vote[] {
  const all = new Map(votes.map((vote) => [voteKey(vote), vote]));
  for (const record of records) {
    if (record.type !== 'vote') continue;
    const { v: _v, type: _type, id: _id, ts: _ts, ...vote } = record;
    all.set(voteKey(vote), vote);
  }
  return [...all.values()];
}

/** Returns when something was last said. Renames, new models or settings, votes and deletions don't make an old chat recent. */
export function lastTurnAt(records: readonly ChatRecord[]): number | undefined {
  return records.findLast(({ type }) => type === 'user' || type === 'assistant')?.ts;
}
