import { useEffect } from 'preact/hooks';

/**
 * Gives the focus back whenever the page has it but no element of it does: at first, and each time VS Code returns it, since an element
 * loses it with its frame. It goes to the element that had it last; if there is none, or it can't have it now, to what `standIn`
 * returns.
 */
export function useReturnedFocus(standIn: () => HTMLElement | null | undefined): void {
  useEffect(() => {
    let last: HTMLElement | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last = target;
    };
    const giveBack = () => {
      if (document.activeElement === document.body)
        (last && canFocus(last) ? last : standIn())?.focus({ preventScroll: true });
    };
    if (document.hasFocus()) giveBack();
    document.addEventListener('focusin', remember);
    window.addEventListener('focus', giveBack);
    return () => {
      document.removeEventListener('focusin', remember);
      window.removeEventListener('focus', giveBack);
    };
  }, []);
}

function canFocus(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.checkVisibility({ visibilityProperty: true })
  );
}
