import type { RunIndex } from '../../../core/promptSets/run/runIndex.ts';
import { t } from '../../shared/text/t.ts';

/** How far a run is, in answers. `earlier`: it is the earlier one of two that are compared. */
export interface RunProgress {
  state: RunIndex['state'] | 'running' | 'earlier';
  done: number;
  of: number;
}

/** Returns how far a run is. `isRunning`: requests are being sent. */
export function runProgress(
  { state, answered, size }: Pick<RunIndex, 'state' | 'answered' | 'size'>,
  isRunning: boolean,
): RunProgress {
  return { state: isRunning ? 'running' : state, done: answered, of: size };
}

/** Returns, e.g., "Stopped at 60 of 200": why a run has not all its answers. */
export function unfinishedText({ state, done, of }: RunProgress): string {
  switch (state) {
    case 'new':
      return t('Not started');
    case 'running':
      return t('Still going, at {0} of {1}', done, of);
    case 'stopped':
      return t('Stopped at {0} of {1}', done, of);
    case 'waiting':
      return done === 0 ? t('Waiting for results') : t('Waiting for results, {0} of {1}', done, of);
    case 'earlier':
      return t('The earlier run has {0} of {1} answers', done, of);
    default:
      return t('Interrupted at {0} of {1}', done, of);
  }
}

/** Returns, e.g., "Stopped at 60 of 200: nothing can be said yet"; of what has no answer yet, only how far it is. */
export function notFinalName(progress: RunProgress): string {
  const said = unfinishedText(progress);
  return progress.done === 0 ? said : t('{0}: nothing can be said yet', said);
}
