import type { Column, Comparison } from './comparison.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from './conversation.ts';
import { leafThrough, shownPath, withoutTurns } from './conversationTree.ts';

/** Id of a question: that of its turn or, if it stands under several columns' answers, the one that ties these turns. */
export function askOf({ id, ask }: Pick<UserTurn, 'id' | 'ask'>): string {
  return ask ?? id;
}

/** The turns shown in a column, from the first on. */
export function columnPath({ turns }: Pick<Conversation, 'turns'>, { leaf }: Pick<Column, 'leaf'>): Turn[] {
  return shownPath({ turns, leaf });
}

/** Returns the comparison with a leaf that `change` gives for each column. */
function withLeaves(
  comparison: Comparison,
  change: (column: Column) => string | undefined,
): Pick<Conversation, 'comparison' | 'leaf'> {
  const columns = comparison.columns.map((column): Column => {
    const { leaf: _before, ...rest } = column;
    const leaf = change(column);
    return leaf === undefined ? rest : { ...rest, leaf };
  });
  // Who knows no columns, such as a search or an older version, shows the first one.
  return { comparison: { ...comparison, columns }, leaf: columns[0]?.leaf };
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
    return own ? leafThrough({ turns, leaf }, own.id) : leaf;
  });
}

/** Returns where the columns end without the turns in `gone`, given the tree from before. */
export function endsWithout(
  { turns, comparison }: Pick<Conversation, 'turns' | 'comparison'>,
  gone: ReadonlySet<string>,
): Partial<Pick<Conversation, 'comparison' | 'leaf'>> {
  if (!comparison) return {};
  return withLeaves(comparison, ({ leaf }) => withoutTurns({ turns, leaf }, gone).leaf);
}

/** Returns the comparison with these leaves, by column id; others stay. */
export function withColumnLeaves(
  comparison: Comparison,
  leaves: ReadonlyMap<string, string>,
): Pick<Conversation, 'comparison' | 'leaf'> {
  return withLeaves(comparison, ({ id, leaf }) => leaves.get(id) ?? leaf);
}

/** Returns a comparison as read from a file: a column whose leaf was lost shows its last turn. */
export function withKnownLeaves(
  comparison: Comparison,
  turns: Conversation['turns'],
): Pick<Conversation, 'comparison' | 'leaf'> {
  const lastIn = (id: string) =>
    [...turns.values()].findLast((turn) => turn.role === 'assistant' && turn.column === id)?.id;
  return withLeaves(comparison, ({ id, leaf }) =>
    leaf === undefined || turns.has(leaf) ? leaf : lastIn(id),
  );
}
