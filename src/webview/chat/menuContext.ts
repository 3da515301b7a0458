/**
 * Tells VS Code what a right click hit, for its context menu. Only fields keep its own Cut, Copy and Paste: they take all of
 * them or none. Elsewhere our *Copy* shows while text is selected.
 * `chat`: the chat's id, once it is known.
 */
export function followContextMenu(chat: () => string | undefined): void {
  // Captured, since VS Code reads the attributes in its own listener.
  window.addEventListener('contextmenu', ({ target }) => tell(target, chat()), { capture: true });
}

function tell(target: EventTarget | null, chat: string | undefined): void {
  const isField = target instanceof Element && target.closest('textarea, input') !== null;
  const hasSelection = !isField && String(getSelection()) !== '';
  // On the body: what a turn says of itself is added to it.
  document.body.dataset['vscodeContext'] = JSON.stringify({
    preventDefaultContextMenuItems: !isField,
    hasSelection,
    chat,
  });
}
