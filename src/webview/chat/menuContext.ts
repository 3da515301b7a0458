/**
 * Tells VS Code what a right click hit, for its context menu. Only fields keep its own Cut, Copy and Paste: they take all of
 * them or none. Elsewhere our *Copy* shows while text is selected.
 */
export function followContextMenu(): void {
  // Captured, since VS Code reads the attributes in its own listener.
  window.addEventListener('contextmenu', tell, { capture: true });
}

function tell({ target }: Event): void {
  const isField = target instanceof Element && target.closest('textarea, input') !== null;
  const hasSelection = !isField && String(getSelection()) !== '';
  // On the body: what a turn says of itself is added to it.
  document.body.dataset['vscodeContext'] = JSON.stringify({
    preventDefaultContextMenuItems: !isField,
    hasSelection,
  });
}
