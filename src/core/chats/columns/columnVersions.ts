import { askOf, columnPath } from '../tree/columns.ts';
import type { Column } from '../tree/comparison.ts';
import type { Conversation, Turn, UserTurn } from '../tree/conversation.ts';
import { columnOf, leadingTo, mayShow, newestLeaf, shownPath, subtreeOf } from '../tree/conversationTree.ts';

/** Returns where these columns end, by their ids, so that they show an answer of theirs, or a version of a question in all. */
export function leavesShowing(
  conversation: Conversation,
  columns: readonly Column[],
  turn: Turn,
): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const column of columns) {
    const shown = turn.role === 'user' ? versionIn(conversation, column, turn) : ownIn(column, turn);
    if (shown) leaves.set(column.id, newestLeaf(conversation, shown.id, column.id));
  }
  return leaves;
}

/** Returns the first column that may show a turn from elsewhere in the tree, as one of its answers stands above or below it. */
export function columnWith(
  conversation: Conversation,
  columns: readonly Column[],
  turn: Turn,
): Column | undefined {
  const { turns } = conversation;
  const below = [...subtreeOf(conversation, [turn.id])].flatMap((id) => turns.get(id) ?? []);
  const near = [...shownPath({ turns, leaf: turn.id }), ...below];
  const owners = new Set(near.map(columnOf));
  return columns.find(({ id }) => owners.has(id) && mayShow(conversation, id)(turn));
}

/** An answer of no column, from before the comparison, is all columns'. */
function ownIn({ id }: Column, answer: Turn): Turn | undefined {
  return columnOf(answer) === undefined || columnOf(answer) === id ? answer : undefined;
}

/** Returns the turn of a question's version that stands in a column: rather one that the column has answered. */
function versionIn(conversation: Conversation, column: Column, version: UserTurn): Turn | undefined {
  const path = new Set(columnPath(conversation, column).map(({ id }) => id));
  const isVersion = (turn: Turn) =>
    turn.role === 'user' &&
    askOf(turn) === askOf(version) &&
    (turn.parent === undefined || path.has(turn.parent));
  const others = [...conversation.turns.values()].filter((turn) => turn !== version);
  const versions = [version, ...others].filter(isVersion);
  const answered = leadingTo(conversation, column.id);
  return versions.find(({ id }) => answered.has(id)) ?? versions[0];
}
