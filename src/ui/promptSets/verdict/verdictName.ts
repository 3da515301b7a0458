import type { Verdict, VerdictCounts } from '../../../core/promptSets/verdict/pairedVerdict.ts';
import { plural, t } from '../../shared/text/t.ts';
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
  progress: RunProgress;
  /** The smallest difference that matters, from 0 to 1. */
  minimumDifference: number;
  /** How many models are compared with the base. */
  comparisons: number;
}

/** Returns a verdict in a few words: all that a list shows of it, and what a sentence about one begins with that isn't plain. */
export function verdictName(
  { kind, why, isAtLeast, clear }: Pick<Verdict, 'kind' | 'why' | 'isAtLeast' | 'clear'>,
  { minimumDifference, progress }: Pick<VerdictSubject, 'minimumDifference' | 'progress'>,
): string {
  const minimum = minimumDifference * 100;
  switch (kind) {
    case 'better':
      return isAtLeast
        ? plural(minimum, 'Better by at least {0} point', 'Better by at least {0} points')
        : t('Better');
    case 'worse':
      return isAtLeast
        ? plural(minimum, 'Worse by at least {0} point', 'Worse by at least {0} points')
        : t('Worse');
    case 'belowMinimum':
      return plural(minimum, 'Real, but below {0} point', 'Real, but below {0} points');
    case 'equivalent':
      return plural(minimum, 'Equivalent within {0} point', 'Equivalent within {0} points');
    case 'unclear':
      if (why === undefined) return t('No clear difference');
      return why === 'exactTest' ? t('Too close to call') : t('Unclear');
    case 'notFinal':
      if (clear) return clear === 'better' ? t('Clear already: better') : t('Clear already: worse');
      return notFinalName(progress);
    case 'none':
      return t('No verdict');
  }
}

export function countsText({ better, worse, equal }: VerdictCounts, unit: VerdictSubject['unit']): string {
  return unit === 'group'
    ? t('{0} groups better, {1} worse, {2} equal', better, worse, equal)
    : t('{0} better, {1} worse, {2} equal', better, worse, equal);
}
