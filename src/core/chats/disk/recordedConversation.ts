import { voteKey } from '../columns/votes.ts';
import { type Column, maxColumns, type Vote } from '../tree/column.ts';
import { ColumnPaths, changedColumns, endingAt, withKnownEnds, withoutTurns } from '../tree/columnPaths.ts';
import {
  type AllColumns,
  type Answer,
  type Conversation,
  isAnswer,
  type Question,
  type Turn,
  type Turns,
} from '../tree/conversation.ts';
import { abandonedAnswer, isSentAlone, turnOf } from '../tree/conversationTree.ts';
import type { ChatRecord, TurnRecord } from './chatRecord.ts';

type Meta = Extract<ChatRecord, { type: 'meta' }>;

/** Builds the conversation from a file's records. If its `meta` lines were lost, its turns still open. */
export function conversationFrom(id: string, records: readonly ChatRecord[]): Conversation {
  const questions = new Map<string, Question>();
  const answers = new Map<string, Answer>();
  const turns = { questions, answers };
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
      if (!turnOf(turns, turn.id)) added.push(turn);
      if (isAnswer(turn)) answers.set(turn.id, turn);
      else questions.set(turn.id, turn);
    }
  }
  const { ts: createdAt = 0 } = records[0] ?? {};
  const columns = showingAdded(withKnownEnds(columnsIn(id, meta, turns), turns, deleted), turns, added);
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
    ...{ ...said, id, ...turns, ...columns, votes: withVotes([], records) },
    ...{ createdAt, updatedAt: lastTurnAt(records) ?? createdAt },
  };
  return deleted.size > 0 ? { ...withoutTurns(conversation, deleted), deleted } : conversation;
}

const noMeta: Partial<Meta> & Pick<Meta, 'title' | 'settings'> = { title: '', settings: {} };

function toTurn(record: TurnRecord): Turn {
  const { v: _v, type: _type, ts: at, ...turn } = record;
  // The window that was receiving the answer is gone.
  return 'question' in turn ? abandonedAnswer(turn, 'window') : { ...turn, at };
}

/** Returns the columns that the file names or, if those lines are unreadable, columns made from the answers' models. */
function columnsIn(id: string, meta: Meta | undefined, { questions, answers }: Turns): AllColumns {
  const found = new Map<string, Column>();
  if (!meta?.columns.length) {
    for (const { id: last, column, connectionId, name } of answers.values())
      found.set(column, { id: column, connectionId, name, last });
  }
  const named = meta?.columns.length ? meta.columns : [...found.values()];
  const unknown = endingAt({ id, connectionId: '', name: '' }, [...questions.keys()].at(-1));
  const [first = unknown, ...others] = named.slice(0, maxColumns);
  const closed = [...(meta?.closed ?? []), ...named.slice(maxColumns)];
  return { columns: [first, ...others], ...(closed.length > 0 && { closed }) };
}

/** Returns the columns with paths to their last answers among the added turns, and to later questions without an answer. */
function showingAdded(columns: AllColumns, turns: Turns, added: readonly Turn[]): AllColumns {
  if (added.length === 0) return columns;
  const paths = new ColumnPaths(turns);
  return changedColumns(columns, (column) => {
    const at = added.findLastIndex((turn) => isAnswer(turn) && turn.column === column.id);
    let moved = at < 0 ? column : paths.showing(column, added[at]?.id ?? '');
    // Closed columns are not asked new questions.
    if (!columns.columns.includes(column)) return moved;
    const later = added.slice(at + 1).flatMap((turn) => (isAnswer(turn) ? [] : [turn]));
    const alone = later.findLast(isSentAlone);
    if (alone) moved = paths.showing(moved, alone.id);
    for (const { id, after } of later)
      if (after && after[column.id] === moved.last) moved = { ...moved, last: id };
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
  return records.findLast(({ type }) => type === 'question' || type === 'answer')?.ts;
}
