import type { Host } from './host.ts';

/** Rows of a table come later, and their names are answers. */
const anyControl = ':is(button, input, a):not(table *)';

/**
 * Keeps which control has the focus, since VS Code builds a page anew that was behind another editor. Returns a function that finds the
 * one that had it before, by its id or name. `controls` selects those that are kept.
 */
export function keepFocus(
  host: Pick<Host<never, never, never>, 'hadFocus' | 'keepFocus'>,
  controls = anyControl,
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
  return control.id || (label ?? control.ariaLabel ?? control.textContent);
}
