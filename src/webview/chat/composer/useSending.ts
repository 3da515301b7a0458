import { useCallback } from 'preact/hooks';
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
