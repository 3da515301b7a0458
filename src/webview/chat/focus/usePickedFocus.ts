import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatFrame, PageAttachment } from '../../../protocol/chat.ts';

/**
 * Once a pick has brought an attachment or a model, moves the focus from the button that opened it to the message: what is typed next
 * is meant for that, and Enter would open the pick again.
 */
export function usePickedFocus(
  page: RefObject<HTMLElement | null>,
  attachments: readonly PageAttachment[],
  columns: ChatFrame['columns'],
): void {
  const models = columns.map(({ name }) => name).join('\n');
  const before = useRef({ count: attachments.length, models });
  const isPicked = useRef(false);
  const goOn = () => {
    if (!isPicked.current || !document.hasFocus()) return;
    isPicked.current = false;
    if (document.activeElement?.matches('[aria-haspopup=dialog]'))
      page.current?.querySelector<HTMLElement>('.composer textarea')?.focus();
  };
  useLayoutEffect(() => {
    isPicked.current ||= attachments.length > before.current.count || models !== before.current.models;
    before.current = { count: attachments.length, models };
    goOn();
  });
  // The page may hear of it before VS Code returns the focus.
  useEffect(() => {
    window.addEventListener('focus', goOn);
    return () => window.removeEventListener('focus', goOn);
  }, []);
}
