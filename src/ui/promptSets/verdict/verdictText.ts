import {
  isJudged,
  type JudgedVerdict,
  type Verdict,
} from '../../../core/promptSets/verdict/pairedVerdict.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';
import { noiseFloorText, notFinalText, noVerdictText } from './noVerdictText.ts';
import { pointsOf, probabilityText } from './percentText.ts';
import { countsText, type VerdictSubject, verdictName } from './verdictName.ts';
import { testText } from './verdictRemarks.ts';

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
