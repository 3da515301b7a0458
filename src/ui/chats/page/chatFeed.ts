import { debounce } from '../../../base/debounce.ts';
import type { ChatToPage, Unnumbered } from '../../../protocol/chat.ts';

/** Streamed text is sent to the page at most once per interval. */
const pace = { restMs: 30, maxMs: 30 };

/**
 * Numbers the messages to the page and merges streamed text that arrives in quick succession. Sends nothing until a page has
 * loaded and asks for the whole state, nor after `close`: VS Code removes the page of a hidden tab, but a message to it would
 * still reach the window, and wake it at every piece of an answer.
 */
export function chatFeed(post: (message: ChatToPage) => void) {
  let seq = 0;
  let isOpen = false;
  const pending = new Map<string, { text: string; reasoning: string }>();
  const flushSoon = debounce(flush, pace);

  function number(message: Unnumbered): void {
    if (isOpen) post({ ...message, seq: ++seq });
  }

  /** Drops pending text: the next snapshot contains it. */
  function drop(): void {
    flushSoon.cancel();
    pending.clear();
  }

  function flush(): void {
    const joined = [...pending];
    drop();
    for (const [turn, added] of joined) number({ type: 'append', turn, ...added });
  }

  return {
    drop,
    flush,
    get isOpen() {
      return isOpen;
    },
    /** Call when a page has loaded, before its snapshot. */
    open(): void {
      isOpen = true;
    },
    /** Call when the page is gone. */
    close(): void {
      drop();
      isOpen = false;
    },
    /** Sends a message immediately, after any pending text. */
    send(message: Unnumbered): void {
      flush();
      number(message);
    },
    append(turn: string, text: string, reasoning: string): void {
      if (!isOpen) return;
      const before = pending.get(turn) ?? { text: '', reasoning: '' };
      pending.set(turn, { text: before.text + text, reasoning: before.reasoning + reasoning });
      flushSoon();
    },
  };
}

export type ChatFeed = ReturnType<typeof chatFeed>;
