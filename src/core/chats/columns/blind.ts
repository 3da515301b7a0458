import { randomInt } from 'node:crypto';
import type { Column } from '../tree/column.ts';
import type { Conversation, Question } from '../tree/conversation.ts';
import { isHidden } from '../tree/conversationTree.ts';

/** Returns the ids of the columns in a random order: who answers as "A", "B" and so on. */
export function drawOrder(columns: readonly Column[]): string[] {
  const left = columns.map(({ id }) => id);
  const order: string[] = [];
  while (left.length > 0) order.push(...left.splice(randomInt(left.length), 1));
  return order;
}

/** Names an answer while its model is hidden. */
export function letterAt(at: number): string {
  return 'ABCD'[at] ?? '';
}

/** Returns the columns in the order in which their answers to a question are shown: for a blind one, the order that was drawn. */
export function orderOf(columns: readonly Column[], { blind }: Pick<Question, 'blind'>): Column[] {
  const { order = [] } = blind ?? {};
  const drawn = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return [...drawn, ...columns.filter((column) => !drawn.includes(column))];
}

/** Returns a blind question, or without an id all of them, with their models revealed. */
export function revealed({ questions }: Pick<Conversation, 'questions'>, questionId?: string): Question[] {
  return [...questions.values()].flatMap((question) => {
    if (!question.blind || !isHidden(question) || (questionId ?? question.id) !== question.id) return [];
    return [{ ...question, blind: { ...question.blind, isRevealed: true } }];
  });
}
