import { fewestUnits, type Verdict } from '../../../core/promptSets/verdict/pairedVerdict.ts';
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
  /** Whether any prompt has something to check. */
  hasChecks: boolean;
  progress: RunProgress;
  /** The smallest difference that matters, from 0 to 1. */
  minimumDifference: number;
  /** How many models are compared with the base. */
  comparisons: number;
}

/** Says in words what the checks found out about a model. */
export function verdictText(verdict: Verdict, subject: VerdictSubject): Omit<RunPageVerdict, 'model'> {
  const { kind } = verdict;
  const text = subject.isNoiseFloor ? noiseFloorText(verdict, subject) : comparisonText(verdict, subject);
  if (kind === 'none' || kind === 'notFinal') return { kind, text };
  const { difference, low, high } = verdict;
  const interval = { difference, low, high, minimum: subject.minimumDifference };
  return { kind, text, test: testText(verdict, subject), interval };
}

/** Returns a verdict in a few words: all that a list shows of it, and what a sentence about one begins with that isn't sure. */
export function verdictName(
  { kind, why }: Pick<Verdict, 'kind' | 'why'>,
  { minimumDifference, progress }: Pick<VerdictSubject, 'minimumDifference' | 'progress'>,
): string {
  switch (kind) {
    case 'better':
      return t('Better');
    case 'worse':
      return t('Worse');
    case 'tooSmall':
      return plural(minimumDifference * 100, 'Real, but below {0} point', 'Real, but below {0} points');
    case 'unclear':
      if (why === undefined) return t('No clear difference');
      return why === 'exactTest' ? t('Too close to call') : t('Unclear');
    case 'notFinal':
      return notFinalName(progress);
    case 'none':
      return t('No verdict');
  }
}

function comparisonText(verdict: Verdict, subject: VerdictSubject): string {
  const { kind, why } = verdict;
  if (kind === 'better' || kind === 'worse') return differenceText(verdict, subject);
  const name = verdictName(verdict, subject);
  if (kind === 'notFinal') return notFinalText(name, subject.other, verdict, subject);
  if (kind === 'none') return t('{0}: {1}', name, noVerdictText(verdict, subject));
  if (kind === 'tooSmall') return t('{0}: {1}', name, differenceText(verdict, subject));
  return why === undefined
    ? t('{0}: {1}', name, noDifferenceText(verdict, subject))
    : `${t('{0}: {1}', name, unclearText(verdict, subject))} ${differenceText(verdict, subject)}`;
}

/** Says how far it is, with counts alone: an interval or a test would tempt to stop where it pleases. */
function notFinalText(name: string, about: string, verdict: Verdict, { unit }: VerdictSubject): string {
  const { better, worse, equal } = verdict;
  return better + worse + equal === 0
    ? t('{0}.', name)
    : t('{0}. {1} so far: {2}.', name, about, countsText(verdict, unit));
}

