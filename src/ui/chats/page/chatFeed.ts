import { debounce } from '../../../core/debounce.ts';
import type { ChatToPage, Unnumbered } from '../../../protocol/chat.ts';

/** Streamed text is sent to the page at most once per interval. */
const pace = { restMs: 30, maxMs: 30 };

/**
 * Numbers the messages to the page and merges streamed text that arrives in quick succession. Sends nothing until a page has
 * loaded and asks for the whole state, nor after `close`: VS Code removes the page of a hidden tab, but a message to it would
 * still reach the window, and wake it at every piece of an answer.
 */
export class ChatFeed {
  readonly #post: (message: ChatToPage) => void;
  #seq = 0;
  #isOpen = false;
  readonly #pending = new Map<string, { text: string; reasoning: string }>();
  readonly #flushSoon = debounce(() => this.flush(), pace);

  constructor(post: (message: ChatToPage) => void) {
    this.#post = post;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Call when a page has loaded, before its snapshot. */
  open(): void {
    this.#isOpen = true;
  }

  /** Call when the page is gone. */
  close(): void {
    this.drop();
    this.#isOpen = false;
  }

  /** Sends a message immediately, after any pending text. */
  send(message: Unnumbered): void {
    this.flush();
    this.#number(message);
  }

  append(turn: string, text: string, reasoning: string): void {
    if (!this.#isOpen) return;
    const before = this.#pending.get(turn) ?? { text: '', reasoning: '' };
    this.#pending.set(turn, { text: before.text + text, reasoning: before.reasoning + reasoning });
    this.#flushSoon();
  }

  flush(): void {
    const pending = [...this.#pending];
    this.drop();
    for (const [turn, added] of pending) this.#number({ type: 'append', turn, ...added });
  }

  /** Drops pending text: the next snapshot contains it. */
  drop(): void {
    this.#flushSoon.cancel();
    this.#pending.clear();
  }

  #number(message: Unnumbered): void {
    if (!this.#isOpen) return;
    this.#seq += 1;
    this.#post({ ...message, seq: this.#seq });
  }
}
