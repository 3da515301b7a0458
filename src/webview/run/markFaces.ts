import type { RowMark } from '../../protocol/run.ts';
import { t } from '../shared/l10n.ts';

/** Returns how a mark looks, and what a screen reader says in place of its icon. */
export function markFaces(is: RowMark['is']): { icon: string; text: string } {
  const faces: Record<RowMark['is'], { icon: string; text: string }> = {
    passed: { icon: 'check', text: t('passed') },
    failed: { icon: 'close', text: t('failed') },
    mixed: { icon: 'color-mode', text: t('mixed') },
    none: { icon: 'dash', text: t('not checked') },
    missing: { icon: 'circle-outline', text: t('no answer') },
    error: { icon: 'warning', text: t('request failed') },
  };
  return faces[is];
}
