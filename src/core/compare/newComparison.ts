import { randomUUID } from 'node:crypto';
import { forkAt, pathAsChat } from '../chats/disk/forkChat.ts';
import { columnPath } from '../chats/tree/columns.ts';
import type { Column, Comparison } from '../chats/tree/comparison.ts';
import type { Conversation } from '../chats/tree/conversation.ts';

/** A model to compare; `isUnlisted`: its service doesn't list it. */
export type ComparedModel = Pick<Column, 'connectionId' | 'model' | 'isUnlisted'>;

export function newColumn({ connectionId, model, isUnlisted }: ComparedModel): Column {
  return { id: randomUUID(), connectionId, model, ...(isUnlisted && { isUnlisted }) };
}

/** Makes an empty conversation a comparison of these models. */
export function comparing(conversation: Conversation, models: readonly ComparedModel[]): Conversation {
  return { ...conversation, comparison: { columns: models.map(newColumn), votes: [] } };
}

/**
 * Returns a copy of the chat that compares its model with `others`, with the turns it shows. The last question waits for their
 * answers; what came before is their context too.
 */
export function comparedFrom(conversation: Conversation, others: readonly ComparedModel[]): Conversation {
  const { leaf } = conversation;
  const copy = (leaf === undefined ? undefined : forkAt(conversation, leaf)) ?? emptyCopy(conversation);
  const own = newColumn(conversation);
  const last = copy.leaf === undefined ? undefined : copy.turns.get(copy.leaf);
  const turns = new Map(copy.turns);
  if (last?.role === 'assistant') turns.set(last.id, { ...last, column: own.id });
  const question = last?.role === 'assistant' ? last.parent : last?.id;
  const columns = [endingWith(own, last?.id), ...others.map((one) => endingWith(newColumn(one), question))];
  return { ...copy, turns, comparison: { columns, votes: [] } };
}

/** Returns a comparison of the same models, in which nothing was said. */
export function comparedAnew(conversation: Conversation, comparison: Comparison): Conversation {
  const { blind: _seen, columns, ...rest } = comparison;
  const now = Date.now();
  return {
    ...emptyCopy(conversation),
    title: '',
    comparison: {
      ...defaults(rest),
      columns: columns.map(({ leaf: _leaf, ...column }) => ({ ...column, id: randomUUID() })),
      votes: [],
      blind: 'hidden',
    },
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns a column's path as a chat with its model. */
export function columnAsChat(conversation: Conversation, column: Column): Conversation {
  return pathAsChat(conversation, columnPath(conversation, column), column);
}

function endingWith(column: Column, leaf: string | undefined): Column {
  return leaf === undefined ? column : { ...column, leaf };
}

function emptyCopy(conversation: Conversation): Conversation {
  return pathAsChat(conversation, [], undefined);
}

function defaults({ isOneAtATime }: Pick<Comparison, 'isOneAtATime'>): Pick<Comparison, 'isOneAtATime'> {
  return isOneAtATime ? { isOneAtATime } : {};
}
