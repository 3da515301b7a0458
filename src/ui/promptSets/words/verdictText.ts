import {
  fewestUnits,
  isJudged,
  type JudgedVerdict,
  type Verdict,
  type VerdictCounts,
} from '../../../core/promptSets/verdict/pairedVerdict.ts';
import { chanceReach } from '../../../core/statistics/index.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';
import { pointsOf, probabilityText } from './percentText.ts';
import { notFinalName, type RunProgress } from './unfinishedText.ts';

/** What a verdict is about. */
export interface VerdictSubject {
  /** The models, as they are shown. */
  base: string;
  other: string;
  /** The other is the base once more. */
  isNoiseFloor: boolean;
  /** What counts once: a prompt with one answer, or, by its mean, a repeated prompt or a group. */
  unit: 'prompt' | 'repeated' | 'group';
  progress: RunProgress;
  /** The smallest difference that matters, from 0 to 1. */
  minimumDifference: number;
  /** How many models are compared with the base. */
  comparisons: number;
}

/** Says in words what the checks found out about a model. */
export function verdictText(verdict: Verdict, subject: VerdictSubject): Omit<RunPageVerdict, 'model'> {
  const { kind } = verdict;
  if (subject.isNoiseFloor) return { kind, text: noiseFloorText(verdict, subject) };
  const name = verdictName(verdict, subject);
  if (!isJudged(verdict)) {
    const text =
      kind === 'notFinal'
        ? (clearText(verdict, subject) ?? notFinalText(name, subject.other, verdict, subject))
        : t('{0}: {1}', name, noVerdictText(verdict, subject));
    return { kind, text };
  }
  const { difference, low, high } = verdict;
  const interval = { difference, low, high, minimum: subject.minimumDifference };
  return { kind, text: judgedText(name, verdict, subject), test: testText(verdict, subject), interval };
}

/** Returns a verdict in a few words: all that a list shows of it, and what a sentence about one begins with that isn't plain. */
export function verdictName(
  { kind, why, isAtLeast, clear }: Pick<Verdict, 'kind' | 'why' | 'isAtLeast' | 'clear'>,
  { minimumDifference, progress }: Pick<VerdictSubject, 'minimumDifference' | 'progress'>,
): string {
  const minimum = minimumDifference * 100;
  switch (kind) {
    case 'better':
      return isAtLeast
        ? plural(minimum, 'Better by at least {0} point', 'Better by at least {0} points')
        : t('Better');
    case 'worse':
      return isAtLeast
        ? plural(minimum, 'Worse by at least {0} point', 'Worse by at least {0} points')
        : t('Worse');
    case 'belowMinimum':
      return plural(minimum, 'Real, but below {0} point', 'Real, but below {0} points');
    case 'equivalent':
      return plural(minimum, 'Equivalent within {0} point', 'Equivalent within {0} points');
    case 'unclear':
      if (why === undefined) return t('No clear difference');
      return why === 'exactTest' ? t('Too close to call') : t('Unclear');
    case 'notFinal':
      if (clear) return clear === 'better' ? t('Clear already: better') : t('Clear already: worse');
      return notFinalName(progress);
    case 'none':
      return t('No verdict');
  }
}

function judgedText(name: string, verdict: JudgedVerdict, subject: VerdictSubject): string {
  const { kind, why, isAtLeast } = verdict;
  if (kind === 'better' || kind === 'worse') {
    const said = differenceText(verdict, subject);
    return isAtLeast ? t('{0}: {1}', name, said) : said;
  }
  if (kind === 'belowMinimum') return t('{0}: {1}', name, differenceText(verdict, subject));
  return why === undefined
    ? t('{0}: {1}', name, noDifferenceText(verdict, subject))
    : `${t('{0}: {1}', name, unclearText(verdict, subject))} ${differenceText(verdict, subject)}`;
}

/** Says what is clear before the end; `undefined` if nothing is. */
function clearText({ clear, pAtMost = 1, ...verdict }: Verdict, subject: VerdictSubject): string | undefined {
  if (!clear) return undefined;
  const { base, other, unit, progress } = subject;
  const found =
    clear === 'better' ? t('{0} is better than {1}', other, base) : t('{0} is worse than {1}', other, base);
  const bound = numberText(Math.max(1, Math.ceil(pAtMost * 1000)) / 1000);
  const { done, of, state } = progress;
  const counts = countsText(verdict, unit);
  const holds = t('{0}, p at most {1}, whenever one stops. {2}.', found, bound, counts);
  switch (state) {
    case 'stopped':
      return t('Clear already when it was stopped, after {0} of {1}: {2}', done, of, holds);
    case 'begun':
      return t('Clear already when it was interrupted, after {0} of {1}: {2}', done, of, holds);
    default:
      return t('Clear already, after {0} of {1}: {2}', done, of, holds);
  }
}

