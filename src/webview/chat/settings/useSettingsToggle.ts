import type { RefObject } from 'preact';
import { useCallback, useRef, useState } from 'preact/hooks';
import type { ChatFrame } from '../../../protocol/chat.ts';

/**
 * Opens and closes the settings: of all columns, or of the one with this id. Opened by something else than their button, they get
 * the focus, which goes back to it.
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
  /** At what the column at this place is asked with. */
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
