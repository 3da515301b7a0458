import type { Texts } from '../../../base/texts.ts';
import type { JudgedVerdict } from '../verdict/pairedVerdict.ts';
import { probabilityText } from './percentText.ts';
import { worseTagsText } from './tagText.ts';
import { type VerdictSubject, verdictName } from './verdictName.ts';

/** The test, and what the numbers don't say of themselves. */
export function testText(verdict: JudgedVerdict, subject: VerdictSubject): string {
  const { test, p, holmP, refused } = verdict;
  const { t, comparisons, unit } = subject;
  const said = probabilityText(t, p);
  return [
    worseTagsText(verdict, subject),
    test === 'mcnemar'
      ? t('Exact McNemar test: {0}.', said)
      : test === 'signFlip'
        ? t('Sign-flip test: {0}.', said)
        : t('t test: {0}.', said),
    holmP === undefined ? '' : holmText(t, comparisons, holmP),
    carryingText(verdict, subject),
    limitedText(verdict, subject),
    flakyText(verdict, subject),
    refused > 0
      ? t.plural(
          refused,
          '{0} pair is left out: both models refused the request.',
          '{0} pairs are left out: both models refused the requests.',
        )
      : '',
    unit === 'group' ? t('A group counts once, by its mean.') : '',
    unit === 'repeated' ? t('A repeated prompt counts once, by its mean.') : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export function holmText(t: Texts, comparisons: number, holmP: number): string {
  return t('Adjusted for {0} comparisons (Holm): {1}.', comparisons, probabilityText(t, holmP));
}

/** Says how many units decide it. */
function carryingText({ better, worse, equal, both }: JudgedVerdict, { t, unit }: VerdictSubject): string {
  const count = better + worse + equal;
  if (both === undefined) return '';
  if (both * 10 < count * 9)
    return unit === 'group'
      ? t('{0} of {1} groups pass or fail with both.', equal, count)
      : t('{0} of {1} pass or fail with both.', equal, count);
  const carrying = count - both;
  if (unit === 'group')
    return t('{0} of {1} groups pass with both; {2} carry the verdict.', both, count, carrying);
  return t.plural(
    carrying,
    '{1} of {2} pass with both; {0} prompt carries the verdict.',
    '{1} of {2} pass with both; {0} prompts carry the verdict.',
    both,
    count,
  );
}

/** Says what it would be without flaky prompts, if anything else. As one of several, it is adjusted to them all. */
function flakyText({ kind, why, withoutFlaky }: JudgedVerdict, subject: VerdictSubject): string {
  if (!withoutFlaky || withoutFlaky === kind || why === 'holm') return '';
  const { t } = subject;
  const name = verdictName({ kind: withoutFlaky }, subject);
  return t(
    'Flaky prompts, which pass only some of the time, decide it: without them it would be “{0}”.',
    name,
  );
}

/** Says what it would be without the token limit, if anything else. */
function limitedText({ kind, limited, ifLimited }: JudgedVerdict, subject: VerdictSubject): string {
  if (!ifLimited) return '';
  const { t } = subject;
  const { passed, failed } = ifLimited;
  if (passed === kind && failed === kind)
    return t.plural(
      limited,
      '{0} pair has an answer that ended at the token limit, which changes nothing.',
      '{0} pairs have answers that ended at the token limit, which changes nothing.',
    );
  return t.plural(
    limited,
    '{0} pair has an answer that ended at the token limit: if it had passed: “{1}”; if it had failed: “{2}”.',
    '{0} pairs have answers that ended at the token limit: if these had passed: “{1}”; if they had failed: “{2}”.',
    verdictName({ kind: passed }, subject),
    verdictName({ kind: failed }, subject),
  );
}
