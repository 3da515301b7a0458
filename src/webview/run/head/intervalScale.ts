import type { VerdictWords } from '../../../protocol/run.ts';

type Interval = NonNullable<VerdictWords['interval']>;

/** The least that an axis shows on each side of 0, as a share. */
const leastReach = 0.05;
/** Space at each end of the axis, in percent of the width. */
const margin = 2;

/** Returns how far an interval's axis reaches on each side of 0, as a share. */
export function reachOf({ low, high, minimum }: Interval): number {
  const most = Math.max(leastReach, Math.abs(low), Math.abs(high), minimum);
  // A round number of points, since it is written at the ends.
  return Math.ceil(most * 20 - 1e-9) / 20;
}

/** Returns the place of a share on an axis that reaches `reach` on each side of 0, in percent of the width. */
export function placeOn(reach: number, share: number): number {
  return 50 + (share / reach) * (50 - margin);
}

/** Returns a share in points, e.g. "+17"; whole ones, or with a digit if they are below 1. */
export function signedPoints(share: number): string {
  const points = share * 100;
  const digits = points !== 0 && Math.abs(points) < 1 ? 1 : 0;
  const text = Math.abs(points).toFixed(digits);
  if (Number(text) === 0) return '0';
  return `${points > 0 ? '+' : '−'}${text}`;
}
