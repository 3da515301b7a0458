import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatModel } from './chatModel.ts';
import type { ChatHost } from './chatStore.ts';
import { forgetAccepted, readKept } from './composerText.ts';

/** The text of the composer. It is kept at every key, and leaves only when the host has the message. */
export function useDraft(
  host: ChatHost,
  conversationId: string,
  accepted: ChatModel['accepted'],
): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => {
    const kept = readKept(host.kept());
    return kept?.conversationId === conversationId ? kept.draft : '';
  });
  const seen = useRef(accepted.count);
  useLayoutEffect(() => {
    if (seen.current === accepted.count) return;
    seen.current = accepted.count;
    setDraft((text) => forgetAccepted(text, accepted.text));
  }, [accepted]);
  // Also when it is empty: the id is what brings the conversation back after a reload of the window. And at once: a page
  // can go at any time, and effects after the next paint would come too late.
  useLayoutEffect(() => host.keep({ conversationId, draft }), [host, conversationId, draft]);
  return [draft, setDraft];
}
