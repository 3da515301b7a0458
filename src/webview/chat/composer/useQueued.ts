import { useLayoutEffect } from 'preact/hooks';
import type { ChatFrame } from '../../../protocol/chat.ts';
import { type ChatModel, isAsked } from '../chatModel.ts';
import type { ChatHost } from '../chatStore.ts';
import { keptOf } from '../pageState.ts';
import { forgetAccepted, putBefore } from './composerText.ts';

/**
 * Moves a text between the composer and the message that waits for the answer. The page keeps that text too: a window may
 * be gone before the message is sent, or a page while it is.
 */
export function useQueued(
  host: ChatHost,
  { conversationId, queued }: Pick<ChatFrame, 'conversationId' | 'queued'>,
  rows: ChatModel['rows'],
  changeDraft: (change: (draft: string) => string) => void,
): void {
  useLayoutEffect(() => {
    const { queued: before, ...rest } = keptOf(host, conversationId);
    if (queued?.id === before?.id) return;
    host.keep(queued ? { ...rest, queued: { id: queued.id, text: queued.text } } : rest);
    changeDraft((draft) => {
      const left = queued ? forgetAccepted(draft, queued.text) : draft;
      return before && !isAsked(rows, before.id) ? putBefore(left, before.text) : left;
    });
  }, [host, conversationId, queued?.id]);
}
