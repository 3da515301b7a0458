import { Emitter } from '../../base/emitter.ts';
import type { ChatToPage } from '../../protocol/chat.ts';
import type { ChatPageState } from '../../protocol/chatPageState.ts';
import type { chatToHost } from '../../protocol/chatToHost.ts';
import type { Host } from '../shared/host.ts';
import type { Post } from '../shared/post.ts';
import { scaledFile } from './attachments/scaledFile.ts';
import { type ChatEvent, isChatEvent } from './chatEvents.ts';
import { type ChatModel, emptyChat, reduceChat } from './chatModel.ts';
import type { SilenceSource } from './waiting/useSilence.ts';
import { silenceAt, type WaitingTime } from './waiting/waitingText.ts';

/** The host, which gets all that is posted. */
export type DirectHost = Omit<Host<never, typeof chatToHost, ChatPageState>, 'onMessage'>;

/** How the parts of the page send messages to the host and keep their state. */
export type ChatHost = Omit<DirectHost, 'post'> & { post: Post };

/** Returns the state kept of this conversation; an empty draft if there is none. */
export function keptOf(host: Pick<ChatHost, 'kept'>, conversationId: string): ChatPageState {
  const kept = host.kept();
  return kept?.conversationId === conversationId ? kept : { conversationId, draft: '' };
}

/**
 * Changes what is kept of this conversation, unless it is kept already: VS Code rewrites all of it each time. What becomes `undefined`
 * is no longer kept.
 */
export function keepOf(
  host: Pick<ChatHost, 'kept' | 'keep'>,
  conversationId: string,
  changes: Partial<Omit<ChatPageState, 'conversationId'>>,
): void {
  const kept = keptOf(host, conversationId);
  const given = Object.entries(changes);
  const isKept = host.kept()?.conversationId === conversationId;
  if (isKept && given.every(([name, value]) => Reflect.get(kept, name) === value)) return;
  const next = { ...kept, ...changes };
  for (const [name, value] of given) if (value === undefined) Reflect.deleteProperty(next, name);
  host.keep(next);
}

type StoreHost = Pick<Host<ChatToPage, typeof chatToHost, ChatPageState>, 'post' | 'reply' | 'onMessage'>;

/** Shows the model, and then calls `shown`. */
type Show = (model: ChatModel, shown: () => void) => void;

/** Calls `callback` before the next paint; `requestAnimationFrame` in a browser. */
type Schedule = (callback: () => void) => void;

/** Pause after an update, as a multiple of the time that the update took, so that a slow page stays usable while streaming. */
const rest = 2;
const longestRestMs = 250;
const frameMs = 17;

/** Updates the model with each message, and the page at most once per frame. */
export class PageStore implements SilenceSource {
  #model: ChatModel = emptyChat;
  #isScheduled = false;
  #restUntil = 0;
  #toldAt = 0;
  /** Text added to each streaming answer since the page was last updated; `undefined` if anything else has changed. */
  #added: Map<string, string> | undefined;
  /** True if nothing but text and reasoning has come since the page was last updated. */
  #isOnlyText = false;
  #show: Show = () => undefined;
  /** The events since the page was last updated. */
  #waiting: ChatEvent[] = [];
  readonly #events = new Emitter<ChatEvent>();
  readonly onEvent = this.#events.event;
  /** The silence of each streaming answer, by its id. */
  #silences: ReadonlyMap<string, WaitingTime> = new Map();
  readonly #silenceListeners = new Set<() => void>();
  readonly #growing = new Map<string, (added: string) => void>();
  readonly #host: StoreHost;
  readonly #schedule: Schedule;
  readonly now: () => number;

  constructor(host: StoreHost, schedule: Schedule, now: () => number) {
    this.#host = host;
    this.#schedule = schedule;
    this.now = now;
  }

  /** Calls `show` with the model once there is one, and whenever it has changed. */
  start(show: Show): void {
    this.#show = show;
    this.#host.onMessage((message) => this.#read(message));
    this.#host.post({ type: 'ready' });
  }

  /** While only the text of `turn` grows, `listener` is called instead of `show`. Returns a function that unsubscribes. */
  readonly onGrowth = (turn: string, listener: (added: string) => void): (() => void) => {
    this.#growing.set(turn, listener);
    return () => this.#growing.delete(turn);
  };

