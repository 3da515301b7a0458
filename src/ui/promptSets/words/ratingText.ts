import type { BlindRating } from '../../../core/promptSets/rate/blindRating.ts';
import type { ModelRatingVerdict } from '../../../core/promptSets/report/runRatingVerdicts.ts';
import { fewestUnits } from '../../../core/promptSets/verdict/pairedVerdict.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';
import { preferenceParts, preferenceSubject, preferenceTexts } from './preferenceText.ts';

/** Says in words what the finished rounds of a run found. */
export function ratingTexts(
  verdicts: readonly ModelRatingVerdict[],
  names: readonly string[],
): RunPageVerdict[] {
  return preferenceTexts(verdicts, names, () => ({
    found: (text) => t('Rated blind: {0}', text),
    tooFew: (count, model) =>
      plural(
        count,
        'Rated blind: no verdict on {1}. Only {0} prompt was rated; it takes at least {2}.',
        'Rated blind: no verdict on {1}. Only {0} prompts were rated; it takes at least {2}.',
        model,
        fewestUnits,
      ),
  }));
}

/** Returns the parts of *How This Is Computed* that are about ratings, as Markdown. */
export function ratingParts(verdicts: readonly ModelRatingVerdict[], names: readonly string[]): string[] {
  const texts = ratingTexts(verdicts, names);
  return verdicts.flatMap((one, at) => {
    const subject = preferenceSubject(verdicts, one, names);
    const { verdict, rated, skipped } = one;
    const { text = '', test = '' } = texts[at] ?? {};
    const counted = t(
      '{0} prompts were rated, {1} skipped: the verdict must hold, too, if all of these had gone to either side. Prompts of one group count once, as what most of them say.',
      numberText(rated),
      numberText(skipped),
    );
    return [
      `## ${t('{0} beside {1}, rated blind', subject.other, subject.base)}`,
      `${text} ${test}`.trim(),
      t(
        'Each prompt was shown with both answers, without their names; its place in the order and its sides were drawn from a seed before the first was shown. Answers that read the same are left out.',
      ),
      ...preferenceParts(verdict, subject, counted),
    ];
  });
}

/** Its title stays in its language. */
export const ratingSource =
  'W. J. Dixon and A. M. Mood, “The statistical sign test”, Journal of the American Statistical Association 41 (1946), 557–566';

/** Returns, e.g., "24 of 60 rated, 3 skipped". */
export function ratingProgressText({ rated, skipped, of }: BlindRating['progress']): string {
  const said = t('{0} of {1} rated', numberText(rated), numberText(of));
  return skipped === 0 ? said : `${said}, ${t('{0} skipped', numberText(skipped))}`;
}

/** Returns what else is to be known of a round. */
export function ratingNotes(
  { same }: BlindRating['progress'],
  { repetitions, isNewRound }: { repetitions: number; isNewRound: boolean },
): string[] {
  const notes: string[] = [];
  if (isNewRound)
    notes.push(t('This is a new round. The verdict of the last one stands until you finish this one.'));
  if (same > 0)
    notes.push(
      plural(
        same,
        '1 prompt is left out, since both answers to it are the same.',
        '{0} prompts are left out, since both answers to them are the same.',
      ),
    );
  if (repetitions > 1) notes.push(t('Of repeated prompts, the first answer is rated.'));
  return notes;
}
