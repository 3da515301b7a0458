import type { RefObject } from 'preact';
import { useCallback, useState } from 'preact/hooks';

/** Opens and closes the settings; opened by something else than their button, they get the focus, which goes back to it. */
export function useSettingsToggle(page: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const toggle = useCallback(() => setOpen((before) => !before), []);
  const open = useCallback(() => {
    setOpen(true);
    // The region exists after the next render.
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>('#settings textarea')?.focus());
  }, [page]);
  const close = useCallback(() => {
    setOpen(false);
    page.current?.querySelector<HTMLElement>('[aria-controls=settings]')?.focus();
  }, [page]);
  return { isOpen, toggle, open, close };
}
