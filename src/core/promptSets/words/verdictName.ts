import type { Texts } from '../../../base/texts.ts';
import type { RunProgress, RunStanding } from '../report/runFindings.ts';
import type { Verdict, VerdictCounts } from '../verdict/pairedVerdict.ts';
import { counted } from './counted.ts';

/** How a run is shown: the texts of a language, and its models by the names that they have there. */
export interface Display {
  t: Texts;
  names: readonly string[];
}

/** What a verdict is about, and the texts that it is said in. */
export interface VerdictSubject
  extends Pick<Display, 't'>,
    Pick<RunStanding, 'unit' | 'progress' | 'minimumDifference'> {
  /** The models, as they are shown. */
  base: string;
  other: string;
  /** The other is the base once more. */
  isNoiseFloor: boolean;
  /** How many models are compared with the base. */
  comparisons: number;
}

/** Returns a verdict in a few words: all that a list shows of it, and what a sentence about one begins with that isn't plain. */
export function verdictName(
  { kind, why, isAtLeast, clear }: Pick<Verdict, 'kind' | 'why' | 'isAtLeast' | 'clear'>,
  { t, minimumDifference, progress }: Pick<VerdictSubject, 't' | 'minimumDifference' | 'progress'>,
): string {
  const minimum = minimumDifference * 100;
  switch (kind) {
    case 'better':
      return isAtLeast
        ? t.plural(minimum, 'Better by at least {0} point', 'Better by at least {0} points')
        : t('Better');
    case 'worse':
      return isAtLeast
        ? t.plural(minimum, 'Worse by at least {0} point', 'Worse by at least {0} points')
        : t('Worse');
    case 'belowMinimum':
      return t.plural(minimum, 'Real, but below {0} point', 'Real, but below {0} points');
    case 'equivalent':
      return t.plural(minimum, 'Equivalent within {0} point', 'Equivalent within {0} points');
    case 'unclear':
      if (why === undefined) return t('No clear difference');
      return why === 'exactTest' ? t('Too close to call') : t('Unclear');
    case 'notFinal':
      if (clear) return clear === 'better' ? t('Clear already: better') : t('Clear already: worse');
      return notFinalName(t, progress);
    case 'none':
      return t('No verdict');
  }
}

/** Returns, e.g., "Stopped at 60 of 200": why a run has not all its answers. */
export function unfinishedText(t: Texts, { state, done, of }: RunProgress): string {
  switch (state) {
    case 'new':
      return t('Not started');
    case 'running':
      return t('Still going, at {0} of {1}', done, of);
    case 'stopped':
      return t('Stopped at {0} of {1}', done, of);
    case 'ceiling':
      return t('Stopped at the token ceiling, {0} of {1}', done, of);
    case 'waiting':
      return done === 0 ? t('Waiting for results') : t('Waiting for results, {0} of {1}', done, of);
    case 'earlier':
      return t('The earlier run has {0} of {1} answers', done, of);
    default:
      return t('Interrupted at {0} of {1}', done, of);
  }
}

/** Returns, e.g., "Stopped at 60 of 200: nothing can be said yet"; of what has no answer yet, only how far it is. */
export function notFinalName(t: Texts, progress: RunProgress): string {
  const said = unfinishedText(t, progress);
  return progress.done === 0 ? said : t('{0}: nothing can be said yet', said);
}

/** Returns the counts, marked as `counted` does. */
export function countsText(
  { better, worse, equal }: VerdictCounts,
  { t, unit }: Pick<VerdictSubject, 't' | 'unit'>,
): string {
  const [more, fewer, same] = [
    counted(unit === 'group' ? t('{0} groups better', better) : t('{0} better', better), better, 'better'),
    counted(t('{0} worse', worse), worse, 'worse'),
    counted(t('{0} equal', equal), equal, 'equal'),
  ];
  return t('{0}, {1}, {2}', more, fewer, same);
}
