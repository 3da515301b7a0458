import type { AskJob } from '../../../core/promptSets/ask/askJob.ts';
import type { AskEnd } from '../../../core/promptSets/ask/windowRuns.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { RunStore } from '../../../core/promptSets/run/runStore.ts';
import { newerText } from '../../../core/promptSets/words/runNotices.ts';
import { t } from '../../shared/text/t.ts';

/** Says what went wrong when this window asked last; `undefined` if nothing did. */
export function endText(end: AskEnd, { is }: Pick<AskJob, 'is'>): string | undefined {
  switch (end) {
    case 'disk':
      if (is === 'judge')
        return t(
          "The judge was stopped: what it says can't be written to this disk. Free up disk space, then choose Judge With Model…",
        );
      return t(
        "The run stopped: its answers can't be written to this disk. Free up disk space, then choose Run Missing.",
      );
    case 'taken':
      return t(
        'Another window has taken over this run, because this one stopped responding. What was answered is kept.',
      );
    case 'elsewhere':
      return t('This run is open in another window, so nothing was sent from here.');
    case 'newer':
      return newerText(t);
    case 'deleted':
      return deletedText();
    default:
      return undefined;
  }
}

/** Says why a run could not be opened. Another window may have deleted it. */
export async function notOpenedText(id: string, store: Pick<RunStore, 'has'>): Promise<string> {
  return (await store.has(id)) ? t('This run could not be read. See the log.') : deletedText();
}

/** Says why a run could not be claimed; `elsewhere` if another window has it. */
export function notClaimedText(
  { isDeleted, isNewer }: Pick<RunFile, 'isDeleted' | 'isNewer'>,
  elsewhere: string,
): string {
  if (isDeleted) return deletedText();
  return isNewer ? newerText(t) : elsewhere;
}

function deletedText(): string {
  return t('This run was deleted.');
}