/** Says how far it is, with counts alone: an interval or a test would tempt to stop where it pleases. */
function notFinalText(name: string, about: string, verdict: Verdict, { unit }: VerdictSubject): string {
  const { better, worse, equal } = verdict;
  return better + worse + equal === 0
    ? t('{0}.', name)
    : t('{0}. {1} so far: {2}.', name, about, countsText(verdict, unit));
}

function differenceText(verdict: JudgedVerdict, { base, other, unit }: VerdictSubject): string {
  const { difference, low, high } = verdict;
  const points = pointsOf([verdict.difference, verdict.low, verdict.high]);
  const [from, to] = difference < 0 ? [points(high), points(low)] : [points(low), points(high)];
  const counts = countsText(verdict, unit);
  return difference < 0
    ? plural(
        points(difference),
        '{1} passes {0} point less than {2} (95 % interval: {3} to {4}): {5}.',
        '{1} passes {0} points less than {2} (95 % interval: {3} to {4}): {5}.',
        other,
        base,
        from,
        to,
        counts,
      )
    : plural(
        points(difference),
        '{1} passes {0} point more than {2} (95 % interval: {3} to {4}): {5}.',
        '{1} passes {0} points more than {2} (95 % interval: {3} to {4}): {5}.',
        other,
        base,
        from,
        to,
        counts,
      );
}

function countsText({ better, worse, equal }: VerdictCounts, unit: VerdictSubject['unit']): string {
  return unit === 'group'
    ? t('{0} groups better, {1} worse, {2} equal', better, worse, equal)
    : t('{0} better, {1} worse, {2} equal', better, worse, equal);
}

function noDifferenceText(verdict: JudgedVerdict, { base, other, unit }: VerdictSubject): string {
  const points = pointsOf([verdict.difference, verdict.low, verdict.high]);
  return t(
    '{0} is between {1} points worse and {2} better than {3} (95 % interval): {4}.',
    other,
    points(verdict.low),
    points(verdict.high),
    base,
    countsText(verdict, unit),
  );
}

/** To be said after `verdictName`. */
function unclearText({ why, p, holmP = p, lost }: JudgedVerdict, { comparisons }: VerdictSubject): string {
  switch (why) {
    case 'lost':
      return plural(
        lost,
        'the {0} pair with a failed request, or with an answer that was cut off by the connection or not checked, could change it.',
        'the {0} pairs with a failed request, or with an answer that was cut off by the connection or not checked, could change it.',
      );
    case 'holm':
      return t(
        'as one of {0} comparisons it may be chance ({1}, adjusted).',
        comparisons,
        probabilityText(holmP),
      );
    default:
      return t('the interval leaves out 0, the exact test does not ({0}).', probabilityText(p));
  }
}

/** To be said after `verdictName`. */
function noVerdictText(verdict: Verdict, { base, other, unit }: VerdictSubject): string {
  const { why, lost, better, worse, equal } = verdict;
  switch (why) {
    case 'identical':
      return t(
        "every answer of {0} is the same as {1}'s. If it is an adapter, it is probably not applied.",
        other,
        base,
      );
    case 'notChecked':
      return t('this set has no checks. Rate the answers yourself with Rate Blind.');
    case 'empty':
      return t('over 5 % of the answers of {0} or {1} have no text.', other, base);
    case 'lost':
      return plural(
        lost,
        '{0} pair with {1} was lost to a failed request, a cut connection or an unchecked answer, which is over 5 %. Choose Run Missing.',
        '{0} pairs with {1} were lost to failed requests, cut connections or unchecked answers, which is over 5 %. Choose Run Missing.',
        other,
      );
    default:
      return fewUnitsText(better + worse + equal, { base, other, unit });
  }
}

function fewUnitsText(
  count: number,
  { base, other, unit }: Pick<VerdictSubject, 'base' | 'other' | 'unit'>,
): string {
  if (count === 0) return t('no checked prompt was answered by both {0} and {1}.', other, base);
  return unit === 'group'
    ? t(
        '{0} and {1} both answered only {2} checked groups; it takes at least {3}.',
        other,
        base,
        count,
        fewestUnits,
      )
    : t(
        '{0} and {1} both answered only {2} checked prompts; it takes at least {3}.',
        other,
        base,
        count,
        fewestUnits,
      );
}

