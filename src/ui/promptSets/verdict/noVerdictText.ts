import { fewestUnits, type Verdict } from '../../../core/promptSets/verdict/pairedVerdict.ts';
import { chanceReach } from '../../../core/statistics/index.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';
import { countsText, type VerdictSubject, verdictName } from './verdictName.ts';

/** Says how far it is, with counts alone: an interval or a test would tempt to stop where it pleases. */
export function notFinalText(
  name: string,
  about: string,
  verdict: Verdict,
  { unit }: VerdictSubject,
): string {
  const { better, worse, equal } = verdict;
  return better + worse + equal === 0
    ? t('{0}.', name)
    : t('{0}. {1} so far: {2}.', name, about, countsText(verdict, unit));
}

/** To be said after `verdictName`. */
export function noVerdictText(verdict: Verdict, { base, other, unit }: VerdictSubject): string {
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

export function noiseFloorText(verdict: Verdict, subject: VerdictSubject): string {
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
