import type { Column, Comparison } from './comparison.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from './conversation.ts';
import { columnOf, leafThrough, nearestIn, shownPath, withoutTurns } from './conversationTree.ts';

/** Id of a question: that of its turn or, if it stands under several columns' answers, the one that ties these turns. */
export function askOf({ id, ask }: Pick<UserTurn, 'id' | 'ask'>): string {
  return ask ?? id;
}

/** The turns shown in a column, from the first on. */
export function columnPath({ turns }: Pick<Conversation, 'turns'>, { leaf }: Pick<Column, 'leaf'>): Turn[] {
  return shownPath({ turns, leaf });
}

/** Returns the comparison with a leaf that `change` gives for each column, closed ones too. */
function withLeaves(
  comparison: Comparison,
  change: (column: Column) => string | undefined,
): Pick<Conversation, 'leaf'> & { comparison: Comparison } {
  const moved = (column: Column): Column => {
    const { leaf: _before, ...rest } = column;
    const leaf = change(column);
    return leaf === undefined ? rest : { ...rest, leaf };
  };
  const columns = comparison.columns.map(moved);
  const closed = comparison.closed && { closed: comparison.closed.map(moved) };
  // Who knows no columns, such as a search or an older version, shows the first one.
  return { comparison: { ...comparison, columns, ...closed }, leaf: columns[0]?.leaf };
}

/** Returns where the conversation and its columns end once these answers are in the tree, so that they are shown. */
export function endsWith(
  conversation: Pick<Conversation, 'turns' | 'leaf' | 'comparison'>,
  answers: readonly AnswerTurn[],
): Partial<Pick<Conversation, 'comparison' | 'leaf'>> {
  const { turns, comparison } = conversation;
  if (!comparison) {
    const last = answers.at(-1);
    return last ? { leaf: leafThrough(conversation, last.id) } : {};
  }
  return withLeaves(comparison, ({ id, leaf }) => {
    const own = answers.findLast(({ column }) => column === id);
    return own ? leafThrough({ turns, leaf }, own.id, id) : leaf;
  });
}

/** Returns where the columns end without the turns in `gone`, given the tree from before. */
export function endsWithout(
  { turns, comparison }: Pick<Conversation, 'turns' | 'comparison'>,
  gone: ReadonlySet<string>,
): Partial<Pick<Conversation, 'comparison' | 'leaf'>> {
  if (!comparison) return {};
  return withLeaves(comparison, ({ id, leaf }) => withoutTurns({ turns, leaf }, gone, id).leaf);
}

/** Returns the comparison with these leaves, by column id; others stay. */
export function withColumnLeaves(
  comparison: Comparison,
  leaves: ReadonlyMap<string, string | undefined>,
): Comparison {
  return withLeaves(comparison, ({ id, leaf }) => (leaves.has(id) ? leaves.get(id) : leaf)).comparison;
}

/** Where each column ends, by its id; closed ones too. */
export function columnLeaves({ columns, closed = [] }: Comparison): Map<string, string | undefined> {
  return new Map([...columns, ...closed].map(({ id, leaf }) => [id, leaf]));
}

/** Returns a comparison as read from a file: a column whose leaf was lost shows its last turn. */
export function withKnownLeaves(
  comparison: Comparison,
  turns: Conversation['turns'],
): Pick<Conversation, 'comparison' | 'leaf'> {
  const lastIn = new Map([...turns.values()].map((turn) => [columnOf(turn), turn.id]));
  return withLeaves(comparison, ({ id, leaf }) =>
    leaf === undefined || turns.has(leaf) ? leaf : lastIn.get(id),
  );
}

/**
 * Moves `leaves` so that they show a turn which a file has added: in the column that it is of or, if of none, that it continues.
 * Not for a turn that others follow already.
 */
export function showAdded(
  leaves: Map<string, string | undefined>,
  { columns }: Pick<Comparison, 'columns'>,
  turn: Turn,
): void {
  const own = columnOf(turn);
  if (own !== undefined) {
    if (leaves.has(own)) leaves.set(own, turn.id);
    return;
  }
  const continued = columns.filter(({ id }) => leaves.get(id) === turn.parent);
  const shown = turn.role === 'user' ? continued : continued.slice(0, 1);
  for (const { id } of shown) leaves.set(id, turn.id);
}

/** Gives answers of no column, which a version wrote that knows none, to the column whose answers they continue. */
export function withOwners(turns: Conversation['turns'], comparison: Comparison): Map<string, Turn> {
  const leaves = columnLeaves(comparison);
  const columnAt = nearestIn({ turns }, columnOf);
  const owned = new Map(turns);
  for (const turn of turns.values()) {
    if (turn.role === 'user' || turn.column !== undefined) continue;
    const column = columnAt(turn.parent);
    if (column !== undefined && leaves.has(column)) owned.set(turn.id, { ...turn, column });
  }
  return owned;
}
