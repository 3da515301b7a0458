import type { BlindRating } from '../../../core/promptSets/rate/blindRating.ts';
import { plural, t } from '../../shared/text/t.ts';

/** Returns, e.g., "24 of 60 rated, 3 skipped". */
export function ratingProgressText({ rated, skipped, of }: BlindRating['progress']): string {
  const said = t('{0} of {1} rated', rated, of);
  return skipped === 0 ? said : `${said}, ${t('{0} skipped', skipped)}`;
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
