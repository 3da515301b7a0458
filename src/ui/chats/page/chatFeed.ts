import type { ChatToPage } from '../../../protocol/chat.ts';
import { gather } from '../../shared/gather.ts';

type Numbered<T> = T extends { seq: number } ? Omit<T, 'seq'> : never;

/** Streamed text is sent to the page at most once per interval, in ms. */
const batchMs = 30;

/** Numbers the messages to the page and merges streamed text that arrives in quick succession. */
export class ChatFeed {
  readonly #post: (message: ChatToPage) => void;
  #seq = 0;
  #pending: { turn: string; text: string; reasoning: string } | undefined;
  readonly #flushSoon = gather(batchMs, () => this.flush());

  constructor(post: (message: ChatToPage) => void) {
    this.#post = post;
  }

  /** Sends immediately, after any pending text. */
  send(message: Numbered<ChatToPage>): void {
    this.flush();
    this.#number(message);
  }

  append(turn: string, text: string, reasoning: string): void {
    if (this.#pending && this.#pending.turn !== turn) this.flush();
    this.#pending ??= { turn, text: '', reasoning: '' };
    this.#pending.text += text;
    this.#pending.reasoning += reasoning;
    this.#flushSoon();
  }

  flush(): void {
    const pending = this.#pending;
    this.drop();
    if (pending) this.#number({ type: 'append', ...pending });
  }

  /** Drops pending text: the next snapshot contains it. */
  drop(): void {
    this.#flushSoon.cancel();
    this.#pending = undefined;
  }

  #number(message: Numbered<ChatToPage>): void {
    this.#seq += 1;
    this.#post({ ...message, seq: this.#seq });
  }
}
