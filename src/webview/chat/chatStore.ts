import type { ChatPageState, ChatToHost, ChatToPage } from '../../protocol/chat.ts';
import { plainText } from '../markdown/plainText.ts';
import type { Host } from '../shared/host.ts';
import { type ChatModel, emptyChat, reduceChat } from './chatModel.ts';
import type { SilenceSource } from './waiting/useSilence.ts';
import { type Silence, silenceAt } from './waiting/waitingText.ts';

export type ChatHost = Host<ChatToPage, ChatToHost, ChatPageState>;

/** Calls back before the next paint; `requestAnimationFrame` in a browser. */
type Schedule = (callback: () => void) => void;

/** The rest is this many times as long as the last update, so that a slow page stays usable while streaming. */
const rest = 2;
const longestRestMs = 250;

/** Updates the model with each message, and the page at most once a frame. */
export class ChatStore implements SilenceSource {
  #model = emptyChat;
  #isScheduled = false;
  #restUntil = 0;
  /** Text added to the streaming answer since the page was last told; `undefined` if more has changed. */
  #added: string | undefined;
  /** Nothing but text and reasoning has come since. */
  #isOnlyText = false;
  #show: (model: ChatModel) => void = () => undefined;
  #silence: Silence | undefined;
  readonly #silenceListeners = new Set<() => void>();
  readonly #growing = new Map<string, (added: string) => void>();
  readonly #host: ChatHost;
  readonly #schedule: Schedule;
  readonly now: () => number;

  constructor(host: ChatHost, schedule: Schedule, now: () => number) {
    this.#host = host;
    this.#schedule = schedule;
    this.now = now;
  }

  /** Calls `show` with the model once there is one, and whenever it has changed. */
  start(show: (model: ChatModel) => void): void {
    this.#show = show;
    this.#host.onMessage((message) => this.#read(message));
    this.#host.post({ type: 'ready' });
  }

  /** Only `listener` is called when `turn` streams and nothing but its text has grown. The result unsubscribes. */
  readonly onGrowth = (turn: string, listener: (added: string) => void): (() => void) => {
    this.#growing.set(turn, listener);
    return () => this.#growing.delete(turn);
  };

  silence(): Silence | undefined {
    return this.#silence;
  }

  onSilence(listener: () => void): () => void {
    this.#silenceListeners.add(listener);
    return () => this.#silenceListeners.delete(listener);
  }

  #read(message: ChatToPage): void {
    const before = this.#model;
    this.#model = reduceChat(before, message);
    if (this.#model.isStale && !before.isStale) this.#host.post({ type: 'ready' });
    if (message.type === 'copyPlain') this.#copy(plainText(this.#model.turns.get(message.turn)?.text ?? ''));
    if (message.type === 'copySelection') this.#copy(String(getSelection() ?? ''));
    if (this.#model === before) return;
    if (message.type !== 'append') this.#isOnlyText = false;
    this.#note(before, message);
    this.#measure(message);
    this.#wake();
  }

  #note(before: ChatModel, message: ChatToPage): void {
    // After a gap, nothing that arrives belongs to the text.
    const isMore = !this.#model.isStale && isGrowth(before, message);
    this.#added = isMore && this.#added !== undefined ? this.#added + message.text : undefined;
  }

  #measure(message: ChatToPage): void {
    const now = this.now();
    if ('frame' in message) this.#silence = message.frame.silence && silenceAt(now, message.frame.silence);
    else if (message.type !== 'append' || !this.#silence) return;
    else this.#silence = { ...this.#silence, since: now, isStarted: true, retry: undefined };
    for (const listener of this.#silenceListeners) listener();
  }

  #copy(text: string): void {
    if (text !== '') this.#host.post({ type: 'copy', text });
  }

  #wake(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => this.#tell());
  }

  #tell(): void {
    const start = this.now();
    // Only an answer's text can wait; the user has just asked for everything else.
    if (start < this.#restUntil && this.#isOnlyText) {
      this.#schedule(() => this.#tell());
      return;
    }
    this.#isScheduled = false;
    if (!this.#tellGrowth()) this.#show(this.#model);
    this.#added = '';
    this.#isOnlyText = true;
    this.#rest(start);
    // Components that render by themselves do so in a microtask.
    queueMicrotask(() => this.#rest(start));
  }

  /** Returns true if telling the growing answer was enough. */
  #tellGrowth(): boolean {
    const turn = this.#model.frame?.streaming;
    const listener = turn === undefined ? undefined : this.#growing.get(turn);
    if (listener === undefined || this.#added === undefined) return false;
    listener(this.#added);
    return true;
  }

  #rest(start: number): void {
    const tookMs = this.now() - start;
    this.#restUntil = start + tookMs + Math.min(tookMs * rest, longestRestMs);
  }
}

/** The first piece of an answer changes more than its text, and so does reasoning. */
function isGrowth(
  { frame, turns }: ChatModel,
  message: ChatToPage,
): message is Extract<ChatToPage, { type: 'append' }> {
  if (message.type !== 'append' || message.reasoning !== '') return false;
  return message.turn === frame?.streaming && (turns.get(message.turn)?.text ?? '') !== '';
}
