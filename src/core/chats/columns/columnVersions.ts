import type { Column } from '../tree/column.ts';
import { ColumnPaths, changedColumns } from '../tree/columnPaths.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from '../tree/conversation.ts';
import { askOf, columnOf, contextOf, isAlone, siblingsIn, subtreeOf } from '../tree/conversationTree.ts';
import { withReopened } from './columnSet.ts';

type Changed = Pick<Conversation, 'columns' | 'closed'>;

/**
 * Returns the columns as they show a turn wherever it is: also one that no column shows from where it ends, and that of a closed
 * one, if there is room.
 */
export function columnsAtTurn(conversation: Conversation, turn: Turn, hasRoom: boolean): Changed {
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

/** Returns the columns as they show an answer of theirs, or a version of a question in all. */
function columnsAt(conversation: Conversation, turn: Turn): Changed {
  const paths = new ColumnPaths(conversation);
  return changedColumns(conversation, (column) => {
    if (!conversation.columns.includes(column)) return column;
    const shown = turn.role === 'user' ? versionIn(paths, column, turn) : ownIn(column, turn);
    return shown ? paths.showing(column, shown.id) : column;
  });
}

/**
 * Returns the first of these columns that may show a turn from elsewhere in the tree, as the next answer above it or one below it is
 * its own, as it shows that turn.
 */
function columnWith(conversation: Conversation, columns: readonly Column[], turn: Turn): Column | undefined {
  const { turns } = conversation;
  const below = [...subtreeOf(conversation, [turn.id])].flatMap((id) => turns.get(id) ?? []);
  // Above others' answers, a column's own don't make it theirs.
  const above = contextOf(conversation, turn.id).findLast((one) => columnOf(one) !== undefined);
  const owners = new Set([...below, ...(above ? [above] : [])].map(columnOf));
  const column = columns.find(({ id }) => owners.has(id));
  return column && new ColumnPaths(conversation).showing(column, turn.id);
}

/** A turn among its siblings. */
interface Version {
  turn: string;
  /** Counts from 1. */
  index: number;
  count: number;
}

/** Returns the newest other version of an answer, or else of its question, after which the chat goes on; the answer ends its own path. */
export function laterVersion({ turns }: Conversation, answer: AnswerTurn): Version | undefined {
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

function ownIn({ id }: Column, answer: Turn): Turn | undefined {
  return columnOf(answer) === id ? answer : undefined;
}

/** Returns the turn of a question's version that stands in a column: rather one that the column has answered. */
function versionIn(paths: ColumnPaths, column: Column, version: UserTurn): Turn | undefined {
  const path = paths.path(column);
  const shown = new Set(path.flatMap((turn) => (turn.role === 'user' ? [turn.id, askOf(turn)] : [turn.id])));
  const isVersion = ({ parent }: Turn) => parent === undefined || shown.has(parent);
  const others = paths.copies(askOf(version)).filter((turn) => turn !== version);
  const versions = [version, ...others].filter(isVersion);
  return versions.find(({ id }) => paths.isAnswered(column.id, id)) ?? versions[0];
}
