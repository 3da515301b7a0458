import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Gives the focus back whenever the page has it but no element of it does: at first, each time VS Code returns it, since an element
 * loses it with its frame, and once its element has gone; not after a click on nothing. It goes to the element that had it last; if
 * there is none, or it can't have it now, to what `standIn` returns, else to the heading before.
 */
export function useReturnedFocus(standIn: (isFirst: boolean) => HTMLElement | null | undefined): void {
  const last = useRef<{ element: HTMLElement; heading: HTMLElement | undefined } | undefined>(undefined);
  const giveBack = () => {
    if (document.activeElement !== document.body) return;
    const { element, heading } = last.current ?? {};
    const next = canFocus(element) ? element : standIn(element === undefined);
    (next ?? (canFocus(heading) ? heading : headings()[0]))?.focus({ preventScroll: true });
  };
  const latest = useRef(giveBack);
  latest.current = giveBack;
  useLayoutEffect(() => {
    if (document.hasFocus() && !last.current?.element.isConnected) giveBack();
  });
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = { element: target, heading: headingBefore(target) };
    };
    const onReturn = () => latest.current();
    document.addEventListener('focusin', remember);
    window.addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('focusin', remember);
      window.removeEventListener('focus', onReturn);
    };
  }, []);
}

function canFocus(element: HTMLElement | undefined): boolean {
  if (!element?.isConnected || element.matches(':disabled')) return false;
  return element.checkVisibility({ visibilityProperty: true });
}

/** Returns the headings that can have the focus. */
function headings(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(':is(h1, h2)[tabindex]')];
}

function headingBefore(element: HTMLElement): HTMLElement | undefined {
  const isBefore = (one: HTMLElement) =>
    (one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return headings().findLast(isBefore);
}
