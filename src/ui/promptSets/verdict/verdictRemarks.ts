import type { JudgedVerdict } from '../../../core/promptSets/verdict/pairedVerdict.ts';
import { plural, t } from '../../shared/text/t.ts';
import { probabilityText } from './percentText.ts';
import { type VerdictSubject, verdictName } from './verdictName.ts';

/** The test, and what the numbers don't say of themselves. */
export function testText(verdict: JudgedVerdict, subject: VerdictSubject): string {
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
