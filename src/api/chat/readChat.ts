import type { Clock } from '../../base/clock.ts';
import { emptyFailure } from '../answer/readBody.ts';
import { type Answer, logFailure } from '../answer/readJson.ts';
import { type CallFailure, failureFrom } from '../errors/errorMapping.ts';
import type { CallOptions, ChatEvent, Timing } from '../types.ts';
import { ChatDecoder } from './chatDecoder.ts';

// How long the end of the body may take after the last event. It is usually there already, so the socket can be reused.
const lastBytesMs = 50;
// More than that is not the end of an answer, and closing the socket is cheaper than reading on.
const lastBytes = 64 * 1024;

/** Opens an answer and yields its events. Leaving the loop closes the socket, so that the service stops generating. */
export async function* readChat(
  open: () => Promise<Answer>,
  options: CallOptions,
  timing: Timing,
): AsyncGenerator<ChatEvent, void> {
  const { signal } = options;
  const reader = new ChatReader(await open(), options, timing);
  try {
    while (!reader.isFinished) {
      for (const event of reader.take(await reader.read())) {
        signal?.throwIfAborted();
        yield event;
      }
    }
    await reader.finishBody();
  } catch (error) {
    logFailure(reader.answer, error);
    throw error;
  } finally {
    reader.close();
  }
}

/** What a read gives. */
type Read = IteratorResult<Uint8Array> | { error: unknown };

class ChatReader {
  readonly answer: Answer;
  /** Whether the events so far are all. */
  isFinished = false;
  readonly #timing: Timing;
  readonly #options: CallOptions;
  readonly #decoder: ChatDecoder;
  readonly #bytes: AsyncIterator<Uint8Array> | undefined;
  readonly #firstEvent: Clock;
  readonly #bytesIdle: Clock;
  readonly #contentIdle: Clock;
  readonly #grace: Clock;
  #failure: CallFailure | undefined;
  #failRead: ((reason: unknown) => void) | undefined;
  #isInGrace = false;
  #isReasoningTold = false;
  #isAtEnd = false;

  constructor(answer: Answer, options: CallOptions, timing: Timing) {
    const { scope, context, body } = answer;
    this.answer = answer;
    this.#timing = timing;
    this.#options = options;
    this.#decoder = new ChatDecoder(answer, options);
    this.#bytes = body?.[Symbol.asyncIterator]();
    this.#firstEvent = scope.clock('firstEvent');
    this.#bytesIdle = scope.clock('bytesIdle');
    this.#contentIdle = scope.clock('contentIdle');
    this.#grace = scope.timer(() => scope.cancel());
    scope.signal.addEventListener('abort', () => this.#failRead?.(scope.signal.reason), { once: true });
    if (body === null || answer.status === 204) this.#failure = emptyFailure(context);
    else this.#firstEvent.start(timing.firstEventMs);
  }

  /** Waits for the next part of the body, for `take`. Throws a failure once all events before it are out. */
  read(): Promise<Read> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#setAwaited(true);
    return this.#nextBytes();
  }

  /** Returns the events of a read, maybe none. */
  take(read: Read): ChatEvent[] {
    const { answer } = this.#decoder;
    const isOpen = this.#decode(read);
    this.#failure ??= this.#decoder.failure;
    // Errors after an answer has finished do not count.
    if (answer.isOver || (answer.isFinished && (!isOpen || this.#failure !== undefined)))
      this.#failure = undefined;
    else if (this.#failure !== undefined) return answer.takeText();
    else if (isOpen) return answer.take();
    this.#failure = this.#decoder.endFailure;
    if (this.#failure !== undefined) return answer.takeText();
    this.isFinished = true;
    return answer.end();
  }

  /** Returns whether there may be more. Throws only if the caller has aborted. */
  #decode(read: Read): boolean {
    this.#setAwaited(false);
    if ('error' in read) {
      this.#options.signal?.throwIfAborted();
      this.#failure = failureFrom(read.error, this.answer.context, false);
      return false;
    }
    if (read.done === true) {
      this.#isAtEnd = true;
      this.#decoder.end();
    } else {
      this.#options.onRead?.();
      const before = this.#decoder.eventCount;
      this.#decoder.push(read.value);
      this.#restartClocks(this.#decoder.eventCount > before);
    }
    this.#tellReasoningField();
    return read.done !== true;
  }

  #tellReasoningField(): void {
    if (this.#isReasoningTold || !this.#decoder.answer.hasReasoningField) return;
    this.#isReasoningTold = true;
    this.#options.onReasoningField?.();
  }

  // An abort ends the read even if the body ignores the signal. No Promise.race: it would keep each read in memory for as long
  // as the signal lives. Never rejects.
  #nextBytes(): Promise<Read> {
    const { signal } = this.answer.scope;
    return new Promise((resolve) => {
      this.#failRead = (error) => resolve({ error });
      if (signal.aborted) this.#failRead(signal.reason);
      else this.#bytes?.next().then(resolve, this.#failRead);
    });
  }

  #restartClocks(hasEvent: boolean): void {
    if (this.#isInGrace) return;
    if (this.#decoder.answer.isFinished) {
      this.#isInGrace = true;
      for (const clock of [this.#firstEvent, this.#bytesIdle, this.#contentIdle]) clock.stop();
      this.#grace.start(this.#timing.usageAfterFinishMs);
      return;
    }
    this.#bytesIdle.start(this.#timing.bytesIdleMs);
    if (!hasEvent) return;
    this.#firstEvent.stop();
    this.#contentIdle.start(this.#timing.contentIdleMs);
  }

  // These clocks measure the service: they must not expire while the caller is busy with an event.
  #setAwaited(isAwaited: boolean): void {
    for (const clock of [this.#firstEvent, this.#bytesIdle, this.#contentIdle, this.#grace])
      clock.setAwaited(isAwaited);
  }

  /** Reads the end of the body, which is usually there already, so that its socket can be used again. */
  async finishBody(): Promise<void> {
    if (this.#isAtEnd || this.#options.signal?.aborted) return;
    this.#setAwaited(true);
    this.#grace.start(lastBytesMs);
    for (let bytes = 0; bytes <= lastBytes; ) {
      const read = await this.#nextBytes();
      // The answer is complete; only the socket is lost.
      if ('error' in read) return;
      if (read.done === true) {
        this.#isAtEnd = true;
        return;
      }
      bytes += read.value.byteLength;
    }
  }

  close(): void {
    const { scope } = this.answer;
    if (this.#isAtEnd) scope.close();
    else {
      scope.cancel();
      // Tells a body that ignores the signal, and may never answer. If it fails, nobody is reading any more.
      this.#bytes?.return?.().catch(() => undefined);
    }
  }
}
