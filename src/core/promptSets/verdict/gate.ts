import { isJudged, rounding, type Verdict } from './pairedVerdict.ts';

/** How a gate of CI ends. `fail`: surely worse. `unclear`: that could not be told. `notRun`: there was nothing to tell it by. */
export const gateExits = { pass: 0, fail: 1, unclear: 2, notRun: 3 } as const;
export type GateEnd = keyof typeof gateExits;

/**
 * Decides by the interval, never by the difference that happened to be found: a gate fails only for what is surely worse, and passes only
 * for what is surely less than `minimumDifference` worse, also with what is unknown at its worst; with 0, only for what is better.
 */
export function gateEnd(verdict: Verdict, minimumDifference: number): GateEnd {
  const { kind, clear } = verdict;
  if (kind === 'worse' || clear === 'worse') return 'fail';
  if (kind === 'better' || clear === 'better') return 'pass';
  if (!isJudged(verdict) || minimumDifference === 0) return 'unclear';
  const { low, lowAtWorst = low } = verdict;
  return Math.min(low, lowAtWorst) > rounding - minimumDifference ? 'pass' : 'unclear';
}
