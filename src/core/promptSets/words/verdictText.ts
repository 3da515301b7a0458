import { isJudged, type JudgedVerdict, type Verdict } from '../verdict/pairedVerdict.ts';
import { readCounted } from './counted.ts';
import type { VerdictWords } from './findingWords.ts';
import { noiseFloorText, notFinalText, noVerdictText, withLost } from './noVerdictText.ts';
import { isTiny, pointsOf, probabilityText } from './percentText.ts';
import { testText } from './testText.ts';
import { countsText, type VerdictSubject, verdictName } from './verdictName.ts';

/** Says in words what the checks found out about a model. */
export function verdictText(verdict: Verdict, subject: VerdictSubject): VerdictWords {
  const { kind } = verdict;
  const { t } = subject;
  if (subject.isNoiseFloor) return { kind, ...readCounted(noiseFloorText(verdict, subject)) };
  const name = verdictName(verdict, subject);
  if (!isJudged(verdict)) {
    const text =
      kind === 'notFinal'
        ? (clearText(verdict, subject) ?? notFinalText(verdict, subject, subject.other))
        : t('{0}: {1}', name, noVerdictText(verdict, subject));
    return { kind, ...readCounted(text) };
  }
  const { difference, low, high } = verdict;
  const interval = { difference, low, high, minimum: subject.minimumDifference };
  const text = judgedText(name, verdict, subject);
  return { kind, ...readCounted(text), test: testText(verdict, subject), interval };
}

function judgedText(name: string, verdict: JudgedVerdict, subject: VerdictSubject): string {
  const { kind, why, isAtLeast } = verdict;
  const { t } = subject;
  if (kind === 'unclear' || kind === 'equivalent')
    return why === undefined
      ? t('{0}: {1}', name, noDifferenceText(verdict, subject))
      : `${t('{0}: {1}', name, unclearText(verdict, subject))} ${differenceText(verdict, subject)}`;
  const said = differenceText(verdict, subject);
  return isAtLeast || kind === 'belowMinimum' ? t('{0}: {1}', name, said) : said;
}

/** Says what is clear before the end; `undefined` if nothing is. */
function clearText({ clear, pAtMost = 1, ...verdict }: Verdict, subject: VerdictSubject): string | undefined {
  if (!clear) return undefined;
  const { t, base, other, progress } = subject;
  const found =
    clear === 'better' ? t('{0} is better than {1}', other, base) : t('{0} is worse than {1}', other, base);
  const bound = t.number(Math.max(1, Math.ceil(pAtMost * 1000)) / 1000);
  const { done, of, state } = progress;
  const counts = countsText(verdict, subject);
  const holds = t('{0}, p at most {1}, whenever one stops. {2}.', found, bound, counts);
  switch (state) {
    case 'stopped':
    case 'ceiling':
      return t('Clear already when it was stopped, after {0} of {1}: {2}', done, of, holds);
    case 'begun':
      return t('Clear already when it was interrupted, after {0} of {1}: {2}', done, of, holds);
    default:
      return t('Clear already, after {0} of {1}: {2}', done, of, holds);
  }
}

function differenceText(verdict: JudgedVerdict, subject: VerdictSubject): string {
  const { t, base, other } = subject;
  const { difference, low, high } = verdict;
  const points = pointsOf([difference, low, high]);
  const [near, far] = difference < 0 ? [high, low] : [low, high];
  // "0" would be in the interval, which the verdict says it is not.
  const from = isTiny(near) && !isTiny(difference) ? t('just above 0') : points(near);
  const said =
    difference < 0
      ? t.plural(
          points(difference),
          '{1} passes {0} point less than {2}',
          '{1} passes {0} points less than {2}',
          other,
          base,
        )
      : t.plural(
          points(difference),
          '{1} passes {0} point more than {2}',
          '{1} passes {0} points more than {2}',
          other,
          base,
        );
  return t('{0} (95% interval: {1} to {2}): {3}.', said, from, points(far), countsText(verdict, subject));
}

function noDifferenceText(verdict: JudgedVerdict, subject: VerdictSubject): string {
  const { t, base, other } = subject;
  const { difference, low, high } = verdict;
  const points = pointsOf([difference, low, high]);
  return t(
    '{0} is between {1} points worse and {2} better than {3} (95% interval): {4}.',
    other,
    points(low),
    points(high),
    base,
    countsText(verdict, subject),
  );
}

/** To be said after `verdictName`. */
function unclearText({ why, p, holmP = p, lost }: JudgedVerdict, { t, comparisons }: VerdictSubject): string {
  switch (why) {
    case 'lost':
      return withLost(
        t.plural(
          lost,
          'the {0} pair with a failed request, or with an answer that was cut off by the connection or not checked, could change it.',
          'the {0} pairs with a failed request, or with an answer that was cut off by the connection or not checked, could change it.',
        ),
        lost,
        t,
      );
    case 'holm':
      return t(
        'as one of {0} comparisons it may be chance ({1}, adjusted).',
        comparisons,
        probabilityText(t, holmP),
      );
    default:
      return t('the interval leaves out 0, the exact test does not ({0}).', probabilityText(t, p));
  }
}
