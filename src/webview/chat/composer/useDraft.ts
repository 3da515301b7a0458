import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { debounce } from '../../../base/debounce.ts';
import { useChatEvent } from '../chatEvents.ts';
import { type ChatHost, keepOf, keptOf } from '../pageStore.ts';
import { fillWith, forgetAccepted } from './composerText.ts';

/** Drafts of more characters, e.g. a pasted log, are kept only when typing pauses: VS Code rewrites all of it each time. */
const long = 20_000;
const restMs = 500;

/**
 * Returns the text of the composer. It outlives the page, and is removed only when the host has accepted the message. Calls
 * `onSpent`, which must always be the same function, when the text was sent or emptied.
 */
export function useDraft(host: ChatHost, conversationId: string, onSpent: () => void) {
  const [draft, setDraft] = useState(() => keptOf(host, conversationId).draft);
  useChatEvent('accepted', (accepted) => {
    // The edited message was typed in another field.
    if (accepted.edited !== undefined) return;
    setDraft((text) => forgetAccepted(text, accepted.text));
    onSpent();
  });
  useChatEvent('fill', ({ text }) => {
    const filled = fillWith(draft, text);
    setDraft(filled);
    keepOf(host, conversationId, { draft: filled });
    host.post({ type: 'filled' });
  });
  const wasEmpty = useRef(draft === '');
  useLayoutEffect(() => {
    if (draft === '' && !wasEmpty.current) onSpent();
    wasEmpty.current = draft === '';
  }, [draft]);
  const keeper = useMemo(() => createKeeper(host, conversationId), [host, conversationId]);
  // The state is kept even if the draft is empty: its id brings the conversation back after a window reload. It is kept in a layout
  // effect, since the page can close at any time, and effects after the next paint would be too late.
  useLayoutEffect(() => keeper.keep(draft), [keeper, draft]);
  useEffect(() => keeper.flushWhenLeft(), [keeper]);
  return [draft, setDraft] as const;
}

/** Returns an object that keeps a draft and tells the host: a short one at once, a long one after a pause or when the user leaves. */
function createKeeper(host: ChatHost, conversationId: string) {
  let told = '';
  const keepSoon = debounce(
    (draft: string) => {
      keepOf(host, conversationId, { draft });
      if (draft !== told) host.post({ type: 'draft', text: draft });
      told = draft;
    },
    { restMs },
  );
  const { flush } = keepSoon;
  return {
    keep: (draft: string) => {
      keepSoon(draft);
      if (draft.length <= long) flush();
    },
    flushWhenLeft: () => {
      const gone = new AbortController();
      const { signal } = gone;
      for (const event of ['blur', 'pagehide']) window.addEventListener(event, flush, { signal });
      document.addEventListener('visibilitychange', flush, { signal });
      return () => {
        gone.abort();
        flush();
      };
    },
  };
}

/**
 * Returns the note that says where the draft comes from, if the composer was filled. It outlives the page, as the draft does; call
 * the returned function once the draft is sent or emptied.
 */
export function useNote(
  host: ChatHost,
  conversationId: string,
): [note: string | undefined, forget: () => void] {
  const [note, setNote] = useState(() => {
    const kept = keptOf(host, conversationId);
    return kept.draft === '' ? undefined : kept.note;
  });
  const change = useCallback(
    (next: string | undefined) => {
      setNote(next);
      keepOf(host, conversationId, { note: next });
    },
    [host, conversationId],
  );
  useChatEvent('fill', ({ note: filled }) => change(filled));
  const forget = useCallback(() => change(undefined), [change]);
  return [note, forget];
}

/**
 * Keeps a second Enter from sending a text that the host is still storing: `mayGo` returns true if the text may be sent. The same text
 * may be sent again after `forget`, or once any of `news` has changed.
 */
export function useSentOnce(...news: readonly unknown[]) {
  const waiting = useRef<string | undefined>(undefined);
  const forget = () => {
    waiting.current = undefined;
  };
  // Runs before the next paint; after it, this would undo what was sent since.
  useLayoutEffect(forget, news);
  const mayGo = (text: string) => {
    const isNew = waiting.current !== text;
    waiting.current = text;
    return isNew;
  };
  return { mayGo, forget };
}
