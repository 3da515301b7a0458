import type { Host } from './host.ts';

/** Rows of a table come later, and their names are answers. */
const controls = ':is(button, input, a):not(table *)';

/**
 * Keeps which control has the focus, since VS Code builds a page anew that was behind another editor. Returns a function that finds the
 * one that had it before, by its name.
 */
export function keepFocus(
  host: Pick<Host<never, never, never>, 'hadFocus' | 'keepFocus'>,
): () => HTMLElement | undefined {
  const { hadFocus } = host;
  document.addEventListener('focusin', ({ target }) => {
    const isControl = target instanceof HTMLElement && target.matches(controls);
    host.keepFocus(isControl ? nameOf(target) : undefined);
  });
  return () =>
    hadFocus === undefined
      ? undefined
      : [...document.querySelectorAll<HTMLElement>(controls)].find((one) => nameOf(one) === hadFocus);
}

function nameOf(control: HTMLElement): string {
  const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : undefined;
  return label ?? control.ariaLabel ?? control.textContent;
}
