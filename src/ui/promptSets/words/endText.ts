import type { AskEnd } from '../../../core/promptSets/run/windowRuns.ts';
import { t } from '../../shared/text/t.ts';

/** Says what went wrong when this window asked last; `undefined` if nothing did. */
export function endText(end: AskEnd | undefined): string | undefined {
  switch (end) {
    case 'disk':
      return t(
        "The run stopped: its answers can't be written to this disk. Make space, then choose Run Missing.",
      );
    case 'taken':
      return t('Another window has taken this run over, since this one was silent for too long.');
    case 'elsewhere':
      return t('Another window has this run, so nothing was sent from here.');
    case 'newer':
      return t('A newer version of Hosted Models wrote this run, so it can only be read. Update to go on.');
    default:
      return undefined;
  }
}
