import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatToHost, Siblings } from '../../../protocol/chat.ts';
import { IconButton } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';

/** Which arrow was pressed for which turn, and where it stood: the same arrow goes on there. */
export interface PickMemory {
  current: { turn: string; arrow: 'previous' | 'next'; top: number } | undefined;
}

interface SiblingPickerProps {
  turn: string;
  siblings: Siblings;
  /** What the arrows are called. */
  names: { previous: string; next: string };
  canSelect: boolean;
  picked: PickMemory;
  post: (message: ChatToHost) => void;
}

export function SiblingPicker({ turn, siblings, names, canSelect, picked, post }: SiblingPickerProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const memory = picked.current;
    if (memory?.turn !== turn || element.current === null) return;
    picked.current = undefined;
    takeOver(element.current, memory);
  }, []);
  const select = (arrow: 'previous' | 'next') => {
    const other = siblings[arrow];
    if (other === undefined) return;
    const top = element.current?.getBoundingClientRect().top ?? 0;
    picked.current = { turn: other, arrow, top };
    post({ type: 'select', turn: other });
  };
  return (
    <div class="siblings" ref={element}>
      <IconButton
        label={names.previous}
        icon="chevron-left"
        data-arrow="previous"
        data-unfolds
        disabled={!canSelect || siblings.previous === undefined}
        onClick={() => select('previous')}
      />
      <span>{t('{0} of {1}', siblings.index, siblings.count)}</span>
      <IconButton
        label={names.next}
        icon="chevron-right"
        data-arrow="next"
        data-unfolds
        disabled={!canSelect || siblings.next === undefined}
        onClick={() => select('next')}
      />
    </div>
  );
}

/** The picker of the turn that came stands where that of the turn that went stood, with the focus on the same arrow. */
function takeOver(element: HTMLElement, { arrow, top }: NonNullable<PickMemory['current']>): void {
  const region = element.closest('[role=log]');
  if (region) region.scrollTop += element.getBoundingClientRect().top - top;
  const same = element.querySelector<HTMLElement>(`[data-arrow=${arrow}]:enabled`);
  (same ?? element.querySelector<HTMLElement>(':enabled'))?.focus({ preventScroll: true });
}
