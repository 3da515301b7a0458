import { type Saying, sayings } from '../run/runRecord.ts';

/** What a judge prefers, asked in both orders. `none`: it gave no judgment in one of them. */
export type Judgment = 'base' | 'other' | 'tie' | 'none';

/** Returns what a judge's answer says in its last line; `undefined` if that is anything but A, B or TIE. */
export function readSaid(answer: string): Saying | undefined {
  const last = answer.trimEnd().split(/\r?\n/u).at(-1)?.trim();
  return sayings.find((said) => said === last);
}

/**
 * Joins what was said with the base as A and with the base as B. A judge that says the place and not the answer contradicts itself: that
 * is a tie.
 */
export function judgmentOf(baseFirst: Saying | undefined, otherFirst: Saying | undefined): Judgment {
  if (!baseFirst || !otherFirst) return 'none';
  if (baseFirst === 'A' && otherFirst === 'B') return 'base';
  if (baseFirst === 'B' && otherFirst === 'A') return 'other';
  return 'tie';
}

export interface JudgedPair {
  judgment: Judgment;
  /** Whose answer is longer; absent if neither is. */
  longer?: 'base' | 'other';
}

/** Returns how often the longer answer was preferred, of the pairs where one was and lengths differ. */
export function longerPreferred(pairs: readonly JudgedPair[]): { longer: number; of: number } {
  const decided = pairs.filter(
    ({ judgment, longer }) => longer && (judgment === 'base' || judgment === 'other'),
  );
  return { longer: decided.filter(({ judgment, longer }) => judgment === longer).length, of: decided.length };
}

/** Whether a judge is one of the models that it compares, or their base: it may prefer its own words. */
export function judgesItself(
  judge: string,
  models: readonly { name: string; baseModelName?: string | undefined }[],
): boolean {
  return models.some(({ name, baseModelName }) => judge === name || judge === baseModelName);
}
