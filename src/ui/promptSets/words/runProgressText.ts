import type { Asking } from '../../../core/promptSets/ask/windowRuns.ts';
import { waitText } from '../../shared/errors/waitText.ts';
import { plural, t } from '../../shared/text/t.ts';
import { clockTime } from '../../shared/text/time.ts';

/** No estimate is made before so many answers, and so many ms. */
const [fewestAnswers, shortestMs] = [5, 2000];

/** A longer wait is told by its end, in ms. */
const longWaitMs = 60_000;

/**
 * Returns, e.g., "312 of 400 · about 1 min", or what the requests wait for. `asking`: only in the window that sends them. `left`: how
 * many more will be asked.
 */
export function runProgressText(
  { done, of, left }: { done: number; of: number; left: number },
  asking: Pick<Asking, 'wait' | 'startedAt' | 'before'> | undefined,
  now = Date.now(),
): string {
  const counted = t('{0} of {1}', done, of);
  if (!asking) return counted;
  const { wait, startedAt, before } = asking;
  if (wait) {
    const isLong = wait.until - now > longWaitMs;
    return `${counted} · ${isLong ? t('waits until {0}', clockTime(wait.until, now)) : waitText(wait)}`;
  }
  const [answers, ms] = [done - before, now - startedAt];
  if (answers < fewestAnswers || ms < shortestMs || left === 0) return counted;
  return `${counted} · ${durationText((ms / answers) * left)}`;
}

/** Returns, e.g., "about 1 min": by 5 seconds, then by minutes, then by hours and minutes. */
function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 5000) * 5;
  if (seconds < 60) return t('about {0} s', seconds);
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return plural(Math.max(1, minutes), 'about 1 min', 'about {0} min');
  return t('about {0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}
