import { randomInt, randomUUID } from 'node:crypto';
import type { Column } from '../chats/tree/comparison.ts';

/** Returns the columns in a random order, with new ids: nothing of an earlier one tells which is which. */
export function shuffledColumns(columns: readonly Column[]): Column[] {
  const left = [...columns];
  const shuffled: Column[] = [];
  while (left.length > 0) {
    for (const column of left.splice(randomInt(left.length), 1))
      shuffled.push({ ...column, id: randomUUID() });
  }
  return shuffled;
}
