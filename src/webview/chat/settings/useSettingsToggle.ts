import type { RefObject } from 'preact';
import { useCallback, useRef, useState } from 'preact/hooks';
import type { ChatFrame } from '../../../protocol/chat.ts';

/**
 * Opens and closes the settings of all columns, or of one of them. If something else than their button opens them, they get the
 * focus. Closing them moves the focus to the button.
 */
export function useSettingsToggle(page: RefObject<HTMLElement | null>, columns: ChatFrame['columns']) {
  const [isOpen, setOpen] = useState(false);
  const [column, choose] = useState<string | undefined>(undefined);
  const latest = useRef(columns);
  latest.current = columns;
  const toggle = useCallback(() => {
    choose(undefined);
    setOpen((before) => !before);
  }, []);
  /** Opens the settings with which the column at this index is asked. */
  const open = useCallback(
    (place: number) => {
      const { id, hasOwnSettings } = latest.current[place] ?? {};
      choose(hasOwnSettings ? id : undefined);
      setOpen(true);
      // The region exists after the next render.
      requestAnimationFrame(() => page.current?.querySelector<HTMLElement>('#settings textarea')?.focus());
    },
    [page],
  );
  const close = useCallback(() => {
    setOpen(false);
    page.current?.querySelector<HTMLElement>('[aria-controls=settings]')?.focus();
  }, [page]);
  return { isOpen, column, choose, toggle, open, close };
}
