import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isSameModel, type NamedModel, nameKey } from '../../models/modelKey.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import { type Column, maxClosed, maxColumns } from '../tree/column.ts';
import { ColumnPaths, endingAt } from '../tree/columnPaths.ts';
import type { Conversation, Question } from '../tree/conversation.ts';
import { hasTurns, stepsUp } from '../tree/conversationTree.ts';

/** The model of a new column. `isUnlisted`: its service doesn't list it. */
export type ColumnModel = NamedModel & Pick<Column, 'isUnlisted'>;

type Changed = Pick<Conversation, 'columns'> & { closed?: Column[] };
/** `questions`: those that are asked of the new column, too. */
type Added = Changed & { questions?: Question[] };

export function newColumn({ connectionId, name, isUnlisted }: ColumnModel): Column {
  return { id: randomUUID(), connectionId, name, ...(isUnlisted && { isUnlisted }) };
}

/**
 * Returns the columns with one more, for this model: a closed column of the model as it was, else a new one that begins at the first
 * column's last question, with what that column was asked it after. `undefined` if there are four already.
 */
export function withColumn(conversation: Conversation, model: ColumnModel): Added | undefined {
  const { columns, closed = [] } = conversation;
  if (columns.length >= maxColumns) return undefined;
  const known = closed.find((one) => isSameModel(one, model));
  if (known) return withReopened(conversation, known);
  const first = columns[0];
  const last = new ColumnPaths(conversation).path(first).at(-1)?.question.id;
  const column = endingAt(newColumn(model), last);
  const questions: Question[] = [];
  for (const { question, answer } of stepsUp(conversation, last, first.id)) {
    if (answer) break;
    const turn = question.after?.[first.id];
    if (turn !== undefined) questions.push(...askedAfter(conversation, question, { [column.id]: turn }));
  }
  return { columns: [...columns, column], questions };
}

/** Returns all versions of a question as asked of more columns, `after` these turns of them; none if it was sent alone. */
export function askedAfter(
  { questions }: Pick<Conversation, 'questions'>,
  { id, versionOf = id, after: known }: Question,
  after: Readonly<Record<string, string>>,
): Question[] {
  if (!known || Object.keys(after).length === 0) return [];
  const versions = [...questions.values()].filter((one) => (one.versionOf ?? one.id) === versionOf);
  return versions.map((one) => ({ ...one, after: { ...one.after, ...after } }));
}

export function withReopened({ columns, closed = [] }: Conversation, column: Column): Changed {
  return { columns: [...columns, column], closed: closed.filter((one) => one !== column) };
}

/** Returns the columns without this one, which is kept as closed with its path; `undefined` if it is the only one. */
export function withoutColumn(
  { columns, closed = [] }: Conversation,
  id: string,
): (Changed & Pick<Conversation, 'isBlind'>) | undefined {
  const column = columns.find((one) => one.id === id);
  const [first, ...others] = columns.filter((one) => one !== column);
  if (!column || !first) return undefined;
  const left: Conversation['columns'] = [first, ...others];
  // A single model can't be hidden.
  return {
    columns: left,
    closed: [...closed, column].slice(-maxClosed),
    ...(left.length === 1 && { isBlind: false }),
  };
}

/** Returns a new, empty chat with a column for each of these models. */
export function newConversation(
  [first, ...others]: readonly [ColumnModel, ...ColumnModel[]],
  settings: ChatSettings,
): Conversation {
  const now = Date.now();
  return {
    id: crypto.randomUUID(),
    title: '',
    settings,
    questions: new Map(),
    answers: new Map(),
    columns: [newColumn(first), ...others.map(newColumn)],
    votes: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** True for a chat with just these models in which nothing was ever said, not even something that was deleted. */
export function isUnused(conversation: Conversation, models: readonly ColumnModel[]): boolean {
  const { columns, deleted, isBlind } = conversation;
  const isOf = isDeepStrictEqual(columns.map(nameKey), models.map(nameKey));
  return isOf && !hasTurns(conversation) && !deleted && !isBlind;
}