function differenceText(verdict: Verdict, { base, other, unit }: VerdictSubject): string {
  const { difference, low, high } = verdict;
  const points = pointsOf(verdict);
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

function countsText({ better, worse, equal }: Verdict, unit: VerdictSubject['unit']): string {
  return unit === 'group'
    ? t('{0} groups better, {1} worse, {2} equal', better, worse, equal)
    : t('{0} better, {1} worse, {2} equal', better, worse, equal);
}

function noDifferenceText(verdict: Verdict, { base, other, unit }: VerdictSubject): string {
  const points = pointsOf(verdict);
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
function unclearText({ why, p, holmP = p, lost, cut }: Verdict, { comparisons }: VerdictSubject): string {
  switch (why) {
    case 'lost':
      return plural(
        lost,
        'it would not hold if the {0} pair with a failed request or an unchecked answer had gone the other way.',
        'it would not hold if the {0} pairs with a failed request or an unchecked answer had gone the other way.',
      );
    case 'cut':
      return plural(
        cut,
        'it would not hold if the {0} pair with an answer that was cut off had gone the other way.',
        'it would not hold if the {0} pairs with an answer that was cut off had gone the other way.',
      );
    case 'lostAndCut':
      return t(
        'it would not hold if the pairs with a failed request or an unchecked answer ({0}), or with an answer that was cut off ({1}), had gone the other way.',
        lost,
        cut,
      );
    case 'holm':
      return t(
        'as one of {0} comparisons it may be chance ({1}, adjusted).',
        comparisons,
        probabilityText(holmP),
      );
    default:
      return t(
        'the interval leaves out 0, but by the exact test it may be chance ({0}).',
        probabilityText(p),
      );
  }
}

/** To be said after `verdictName`. */
function noVerdictText(verdict: Verdict, { base, other, hasChecks }: VerdictSubject): string {
  const { why, lost, better, worse, equal } = verdict;
  switch (why) {
    case 'identical':
      return t(
        "every answer of {0} is the same as {1}'s. If it is an adapter, it is probably not applied.",
        other,
        base,
      );
    case 'notChecked':
      return hasChecks
        ? t(
            'over 5 % of the answers of {0} or {1} could not be checked. The rows marked “not checked” say why.',
            other,
            base,
          )
        : t('this set has no checks. Rate the answers yourself with Rate Blind.');
    case 'lost':
      return plural(
        lost,
        '{0} pair with {1} was lost to a failed request or an unchecked answer, which is over 5 %. Choose Run Missing.',
        '{0} pairs with {1} were lost to failed requests or unchecked answers, which is over 5 %. Choose Run Missing.',
        other,
      );
    default:
      return fewUnitsText(better + worse + equal, other, base);
  }
}

function fewUnitsText(count: number, other: string, base: string): string {
  if (count === 0) return t('no checked prompt was answered by both {0} and {1}.', other, base);
  return t(
    '{0} and {1} both answered only {2} checked prompts; it takes at least {3}.',
    other,
    base,
    count,
    fewestUnits,
  );
}

function noiseFloorText(verdict: Verdict, subject: VerdictSubject): string {
  const { base, hasChecks, unit } = subject;
  const { kind, why, low, high } = verdict;
  if (kind === 'notFinal')
    return notFinalText(verdictName(verdict, subject), t('{0} against itself', base), verdict, subject);
  if (kind !== 'none') {
    const points = pointsOf(verdict);
    return t(
      '{0} against itself: {1}. Chance alone makes a difference of {2} to {3} points (95 % interval).',
      base,
      countsText(verdict, unit),
      signed(low, points),
      signed(high, points),
    );
  }
  switch (why) {
    case 'identical':
      return t('{0} against itself: every answer is the same, so nothing here is chance.', base);
    case 'notChecked':
      return hasChecks
        ? t('{0} against itself: over 5 % of the answers could not be checked.', base)
        : t('{0} against itself: there is nothing to check.', base);
    case 'lost':
      return t(
        '{0} against itself: too many requests failed or answers are unchecked. Choose Run Missing.',
        base,
      );
    default:
      return t('{0} against itself: too few prompts were answered twice.', base);
  }
}

function signed(share: number, points: (share: number) => number): string {
  return `${share < 0 ? '−' : ''}${numberText(points(share))}`;
}

function testText({ test, p, holmP }: Verdict, { comparisons, unit }: VerdictSubject): string {
  const said = probabilityText(p);
  const parts = [
    test === 'mcnemar'
      ? t('Exact McNemar test: {0}.', said)
      : test === 'signFlip'
        ? t('Sign-flip test: {0}.', said)
        : t('t test: {0}.', said),
  ];
  if (holmP !== undefined)
    parts.push(t('Adjusted for {0} comparisons (Holm): {1}.', comparisons, probabilityText(holmP)));
  if (unit === 'group') parts.push(t('A group counts once, by its mean.'));
  else if (unit === 'repeated') parts.push(t('A repeated prompt counts once, by its mean.'));
  return parts.join(' ');
}
