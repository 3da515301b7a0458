import { fewestUnits, type Verdict } from '../../../core/promptSets/verdict/pairedVerdict.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';
import { pointsOf, probabilityText } from './percentText.ts';

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
  /** Whether requests are being sent. */
  isRunning: boolean;
  /** The smallest difference that matters, from 0 to 1. */
  minimumDifference: number;
  /** How many models are compared with the base. */
  comparisons: number;
}

/** Says in words what the checks found out about a model. */
export function verdictText(verdict: Verdict, subject: VerdictSubject): Omit<RunPageVerdict, 'model'> {
  const { kind } = verdict;
  const said = subject.isNoiseFloor ? noiseFloorText(verdict, subject) : comparisonText(verdict, subject);
  if (kind === 'none') return { kind, text: said };
  const { difference, low, high } = verdict;
  return {
    kind,
    text: subject.isRunning ? `${t('Not final, since the run is still going.')} ${said}` : said,
    test: testText(verdict, subject),
    interval: { difference, low, high, minimum: subject.minimumDifference },
  };
}

function comparisonText(verdict: Verdict, subject: VerdictSubject): string {
  switch (verdict.kind) {
    case 'better':
    case 'worse':
      return differenceText(verdict, subject);
    case 'tooSmall':
      return `${plural(
        subject.minimumDifference * 100,
        'Real, but smaller than the {0} point that matters to you.',
        'Real, but smaller than the {0} points that matter to you.',
      )} ${differenceText(verdict, subject)}`;
    case 'unclear':
      return verdict.why === undefined
        ? noDifferenceText(verdict, subject)
        : `${unclearText(verdict, subject)} ${differenceText(verdict, subject)}`;
    case 'none':
      return noVerdictText(verdict, subject);
  }
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
    'No clear difference: {0} is between {1} points worse and {2} better than {3} (95 % interval): {4}.',
    other,
    points(verdict.low),
    points(verdict.high),
    base,
    countsText(verdict, unit),
  );
}

function unclearText({ why, p, holmP = p, lost, cut }: Verdict, { comparisons }: VerdictSubject): string {
  switch (why) {
    case 'lost':
      return plural(
        lost,
        'Unclear: it would not hold if the {0} pair with a failed request or an unchecked answer had gone the other way.',
        'Unclear: it would not hold if the {0} pairs with a failed request or an unchecked answer had gone the other way.',
      );
    case 'cut':
      return plural(
        cut,
        'Unclear: it would not hold if the {0} pair with an answer that was cut off had gone the other way.',
        'Unclear: it would not hold if the {0} pairs with an answer that was cut off had gone the other way.',
      );
    case 'lostAndCut':
      return t(
        'Unclear: it would not hold if the pairs with a failed request or an unchecked answer ({0}), or with an answer that was cut off ({1}), had gone the other way.',
        lost,
        cut,
      );
    case 'holm':
      return t(
        'Unclear: as one of {0} comparisons it may be chance ({1}, adjusted).',
        comparisons,
        probabilityText(holmP),
      );
    default:
      return t(
        'Too close to call: the interval leaves out 0, but by the exact test it may be chance ({0}).',
        probabilityText(p),
      );
  }
}

function noVerdictText(verdict: Verdict, { base, other, hasChecks, isRunning }: VerdictSubject): string {
  const { why, lost } = verdict;
  switch (why) {
    case 'identical':
      return t(
        "No verdict: every answer of {0} is the same as {1}'s. If it is an adapter, it is probably not applied.",
        other,
        base,
      );
    case 'notChecked':
      return hasChecks
        ? t(
            'No verdict on {0}: over 5 % of the answers could not be checked. The rows marked “not checked” say why.',
            other,
          )
        : t('No verdict on {0}: this set has no checks. Rate the answers yourself with Rate Blind.', other);
    case 'lost':
      return plural(
        lost,
        'No verdict on {1}: {0} pair was lost to a failed request or an unchecked answer, which is over 5 %. Choose Run Missing.',
        'No verdict on {1}: {0} pairs were lost to failed requests or unchecked answers, which is over 5 %. Choose Run Missing.',
        other,
      );
    default:
      return fewUnitsText(verdict, other, isRunning);
  }
}

function fewUnitsText({ better, worse, equal }: Verdict, other: string, isRunning: boolean): string {
  const count = better + worse + equal;
  if (isRunning)
    return t('Too early to say anything about {0}: {1} of at least {2} prompts.', other, count, fewestUnits);
  if (count === 0) return t('No verdict on {0}: there are no answers to compare yet.', other);
  return t(
    'No verdict on {0}: both models answered only {1} checked prompts; it takes at least {2}.',
    other,
    count,
    fewestUnits,
  );
}

function noiseFloorText(verdict: Verdict, { base, hasChecks, unit, isRunning }: VerdictSubject): string {
  const { why, low, high } = verdict;
  if (verdict.kind !== 'none') {
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
      return isRunning
        ? t('{0} against itself: too early to say anything.', base)
        : t('{0} against itself: too few prompts were answered twice.', base);
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
