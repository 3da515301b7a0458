import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { errorJsonFailure, errorTextFailure } from '../answer/errorAnswer.ts';
import { isErrorJson } from '../answer/errorBody.ts';
import type { Answer } from '../answer/goodAnswer.ts';
import {
  htmlFailure,
  maxJsonBytes,
  parseJson,
  protocolFailure,
  refuseShape,
  tooLarge,
} from '../answer/readBody.ts';
import { SecretMask } from '../answer/secretMask.ts';
import { TextPieces } from '../answer/textPieces.ts';
import { CallFailure } from '../errors/callFailure.ts';
import type { ErrorContext } from '../errors/errorMapping.ts';
import { AnswerBuilder } from './answerBuilder.ts';
import { readChatJson } from './chatAnswerWire.ts';

const maxEventChars = 1024 * 1024;
const tooLong = 'The answer is larger than 16 MB';
// The parser's buffer also counts field names; without room for them the cap would depend on how the reads fall.
const fieldNamesChars = 1024;

/**
 * Decodes the bytes of a chat answer into its builder: a stream of `data:` events or one JSON completion, told apart by the
 * first character because content types lie. Never throws: errors go into `failure`, so that what came before them is
 * emitted first.
 */
export class ChatDecoder {
  readonly answer: AnswerBuilder;
  failure: CallFailure | undefined;
  /** Events so far, with [DONE] and empty ones but no comments. */
  eventCount = 0;
  readonly #context: ErrorContext;
  readonly #onRaw: ((json: unknown) => void) | undefined;
  // The parser and `#readCompletion` strip the byte order mark; if we did so here, they would strip a second one.
  readonly #utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #json = new TextPieces();
  #jsonChars = 0;
  #form: 'unknown' | 'events' | 'json' = 'unknown';
  #isEnding = false;
  readonly #isDeclared: boolean;
  readonly #parser = createParser({
    maxBufferSize: maxEventChars + fieldNamesChars,
    onEvent: (event) => this.#onEvent(event),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded')
        this.#failTooLarge('An event of the stream is larger than 1 MB');
    },
  });

  constructor({ context, headers }: Pick<Answer, 'context' | 'headers'>, onRaw?: (json: unknown) => void) {
    this.#context = context;
    this.#isDeclared = /\btext\/event-stream\b/i.test(headers.get('content-type') ?? '');
    const mask = new SecretMask(context.secrets);
    this.answer = new AnswerBuilder((text) => mask.text(text));
    this.#onRaw = onRaw && ((json) => onRaw(mask.json(json)));
  }

  push(bytes: Uint8Array): void {
    this.#feed(this.#utf8.decode(bytes, { stream: true }));
  }

  /** Call at a clean end of the answer; a last event without its blank line counts. */
  end(): void {
    this.#isEnding = true;
    this.#feed(this.#utf8.decode());
    if (this.#form === 'events') this.#endEvents();
    if (this.#form === 'json') this.#readCompletion();
  }

  #feed(text: string): void {
    if (this.#form === 'unknown') this.#tellForm(text.trimStart()[0]);
    if (this.failure !== undefined) return;
    if (this.#form === 'json') this.#gather(text);
    // White space before the first event is fed too, being part of its line.
    else this.#parser.feed(text);
  }

  #tellForm(first: string | undefined): void {
    // White space alone keeps the connection alive and means nothing in either form.
    if (first === undefined) return;
    if (first === '<') this.failure = htmlFailure(this.#context);
    this.#form = first === '{' || first === '[' ? 'json' : 'events';
  }

  #endEvents(): void {
    if (this.failure === undefined) this.#parser.feed('\n\n');
    if (this.eventCount > 0 || this.#isDeclared) return;
    this.failure ??= protocolFailure(this.#context, 'The answer is no event stream', 'SHAPE');
  }

  #gather(text: string): void {
    this.#jsonChars += text.length;
    if (this.#jsonChars > maxJsonBytes) this.#failTooLarge('The answer is larger than 32 MB');
    else this.#json.add(text);
  }

  #onEvent({ event, data }: EventSourceMessage): void {
    if (this.failure !== undefined || this.answer.isOver) return;
    this.eventCount += 1;
    const trimmed = data.startsWith('{') ? data : data.trim();
    if (data.length > maxEventChars) {
      this.#failTooLarge('An event of the stream is larger than 1 MB');
    } else if (trimmed === '[DONE]') {
      this.answer.done();
    } else if (trimmed !== '') {
      this.#readEvent(event, data);
    }
  }

  #readEvent(event: string | undefined, data: string): void {
    let json: unknown;
    try {
      refuseShape(data, this.#context);
      json = JSON.parse(data);
    } catch (error) {
      if (error instanceof CallFailure) this.failure = error;
      else if (event === 'error') this.failure = errorTextFailure(data, this.#context);
      // At the end this is an event that was cut off, and the answer is incomplete anyway.
      else if (!this.#isEnding) this.failure = protocolFailure(this.#context, 'An event is not JSON', 'JSON');
      return;
    }
    this.#onRaw?.(json);
    if (event === 'error' || isErrorJson(json)) this.failure = errorJsonFailure(json, this.#context);
    else readChatJson(json, this.answer);
    if (this.answer.isTooLarge) this.#failTooLarge(tooLong);
  }

  #readCompletion(): void {
    if (this.failure !== undefined) return;
    try {
      const json = parseJson(this.#json.take().replace(/^\ufeff/, ''), this.#context);
      this.#onRaw?.(json);
      if (isErrorJson(json)) this.failure = errorJsonFailure(json, this.#context);
      else if (!readChatJson(json, this.answer))
        this.failure = protocolFailure(this.#context, 'The answer is no chat completion', 'SHAPE');
      else if (this.answer.isTooLarge) this.#failTooLarge(tooLong);
      else this.answer.done();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      this.failure = error;
    }
  }

  #failTooLarge(what: string): void {
    this.failure ??= tooLarge(this.#context, what);
  }
}
