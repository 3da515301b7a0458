import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageTurn } from '../../../protocol/chat.ts';
import { IconButton } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { usePost } from '../../shared/post.ts';
import type { Arrow, PickMemory, TurnPlace } from './turnContext.ts';

export function SiblingPicker({ turn, place }: { turn: PageTurn; place: TurnPlace }) {
  const post = usePost();
  const { siblings } = turn;
  const { picked, canSelect } = place;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const memory = picked.current;
    if (memory?.turn !== turn.id || element.current === null) return;
    picked.current = undefined;
    takeOver(element.current, memory);
  }, []);
  const button = (arrow: Arrow, icon: string, label: string) => {
    const other = siblings[arrow];
    const select = () => {
      if (other === undefined) return;
      const top = element.current?.getBoundingClientRect().top ?? 0;
      picked.current = { turn: other, arrow, top };
      post({ type: 'select', turn: other });
    };
    const isDisabled = !canSelect || other === undefined;
    return (
      <IconButton
        label={label}
        icon={icon}
        data-arrow={arrow}
        data-unfolds
        disabled={isDisabled}
        onClick={select}
      />
    );
  };
  const isOwn = turn.role === 'user';
  return (
    <div class="row tight siblings" ref={element}>
      {button('previous', 'chevron-left', isOwn ? t('Previous Version') : t('Previous Answer'))}
      <span>{t('{0} of {1}', siblings.index, siblings.count)}</span>
      {button('next', 'chevron-right', isOwn ? t('Next Version') : t('Next Answer'))}
    </div>
  );
}

/** Scrolls so that the new turn's picker is where the old one was, and focuses the same arrow. */
function takeOver(element: HTMLElement, { arrow, top }: NonNullable<PickMemory['current']>): void {
  const region = element.closest('[role=log]');
  if (region) region.scrollTop += element.getBoundingClientRect().top - top;
  const same = element.querySelector<HTMLElement>(`[data-arrow=${arrow}]:enabled`);
  (same ?? element.querySelector<HTMLElement>(':enabled'))?.focus({ preventScroll: true });
}
