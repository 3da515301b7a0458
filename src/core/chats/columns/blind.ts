import { randomInt } from 'node:crypto';
import type { Column } from '../tree/column.ts';
import type { Conversation, Turn } from '../tree/conversation.ts';
import { askOf, isHidden } from '../tree/conversationTree.ts';
import type { Question } from './questions.ts';

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
export function orderOf(columns: readonly Column[], { turn }: Pick<Question, 'turn'>): Column[] {
  const { order = [] } = turn.blind ?? {};
  const drawn = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return [...drawn, ...columns.filter((column) => !drawn.includes(column))];
}

/** Returns the turns of a blind question, or without `ask` of all blind questions, with their models revealed. */
export function revealedTurns({ turns }: Pick<Conversation, 'turns'>, ask?: string): Turn[] {
  return [...turns.values()].flatMap((turn) => {
    if (turn.role !== 'user' || !turn.blind || !isHidden(turn) || (ask ?? askOf(turn)) !== askOf(turn))
      return [];
    return [{ ...turn, blind: { ...turn.blind, isRevealed: true } }];
  });
}
