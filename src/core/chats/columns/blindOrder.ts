import { randomInt } from 'node:crypto';
import type { Column } from '../tree/column.ts';

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
