import { meanWithError, studentQuantile, studentTail } from './means.ts';
import { type Interval, wilson } from './rates.ts';

/** What a judge and a person say of one unit, each from 0 to 1. */
export interface RatedUnit {
  judge: number;
  person: number;
}

/** A mean that a judge tells of all units, corrected by where a person differs from it on some. */
export interface AnchoredMean {
  mean: number;
  interval: Interval;
  /** By how much so many more rated units would narrow the interval, before it is cut to 0 and 1, at the same spread. */
  narrower(more: number): number;
  /** Of "the mean is a half", two-sided. */
  p: number;
}

/**
 * Returns the mean of a person's scores over all units as a judge's scores on all and the person's on some, drawn at random, tell it, with
 * its 95% interval. Source: A. N. Angelopoulos and others, "Prediction-powered inference", Science 382 (2023), 669–674:
 *
 *     θ = f̄ + mean(y − f) ± t₀.₉₇₅,ₙ₋₁ √(s²_f / N + s²_(y−f) / n)
 *
 * f: the judge's N scores, y: the person's n. Where nothing varies it has no width: the interval is then Wilson's of n units. There are two
 * rated units or more.
 */
export function anchoredMean(judged: readonly number[], rated: readonly RatedUnit[]): AnchoredMean {
  const n = rated.length;
  const ofJudge = meanWithError(judged);
  const correction = meanWithError(rated.map(({ judge, person }) => person - judge));
  const mean = ofJudge.mean + correction.mean;
  const errorAt = (count: number) => Math.sqrt(ofJudge.error ** 2 + (correction.error ** 2 * n) / count);
  const halfAt = (count: number) => errorAt(count) * studentQuantile(count - 1);
  const [error, half] = [errorAt(n), halfAt(n)];
  const within = Math.min(1, Math.max(0, mean));
  return {
    mean: within,
    interval: error === 0 ? wilson(within * n, n) : [Math.max(0, mean - half), Math.min(1, mean + half)],
    narrower: (more) => 2 * (half - halfAt(n + more)),
    p: error === 0 ? (mean === 0.5 ? 1 : 0) : studentTail((mean - 0.5) / error, n - 1),
  };
}

/** The interval of `anchoredMean`. */
export function anchored(judged: readonly number[], rated: readonly RatedUnit[]): Interval {
  return anchoredMean(judged, rated).interval;
}
