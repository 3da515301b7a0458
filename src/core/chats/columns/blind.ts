import { randomInt, randomUUID } from 'node:crypto';
import type { Column, Comparison } from '../tree/comparison.ts';

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

/**
 * Returns the comparison with its names hidden, or as an open one, before anything was said; later, it can only reveal them.
 * `undefined` if that is not possible.
 */
export function withBlind(comparison: Comparison, isOn: boolean, isBegun: boolean): Comparison | undefined {
  const { blind, ...rest } = comparison;
  if (!isBegun) return isOn ? { ...rest, blind: 'hidden' } : rest;
  return !isOn && blind === 'hidden' ? { ...rest, blind: 'revealed' } : undefined;
}
