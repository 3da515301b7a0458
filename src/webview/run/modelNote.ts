import type { RunPageModel } from '../../protocol/run.ts';
import { t } from '../shared/l10n.ts';

/** Returns what stands behind a model's name: that it is the base, or the base once more. */
export function noteOf({ isBase, isNoiseFloor }: Omit<RunPageModel, 'name'>): string {
  if (isNoiseFloor) return t('· base again');
  return isBase ? t('· base') : '';
}
