import type { Texts } from '../../../base/texts.ts';
import { chanceReach } from '../../statistics/index.ts';
import { fewestUnits, type Verdict } from '../verdict/pairedVerdict.ts';
import { counted } from './counted.ts';
import { countsText, type VerdictSubject, verdictName } from './verdictName.ts';

/** Says how far it is, with counts alone: an interval or a test would tempt to stop where it pleases. `about`: what is counted. */
export function notFinalText(verdict: Verdict, subject: VerdictSubject, about: string): string {
  const { better, worse, equal } = verdict;
  const { t } = subject;
  const name = verdictName(verdict, subject);
  return better + worse + equal === 0
    ? t('{0}.', name)
    : t('{0}. {1} so far: {2}.', name, about, countsText(verdict, subject));
}

/** Marks the number of lost pairs, which is the first one of a text. */
export function withLost(said: string, lost: number, t: Texts): string {
  return said.replace(t.number(lost), (number) => counted(number, lost, 'lost'));
}

/** To be said after `verdictName`. */
export function noVerdictText(verdict: Verdict, { t, base, other, unit }: VerdictSubject): string {
  const { why, lost, better, worse, equal } = verdict;
  const count = better + worse + equal;
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
      return t('over 5% of the answers of {0} or {1} have no text.', other, base);
    case 'lost':
      return withLost(
        t.plural(
          lost,
          '{0} pair with {1} was lost to a failed request, a cut connection or an unchecked answer, which is over 5%. Choose Run Missing.',
          '{0} pairs with {1} were lost to failed requests, cut connections or unchecked answers, which is over 5%. Choose Run Missing.',
          other,
        ),
        lost,
        t,
      );
    default: {
      if (count === 0) return t('no checked prompt was answered by both {0} and {1}.', other, base);
      const units = unit === 'group' ? t('{0} checked groups', count) : t('{0} checked prompts', count);
      return t('{0} and {1} both answered only {2}; it takes at least {3}.', other, base, units, fewestUnits);
    }
  }
}

/** Says how far chance alone goes, in points, rounded up. */
export function noiseFloorText(verdict: Verdict, subject: VerdictSubject): string {
  const { kind, better, worse, equal, squares } = verdict;
  const { t, base } = subject;
  if (kind === 'notFinal') return notFinalText(verdict, subject, t('{0} against itself', base));
  if (kind === 'none') return t('{0} against itself: {1}', base, noNoiseText(verdict, subject));
  const reach = chanceReach(squares, better + worse + equal);
  const scale = reach < 0.01 ? 10 : 1;
  const points = Math.ceil(reach * 100 * scale - 1e-9) / scale;
  const counts = countsText(verdict, subject);
  const found = t('{0}. Chance alone makes differences of up to {1} points.', counts, points);
  return t('{0} against itself: {1}', base, found);
}

function noNoiseText({ why }: Verdict, { t }: VerdictSubject): string {
  switch (why) {
    case 'identical':
      return t('every answer is the same, so nothing here is chance.');
    case 'notChecked':
      return t('there is nothing to check.');
    case 'empty':
      return t('over 5% of the answers have no text.');
    case 'lost':
      return t('too many requests failed or answers are unchecked. Choose Run Missing.');
    default:
      return t('too few prompts were answered twice.');
  }
}