  /** Call for each key: the frame that shows it has no growing text to draw, unless that has waited for long. */
  restForKey(): void {
    const now = this.now();
    if (now - this.#toldAt < longestRestMs) this.#restUntil = Math.max(this.#restUntil, now + frameMs);
  }

  silence(turn?: string): WaitingTime | undefined {
    if (turn !== undefined) return this.#silences.get(turn);
    const [longest] = [...this.#silences.values()].sort((a, b) => a.since - b.since);
    return longest;
  }

  onSilence(listener: () => void): () => void {
    this.#silenceListeners.add(listener);
    return () => this.#silenceListeners.delete(listener);
  }

  #read(message: ChatToPage): void {
    const before = this.#model;
    this.#model = reduceChat(before, message);
    if (this.#model.isStale && !before.isStale) this.#host.post({ type: 'ready' });
    if (message.type === 'copyPlain') void this.#copyPlain(this.#model.turns.get(message.turn)?.text ?? '');
    if (message.type === 'copySelection') this.#copy(String(getSelection() ?? ''));
    if (message.type === 'scale') void this.#scale(message);
    if (this.#model === before) return;
    // A message that was queued had left the composer before it was accepted.
    const wasQueued = message.type === 'accepted' && message.turn === (before.frame?.queued?.id ?? '');
    if (isChatEvent(message) && !this.#model.isStale && !wasQueued) this.#waiting.push(message);
    if (message.type !== 'append') this.#isOnlyText = false;
    this.#note(before, message);
    this.#measure(message);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => this.#tell());
  }

  #note(before: ChatModel, message: ChatToPage): void {
    // After a gap, the text that arrives is not all that was added.
    if (this.#model.isStale || !isGrowth(before, message)) this.#added = undefined;
    else this.#added?.set(message.turn, (this.#added.get(message.turn) ?? '') + message.text);
  }

  #measure(message: ChatToPage): void {
    const now = this.now();
    if ('frame' in message) {
      this.#silences = new Map(
        message.frame.streams.flatMap(({ turn, silence }) =>
          silence ? [[turn, silenceAt(now, silence)]] : [],
        ),
      );
    } else {
      const silence = message.type === 'append' ? this.#silences.get(message.turn) : undefined;
      if (message.type !== 'append' || !silence) return;
      const broken = { ...silence, since: now, isStarted: true, retry: undefined };
      this.#silences = new Map(this.#silences).set(message.turn, broken);
    }
    for (const listener of this.#silenceListeners) listener();
  }

  #copy(text: string): void {
    if (text !== '') this.#host.post({ type: 'copy', text });
  }

  async #copyPlain(markdown: string): Promise<void> {
    const { plainText } = await import('../markdown/plainText.ts');
    this.#copy(plainText(markdown));
  }

  async #scale({ request = '', bytes }: Extract<ChatToPage, { type: 'scale' }>): Promise<void> {
    this.#host.reply(request, await scaledFile(new Blob([new Uint8Array(bytes)])));
  }

  #tell(): void {
    const start = this.now();
    // Only growing text can wait; everything else is something that the user has just asked for.
    if (start < this.#restUntil && this.#isOnlyText) {
      this.#schedule(() => this.#tell());
      return;
    }
    this.#isScheduled = false;
    this.#toldAt = start;
    if (!this.#tellGrowth()) this.#show(this.#model, () => this.#fire());
    this.#added = new Map();
    this.#isOnlyText = true;
    this.#rest(start);
    // Components that render by themselves do so in a microtask, and their time counts too.
    queueMicrotask(() => this.#rest(start));
  }

  #fire(): void {
    for (const event of this.#waiting.splice(0)) this.#events.fire(event);
  }

  /** Passes the added text to the growing answers. Returns true if nothing else has to be rendered. */
  #tellGrowth(): boolean {
    const added = [...(this.#added ?? [])];
    if (added.length === 0 || added.some(([turn]) => !this.#growing.has(turn))) return false;
    for (const [turn, text] of added) this.#growing.get(turn)?.(text);
    return true;
  }

  #rest(start: number): void {
    const tookMs = this.now() - start;
    this.#restUntil = start + tookMs + Math.min(tookMs * rest, longestRestMs);
  }
}

/** True if a message only adds text to an answer. Its first piece changes more than its text, and so does reasoning. */
function isGrowth(
  { frame, turns }: ChatModel,
  message: ChatToPage,
): message is Extract<ChatToPage, { type: 'append' }> {
  if (message.type !== 'append' || message.reasoning !== '') return false;
  const isStreaming = frame?.streams.some(({ turn }) => turn === message.turn) ?? false;
  return isStreaming && (turns.get(message.turn)?.text ?? '') !== '';
}