function noiseFloorText(verdict: Verdict, subject: VerdictSubject): string {
  const { base, unit } = subject;
  const { kind, why, squares } = verdict;
  const count = verdict.better + verdict.worse + verdict.equal;
  if (kind === 'notFinal')
    return notFinalText(verdictName(verdict, subject), t('{0} against itself', base), verdict, subject);
  if (kind !== 'none')
    return t(
      '{0} against itself: {1}. Chance alone makes differences of up to {2} points.',
      base,
      countsText(verdict, unit),
      reachText(chanceReach(squares, count)),
    );
  switch (why) {
    case 'identical':
      return t('{0} against itself: every answer is the same, so nothing here is chance.', base);
    case 'notChecked':
      return t('{0} against itself: there is nothing to check.', base);
    case 'empty':
      return t('{0} against itself: over 5 % of the answers have no text.', base);
    case 'lost':
      return t(
        '{0} against itself: too many requests failed or answers are unchecked. Choose Run Missing.',
        base,
      );
    default:
      return t('{0} against itself: too few prompts were answered twice.', base);
  }
}

/** Returns points from a share, rounded up. */
function reachText(share: number): string {
  const scale = share < 0.01 ? 10 : 1;
  return numberText(Math.ceil(share * 100 * scale - 1e-9) / scale);
}

/** The test, and what the numbers don't say of themselves. */
function testText(verdict: JudgedVerdict, subject: VerdictSubject): string {
  const { test, p, holmP, refused } = verdict;
  const said = probabilityText(p);
  const parts = [
    test === 'mcnemar'
      ? t('Exact McNemar test: {0}.', said)
      : test === 'signFlip'
        ? t('Sign-flip test: {0}.', said)
        : t('t test: {0}.', said),
  ];
  if (holmP !== undefined)
    parts.push(t('Adjusted for {0} comparisons (Holm): {1}.', subject.comparisons, probabilityText(holmP)));
  parts.push(...carryingText(verdict, subject), ...limitedText(verdict, subject));
  if (refused > 0)
    parts.push(
      plural(
        refused,
        '{0} pair is left out: both models refused the request.',
        '{0} pairs are left out: both models refused the requests.',
      ),
    );
  if (subject.unit === 'group') parts.push(t('A group counts once, by its mean.'));
  else if (subject.unit === 'repeated') parts.push(t('A repeated prompt counts once, by its mean.'));
  return parts.join(' ');
}

/** Says how many units decide it. */
function carryingText({ better, worse, equal, both }: JudgedVerdict, { unit }: VerdictSubject): string[] {
  const count = better + worse + equal;
  if (both === undefined) return [];
  const isGroup = unit === 'group';
  if (both * 10 < count * 9)
    return [
      isGroup
        ? t('{0} of {1} groups pass or fail with both.', equal, count)
        : t('{0} of {1} pass or fail with both.', equal, count),
    ];
  return [
    isGroup
      ? t('{0} of {1} groups pass with both; {2} carry the verdict.', both, count, count - both)
      : plural(
          count - both,
          '{1} of {2} pass with both; {0} prompt carries the verdict.',
          '{1} of {2} pass with both; {0} prompts carry the verdict.',
          both,
          count,
        ),
  ];
}

/** Says what it would be without the token limit, if anything else. */
function limitedText({ kind, limited, ifLimited }: JudgedVerdict, subject: VerdictSubject): string[] {
  if (!ifLimited) return [];
  const { passed, failed } = ifLimited;
  if (passed === kind && failed === kind)
    return [
      plural(
        limited,
        '{0} pair has an answer that ended at the token limit, which changes nothing.',
        '{0} pairs have answers that ended at the token limit, which changes nothing.',
      ),
    ];
  const name = (one: JudgedVerdict['kind']) => verdictName({ kind: one }, subject);
  return [
    plural(
      limited,
      '{0} pair has an answer that ended at the token limit: if it had passed: “{1}”; if it had failed: “{2}”.',
      '{0} pairs have answers that ended at the token limit: if these had passed: “{1}”; if they had failed: “{2}”.',
      name(passed),
      name(failed),
    ),
  ];
}
