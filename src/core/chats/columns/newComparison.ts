import { randomUUID } from 'node:crypto';
import { forkAt, pathAsChat } from '../disk/forkChat.ts';
import { columnPath } from '../tree/columns.ts';
import type { Column, Comparison } from '../tree/comparison.ts';
import type { AnswerTurn, Conversation } from '../tree/conversation.ts';
import { shownPath } from '../tree/conversationTree.ts';

/** A model to compare; `isUnlisted`: its service doesn't list it. */
export type ComparedModel = Pick<Column, 'connectionId' | 'model' | 'isUnlisted'>;

export function newColumn({ connectionId, model, isUnlisted }: ComparedModel): Column {
  return { id: randomUUID(), connectionId, model, ...(isUnlisted && { isUnlisted }) };
}

/** Returns the comparison with one of its closed columns again, at the end. */
export function withReopened(comparison: Comparison, column: Column): Comparison {
  const { columns, closed = [] } = comparison;
  return { ...comparison, columns: [...columns, column], closed: closed.filter((one) => one !== column) };
}

/** Makes an empty conversation a comparison of these models. */
export function comparing(conversation: Conversation, models: readonly ComparedModel[]): Conversation {
  return { ...conversation, comparison: { columns: models.map(newColumn), votes: [] } };
}

/**
 * Returns a copy of the chat that compares its model with `others`, with the turns it shows. The last question waits for their
 * answers; what came before is their context too. Its answer is that of the compared model that gave it; if none did, it stays
 * behind.
 */
export function comparedFrom(conversation: Conversation, others: readonly ComparedModel[]): Conversation {
  const path = shownPath(conversation);
  const models = [newColumn(conversation), ...others.map(newColumn)];
  const last = path.at(-1);
  const giver = last?.role === 'assistant' ? models.find((one) => isBy(last, one)) : undefined;
  const question = last?.role === 'assistant' ? last.parent : last?.id;
  const end = giver ? last?.id : question;
  const copy = (end === undefined ? undefined : forkAt(conversation, end)) ?? emptyCopy(conversation);
  const turns = new Map(copy.turns);
  const answer = end === undefined ? undefined : turns.get(end);
  if (giver && answer?.role === 'assistant') {
    const { isApart: _isApart, ...rest } = answer;
    turns.set(answer.id, { ...(giver === models[0] ? rest : answer), column: giver.id });
  }
  const columns = models.map((one) => endingWith(one, one === giver ? end : question));
  return { ...copy, turns, leaf: columns[0]?.leaf, comparison: { columns, votes: [] } };
}

/** Returns a comparison of the same models, in which nothing was said. */
export function comparedAnew(conversation: Conversation, comparison: Comparison): Conversation {
  const { isOneAtATime } = comparison;
  const columns = comparison.columns.map(({ leaf: _leaf, ...column }) => ({ ...column, id: randomUUID() }));
  const now = Date.now();
  return {
    ...emptyCopy(conversation),
    title: '',
    comparison: { columns, votes: [], ...(isOneAtATime && { isOneAtATime }), blind: 'hidden' },
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

function isBy(answer: AnswerTurn, { connectionId, model }: Column): boolean {
  return answer.connectionId === connectionId && answer.model === model;
}
