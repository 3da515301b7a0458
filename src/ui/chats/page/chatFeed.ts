import { debounce } from '../../../base/debounce.ts';
import type { ChatToPage } from '../../../protocol/chat.ts';
import type { Unnumbered } from '../../../protocol/messages.ts';

/** Streamed text is sent to the page at most once per interval. */
const pace = { restMs: 30, maxMs: 30 };

interface FedPage {
  readonly isReady: boolean;
  post(message: Unnumbered<ChatToPage>): void;
}

/** Merges streamed text that arrives in quick succession, for `page`. Without a page, no piece of an answer wakes the window. */
export function chatFeed(page: () => FedPage) {
  const pending = new Map<string, { text: string; reasoning: string }>();
  const flushSoon = debounce(flush, pace);

  /** Drops pending text: the next snapshot contains it. Call when the page is gone, too. */
  function drop(): void {
    flushSoon.cancel();
    pending.clear();
  }

  function flush(): void {
    const joined = [...pending];
    drop();
    for (const [turn, added] of joined) page().post({ type: 'append', turn, ...added });
  }

  return {
    drop,
    flush,
    /** Sends a message immediately, after any pending text. */
    send(message: Unnumbered<ChatToPage>): void {
      flush();
      page().post(message);
    },
    append(turn: string, text: string, reasoning: string): void {
      if (!page().isReady) return;
      const before = pending.get(turn) ?? { text: '', reasoning: '' };
      pending.set(turn, { text: before.text + text, reasoning: before.reasoning + reasoning });
      flushSoon();
    },
  };
}

export type ChatFeed = ReturnType<typeof chatFeed>;
