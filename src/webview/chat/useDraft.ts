import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatModel } from './chatModel.ts';
import type { ChatHost } from './chatStore.ts';
import { forgetAccepted } from './composerText.ts';
import { keptOf } from './pageState.ts';

/** The text of the composer. It is kept at every key, and leaves only when the host has the message. */
export function useDraft(
  host: ChatHost,
  conversationId: string,
  accepted: ChatModel['accepted'],
): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => keptOf(host, conversationId).draft);
  const seen = useRef(accepted.count);
  useLayoutEffect(() => {
    if (seen.current === accepted.count) return;
    seen.current = accepted.count;
    // What was said anew came from another field.
    if (accepted.edited === undefined) setDraft((text) => forgetAccepted(text, accepted.text));
  }, [accepted]);
  // Also when it is empty: the id is what brings the conversation back after a reload of the window. And at once: a page
  // can go at any time, and effects after the next paint would come too late.
  useLayoutEffect(() => host.keep({ ...keptOf(host, conversationId), draft }), [host, conversationId, draft]);
  return [draft, setDraft];
}
