import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatToHost, Siblings } from '../../../protocol/chat.ts';
import { IconButton } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';

/** The turn that an arrow was pressed to show, and where the arrow was: it reappears there. */
export interface PickMemory {
  current: { turn: string; arrow: 'previous' | 'next'; top: number } | undefined;
}

interface SiblingPickerProps {
  turn: string;
  siblings: Siblings;
  /** Labels of the arrows. */
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

/** Puts the new turn's picker where the old one was, with the focus on the same arrow. */
function takeOver(element: HTMLElement, { arrow, top }: NonNullable<PickMemory['current']>): void {
  const region = element.closest('[role=log]');
  if (region) region.scrollTop += element.getBoundingClientRect().top - top;
  const same = element.querySelector<HTMLElement>(`[data-arrow=${arrow}]:enabled`);
  (same ?? element.querySelector<HTMLElement>(':enabled'))?.focus({ preventScroll: true });
}
