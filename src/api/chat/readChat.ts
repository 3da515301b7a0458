import { type Answer, logFailure } from '../answer/goodAnswer.ts';
import { htmlFailure, isHtml, protocolFailure } from '../answer/readBody.ts';
import type { Clock } from '../clocks/clock.ts';
import { type CallFailure, publicError } from '../errors/callFailure.ts';
import { failureFrom } from '../errors/errorMapping.ts';
import type { CallOptions, ChatEvent, Timing } from '../types.ts';
import { ChatDecoder } from './chatDecoder.ts';

// How long the end of the body may take after the last event; it mostly is there already, and then the socket can be used again.
const LAST_BYTES_MS = 50;
// More than that is no end of an answer; to close the socket is then cheaper than to read on.
const LAST_BYTES = 64 * 1024;

/** Opens an answer and gives its events. Leaving the loop closes the socket, so that the service stops generating. */
export async function* readChat(
  open: () => Promise<Answer>,
  options: CallOptions,
  timing: Timing,
): AsyncGenerator<ChatEvent, void> {
  let reader: ChatReader | undefined;
  try {
    reader = new ChatReader(await open(), options, timing);
    const { signal } = options;
    for (let events = await reader.next(); events !== undefined; events = await reader.next()) {
      for (const event of events) {
        signal?.throwIfAborted();
        yield event;
      }
    }
  } catch (error) {
    if (reader !== undefined) reader.logFailure(error);
    throw publicError(error);
  } finally {
    reader?.close();
  }
}

/** One answer, read by read, under the clocks of a stream. */
class ChatReader {
  readonly #answer: Answer;
  readonly #timing: Timing;
  readonly #signal: AbortSignal | undefined;
  readonly #decoder: ChatDecoder;
  readonly #bytes: AsyncIterator<Uint8Array>;
  readonly #firstEvent: Clock;
  readonly #bytesIdle: Clock;
  readonly #contentIdle: Clock;
  readonly #grace: Clock;
  #failure: CallFailure | undefined;
  #rejectRead: ((reason: unknown) => void) | undefined;
  #isInGrace = false;
  #isFinishGiven = false;
  #isAtEnd = false;

  constructor(answer: Answer, { signal, onRaw }: CallOptions, timing: Timing) {
    const { scope, context, body } = answer;
    this.#answer = answer;
    this.#timing = timing;
    this.#signal = signal;
    this.#decoder = new ChatDecoder(answer, onRaw);
    this.#bytes = (body ?? none())[Symbol.asyncIterator]();
    this.#firstEvent = scope.clock('firstEvent');
    this.#bytesIdle = scope.clock('bytesIdle');
    this.#contentIdle = scope.clock('contentIdle');
    this.#grace = scope.timer(() => scope.cancel());
    scope.signal.addEventListener('abort', () => this.#rejectRead?.(scope.signal.reason), { once: true });
    if (isHtml(answer.headers)) this.#failure = htmlFailure(context);
    else if (body === null || answer.status === 204)
      this.#failure = protocolFailure(context, 'The answer is empty', 'EMPTY');
    else this.#firstEvent.start(timing.firstEventMs);
  }

  /** The events of the next read, of which there may be none; `undefined` after the last. Throws after what came before it. */
  async next(): Promise<ChatEvent[] | undefined> {
    if (this.#failure !== undefined) throw this.#failure;
    const { answer } = this.#decoder;
    if (this.#isFinishGiven) return this.#finishBody();
    const isOpen = await this.#read();
    this.#failure ??= this.#decoder.failure;
    // What a finished answer says of errors afterwards takes nothing from it.
    if (answer.isOver || (answer.isFinished && (!isOpen || this.#failure !== undefined)))
      this.#failure = undefined;
    else if (this.#failure !== undefined) return answer.takeText();
    else if (isOpen) return answer.take();
    this.#isFinishGiven = true;
    return answer.end();
  }

  /** Reads once; false at the end, or where reading failed. */
  async #read(): Promise<boolean> {
    this.#setAwaited(true);
    try {
      const { done, value } = await this.#nextBytes();
      this.#setAwaited(false);
      if (done === true) {
        this.#isAtEnd = true;
        this.#decoder.end();
        return false;
      }
      const before = this.#decoder.eventCount;
      this.#decoder.push(value);
      this.#restartClocks(this.#decoder.eventCount > before);
      return true;
    } catch (error) {
      this.#setAwaited(false);
      if (this.#signal?.aborted) throw this.#signal.reason;
      this.#failure = failureFrom(error, this.#answer.context, false);
      return false;
    }
  }

  // An abort ends the read by itself, whether the body hears of it or not. No Promise.race: it would keep each read in memory
  // for as long as the signal lives.
  #nextBytes(): Promise<IteratorResult<Uint8Array>> {
    const { signal } = this.#answer.scope;
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Uint8Array>>();
    this.#rejectRead = reject;
    this.#bytes.next().then(resolve, reject);
    return promise;
  }

  #restartClocks(hasEvent: boolean): void {
    if (this.#decoder.answer.isFinished) {
      this.#startGrace();
      return;
    }
    this.#bytesIdle.start(this.#timing.bytesIdleMs);
    if (!hasEvent) return;
    this.#firstEvent.stop();
    this.#contentIdle.start(this.#timing.contentIdleMs);
  }

  #startGrace(): void {
    if (this.#isInGrace) return;
    this.#isInGrace = true;
    for (const clock of [this.#firstEvent, this.#bytesIdle, this.#contentIdle]) clock.stop();
    this.#grace.start(this.#timing.usageAfterFinishMs);
  }

  // A caller that takes its time between two events must not run into the clocks of the service.
  #setAwaited(isAwaited: boolean): void {
    for (const clock of [this.#firstEvent, this.#bytesIdle, this.#contentIdle, this.#grace]) {
      if (isAwaited) clock.resume();
      else clock.pause();
    }
  }

  async #finishBody(): Promise<undefined> {
    if (this.#isAtEnd || this.#signal?.aborted) return;
    this.#setAwaited(true);
    this.#grace.start(LAST_BYTES_MS);
    try {
      for (let bytes = 0; bytes <= LAST_BYTES; ) {
        const { done, value } = await this.#nextBytes();
        if (done === true) {
          this.#isAtEnd = true;
          return;
        }
        bytes += value.byteLength;
      }
    } catch {
      // The answer is complete; the socket is closed and nothing else is lost.
    }
  }

  logFailure(error: unknown): void {
    logFailure(this.#answer, error);
  }

  close(): void {
    if (this.#isAtEnd) {
      this.#answer.scope.close();
      return;
    }
    this.#answer.scope.cancel();
    void this.#leaveBody();
  }

  // A body that knows nothing of the signal is told so. Nobody waits for it: it may never answer.
  async #leaveBody(): Promise<void> {
    try {
      await this.#bytes.return?.();
    } catch {
      // It failed before, or fails now: either way nobody reads on.
    }
  }
}

async function* none(): AsyncGenerator<Uint8Array> {
  yield* [];
}
