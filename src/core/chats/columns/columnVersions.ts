import type { Column } from '../tree/column.ts';
import { ColumnPaths, changedColumns } from '../tree/columnPaths.ts';
import type { AllColumns, AnswerTurn, Conversation, Turn, UserTurn } from '../tree/conversation.ts';
import { askOf, columnOf, contextOf, isAlone, siblingsIn, subtreeOf } from '../tree/conversationTree.ts';
import { withReopened } from './columnSet.ts';

/** Returns the columns with a path that shows `turn`, wherever it is. A closed column is reopened for it if there is room. */
export function columnsAtTurn(conversation: Conversation, turn: Turn, hasRoom: boolean): AllColumns {
  const at = columnsAt(conversation, turn);
  const shown = { ...conversation, ...at };
  const { columns, closed = [] } = shown;
  const paths = new ColumnPaths(shown);
  if (columns.some((column) => paths.path(column).includes(turn))) return at;
  const open = columnWith(shown, columns, turn);
  const moved = open ?? (hasRoom ? columnWith(shown, closed, turn) : undefined);
  if (!moved) return at;
  const known = closed.find(({ id }) => id === moved.id);
  const reopened = known ? { ...shown, ...withReopened(shown, known) } : shown;
  return changedColumns(reopened, (one) => (one.id === moved.id ? moved : one));
}

/** Returns the columns with `turn` on their paths: an answer in its own column, a version of a question in all columns. */
function columnsAt(conversation: Conversation, turn: Turn): AllColumns {
  const paths = new ColumnPaths(conversation);
  return changedColumns(conversation, (column) => {
    if (!conversation.columns.includes(column)) return column;
    const own = columnOf(turn) === column.id ? turn : undefined;
    const shown = turn.role === 'user' ? versionIn(paths, column, turn) : own;
    return shown ? paths.showing(column, shown.id) : column;
  });
}

/** Returns the first of these columns whose answer is the nearest above a turn, or one below it, with a path that shows the turn. */
function columnWith(conversation: Conversation, columns: readonly Column[], turn: Turn): Column | undefined {
  const { turns } = conversation;
  const below = [...subtreeOf(conversation, [turn.id])].flatMap((id) => turns.get(id) ?? []);
  // Only the nearest answer counts: farther up, answers may be those of the column from which this one branched off.
  const above = contextOf(conversation, turn.id).findLast((one) => columnOf(one) !== undefined);
  const owners = new Set([...below, ...(above ? [above] : [])].map(columnOf));
  const column = columns.find(({ id }) => owners.has(id));
  return column && new ColumnPaths(conversation).showing(column, turn.id);
}

/**
 * Returns where the chat goes on if an answer is the last turn of its path: the newest other version of the answer, or else of its
 * question, that another question follows. `index` counts from 1.
 */
export function laterVersion({ turns }: Conversation, answer: AnswerTurn) {
  const followed = new Set<string | undefined>();
  for (const turn of turns.values()) if (turn.role === 'user' && !isAlone(turn)) followed.add(turn.parent);
  for (const { id, role, parent } of turns.values())
    if (role === 'assistant' && followed.has(id)) followed.add(parent);
  const siblings = siblingsIn({ turns });
  const question = turns.get(answer.parent);
  for (const shown of question ? [answer, question] : []) {
    const versions = siblings(shown);
    const index = versions.findLastIndex((one) => one !== shown && followed.has(one.id));
    const turn = versions[index]?.id;
    if (turn !== undefined) return { turn, index: index + 1, count: versions.length };
  }
  return undefined;
}

/** Returns the turn with which a column shows a version of a question; one that the column has answered is preferred. */
function versionIn(paths: ColumnPaths, column: Column, version: UserTurn): Turn | undefined {
  const path = paths.path(column);
  const shown = new Set(path.flatMap((turn) => (turn.role === 'user' ? [turn.id, askOf(turn)] : [turn.id])));
  const isVersion = ({ parent }: Turn) => parent === undefined || shown.has(parent);
  const others = paths.copies(askOf(version)).filter((turn) => turn !== version);
  const versions = [version, ...others].filter(isVersion);
  return versions.find(({ id }) => paths.isAnswered(column.id, id)) ?? versions[0];
}
