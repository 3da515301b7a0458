import type { Column } from '../tree/column.ts';
import { ColumnPaths, changedColumns } from '../tree/columnPaths.ts';
import {
  type AllColumns,
  type Answer,
  type Conversation,
  isAnswer,
  type Question,
  type Turn,
} from '../tree/conversation.ts';
import { siblingsIn, turnsOn } from '../tree/conversationTree.ts';
import { withReopened } from './columnSet.ts';

/** Returns the columns with a path that shows `turn`, wherever it is. A closed column is reopened for it if there is room. */
export function columnsAtTurn(conversation: Conversation, turn: Turn, hasRoom: boolean): AllColumns {
  const at = columnsAt(conversation, turn);
  const shown = { ...conversation, ...at };
  const { columns, closed = [] } = shown;
  const paths = new ColumnPaths(shown);
  if (columns.some((column) => turnsOn(paths.path(column)).includes(turn))) return at;
  const isOwner = ({ id }: Column) =>
    paths.leadsToAnswer(id, turn.id) || (!isAnswer(turn) && turn.after?.[id]);
  const owner = columns.find(isOwner) ?? (hasRoom ? closed.find(isOwner) : undefined);
  if (!owner) return at;
  const reopened = closed.includes(owner) ? { ...shown, ...withReopened(shown, owner) } : shown;
  return changedColumns(reopened, (one) => (one === owner ? paths.showing(one, turn.id) : one));
}

/** Returns the columns with `turn` on their paths: an answer in its own column, a version of a question in all that can show it. */
function columnsAt(conversation: Conversation, turn: Turn): AllColumns {
  const paths = new ColumnPaths(conversation);
  return changedColumns(conversation, (column) => {
    if (!conversation.columns.includes(column)) return column;
    const isIn = isAnswer(turn) ? turn.column === column.id : canFollow(paths, column, turn);
    return isIn ? paths.showing(column, turn.id) : column;
  });
}

/** Returns whether a column shows what this question was asked after. */
function canFollow(paths: ColumnPaths, column: Column, { after, below }: Question): boolean {
  const before = after ? after[column.id] : below;
  const isFirst = before === undefined && Object.keys(after ?? {}).length === 0;
  return isFirst || turnsOn(paths.path(column)).some(({ id }) => id === before);
}

/**
 * Returns where the chat goes on if an answer is the last turn of its path: the newest other version of the answer, or else of its
 * question, that another question follows. `index` counts from 1.
 */
export function laterVersion(conversation: Conversation, answer: Answer) {
  const { questions, answers } = conversation;
  const question = questions.get(answer.question);
  if (!question) return undefined;
  const siblingsOf = siblingsIn(conversation);
  const places = Object.assign({}, ...siblingsOf(question).map((one) => (isAnswer(one) ? {} : one.after)));
  const followed = new Set<string>();
  // What follows in another column counts if that was asked the question after the same turn.
  for (const { after = {} } of questions.values())
    for (const [column, turn] of Object.entries(after))
      if (places[column] === places[answer.column]) followed.add(turn);
  for (const one of answers.values()) if (followed.has(one.id)) followed.add(one.question);
  for (const shown of [answer, question]) {
    const versions = siblingsOf(shown);
    const index = versions.findLastIndex((one) => one !== shown && followed.has(one.id));
    const turn = versions[index]?.id;
    if (turn !== undefined) return { turn, index: index + 1, count: versions.length };
  }
  return undefined;
}
