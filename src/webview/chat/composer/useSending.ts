import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import type { PageAttachment } from '../../../protocol/chat.ts';
import type { ChatHost } from '../pageStore.ts';

/**
 * Returns functions that send a message with its attachments, at once or after the streaming answers. `onGo`, called after sending
 * at once, should always be the same function.
 */
export function useSending(host: ChatHost, attachments: readonly PageAttachment[], onGo: () => void) {
  const withAttachments = useCallback(() => {
    const ids = attachments.map(({ id }) => id);
    return ids.length > 0 ? { attachments: ids } : {};
  }, [attachments]);
  const send = useCallback(
    (text: string) => {
      host.post({ type: 'send', text, ...withAttachments() });
      onGo();
    },
    [host, withAttachments, onGo],
  );
  const queue = useCallback(
    (text: string) => host.post({ type: 'queue', id: crypto.randomUUID(), text, ...withAttachments() }),
    [host, withAttachments],
  );
  return { send, queue };
}

/**
 * Keeps a second Enter from sending a text that the host is still storing: the returned function returns true if the text may be
 * sent. Once any of `news` has changed, e.g. by the host's reply, the same text may be sent again.
 */
export function useSentOnce(...news: readonly unknown[]): (text: string) => boolean {
  const waiting = useRef<string | undefined>(undefined);
  // Runs before the next paint; after it, this would undo what was sent since.
  useLayoutEffect(() => {
    waiting.current = undefined;
  }, news);
  return (text) => {
    const isNew = waiting.current !== text;
    waiting.current = text;
    return isNew;
  };
}
