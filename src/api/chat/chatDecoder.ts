import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { isObject } from '../../base/json.ts';
import { contentFailure, noTextFailure } from '../answer/errorAnswer.ts';
import { isErrorJson, readErrorJson, readErrorText } from '../answer/errorBody.ts';
import {
  emptyFailure,
  htmlFailure,
  isHtml,
  maxJsonBytes,
  parseJson,
  protocolFailure,
  refuseShape,
  TextParts,
  tooLarge,
} from '../answer/readBody.ts';
import type { Answer } from '../answer/readJson.ts';
import { CallFailure, type ErrorContext } from '../errors/errorMapping.ts';
import { AnswerMask, maskSecrets } from '../errors/serverText.ts';
import type { CallOptions } from '../types.ts';
import { AnswerBuilder } from './answerBuilder.ts';
import { readChatJson, readLogprobs } from './chatAnswerWire.ts';

const maxEventChars = 1024 * 1024;
const tooLongEvent = 'An event of the stream is larger than 1 MB';
// Nobody reads more of what came in place of an answer, and a body may have 32 MB.
const longestQuoted = 2_000;
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
  readonly #onLogprobs: CallOptions['onLogprobs'];
  // The parser and `#readCompletion` strip the byte order mark; if we did so here, they would strip a second one.
  readonly #utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #json = new TextParts();
  #jsonChars = 0;
  #form: 'unknown' | 'events' | 'json' = 'unknown';
  #isEnding = false;
  #hasAnswer = false;
  /** The first JSON that held no part of an answer. */
  #other: unknown;
  readonly #contentType: string;
  readonly #parser = createParser({
    maxBufferSize: maxEventChars + fieldNamesChars,
    onEvent: (event) => this.#onEvent(event),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') this.#failTooLarge(tooLongEvent);
    },
  });

  constructor(
    { context, headers }: Pick<Answer, 'context' | 'headers'>,
    { onRaw, onLogprobs, startsInside }: Pick<CallOptions, 'onRaw' | 'onLogprobs' | 'startsInside'> = {},
  ) {
    this.#context = context;
    this.#contentType = headers.get('content-type') ?? '';
    // The answer's own text stays as the model wrote it.
    this.answer = new AnswerBuilder((text) => maskSecrets(text, context.secrets), startsInside);
    this.#onLogprobs = onLogprobs;
    const mask = onRaw && new AnswerMask(context.secrets);
    this.#onRaw = mask && ((json) => onRaw(mask.mask(json)));
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
    // An empty stream was cut off; empty JSON is all that the service has to say.
    if (this.#form === 'unknown' && /\bjson\b/i.test(this.#contentType))
      this.failure ??= emptyFailure(this.#context);
  }

  #feed(text: string): void {
    // White space alone keeps the connection alive and means nothing in either form.
    const [first] = this.#form === 'unknown' ? text.trimStart() : '';
    if (first === '<') this.failure = htmlFailure(this.#context);
    if (first !== undefined) this.#form = '{["'.includes(first) ? 'json' : 'events';
    if (this.failure !== undefined) return;
    if (this.#form !== 'json') {
      // White space before the first event is fed too, being part of its line.
      this.#parser.feed(text);
      return;
    }
    this.#jsonChars += text.length;
    if (this.#jsonChars > maxJsonBytes) this.#failTooLarge('The answer is larger than 32 MB');
    else this.#json.add(text);
  }

  #endEvents(): void {
    if (this.failure === undefined) this.#parser.feed('\n\n');
    if (this.eventCount > 0 || /\btext\/event-stream\b/i.test(this.#contentType)) return;
    this.failure ??= isHtml(this.#contentType)
      ? htmlFailure(this.#context)
      : protocolFailure(this.#context, 'The answer is no event stream', 'SHAPE');
  }

  #onEvent({ event, data }: EventSourceMessage): void {
    if (this.failure !== undefined || this.answer.isOver) return;
    this.eventCount += 1;
    const trimmed = data.startsWith('{') ? data : data.trim();
    if (data.length > maxEventChars) {
      this.#failTooLarge(tooLongEvent);
    } else if (trimmed === '[DONE]') {
      this.answer.done();
    } else if (trimmed !== '') {
      this.#readEvent(event, data);
    }
  }

  /**
   * The failure of an answer that ended with nothing of an answer in it, or early after the service said something else: in its
   * words if it had any.
   */
  get endFailure(): CallFailure | undefined {
    if (this.#hasAnswer && this.answer.isFinished) return undefined;
    const isSaid = this.#other !== undefined && readErrorJson(this.#other).message !== undefined;
    if (isSaid) return contentFailure(readErrorJson(this.#other), this.#context);
    // An answer that was cut off before its first text is incomplete, as any other.
    return this.#hasAnswer || !this.answer.isFinished ? undefined : this.#noAnswer();
  }

  #readEvent(event: string | undefined, data: string): void {
    let json: unknown;
    try {
      refuseShape(data, this.#context);
      json = unwrapped(JSON.parse(data), this.#context);
    } catch (error) {
      if (error instanceof CallFailure) this.failure = error;
      else if (event === 'error') this.failure = contentFailure(readErrorText(data), this.#context);
      // At the end this is an event that was cut off, and the answer is incomplete anyway.
      else if (!this.#isEnding) this.failure = protocolFailure(this.#context, 'An event is not JSON', 'JSON');
      return;
    }
    this.#onRaw?.(json);
    const error = event === 'error' ? json : chatError(json);
    if (error !== undefined) this.failure = contentFailure(readErrorJson(error), this.#context);
    else if (json === '[DONE]') this.answer.done();
    else this.#readAnswer(json);
  }

  #readCompletion(): void {
    if (this.failure !== undefined) return;
    try {
      const text = this.#json.take().replace(/^\ufeff/, '');
      const json = unwrapped(parseJson(text, this.#context), this.#context);
      this.#onRaw?.(json);
      const error = chatError(json);
      if (error !== undefined) this.failure = contentFailure(readErrorJson(error), this.#context);
      else this.#readAnswer(json);
      if (this.failure !== undefined) return;
      if (this.#hasAnswer) this.answer.done();
      else this.failure = this.endFailure ?? this.#noAnswer();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      this.failure = error;
    }
  }

  #readAnswer(json: unknown): void {
    this.#onLogprobs?.(readLogprobs(json));
    if (readChatJson(json, this.answer)) this.#hasAnswer = true;
    else if (!isBlank(json)) this.#other ??= json;
    if (this.answer.isTooLarge) this.#failTooLarge('The answer is larger than 16 MB');
  }

  #noAnswer(): CallFailure {
    const isShort = this.#other !== undefined && this.#jsonChars <= longestQuoted;
    const said = isShort ? JSON.stringify(this.#other) : '';
    return noTextFailure(said.length <= longestQuoted ? said : '', this.#context);
  }

  #failTooLarge(what: string): void {
    this.failure ??= tooLarge(this.#context, what);
  }
}

/** Some gateways encode the JSON twice. */
function unwrapped(json: unknown, context: ErrorContext): unknown {
  return typeof json === 'string' && json.startsWith('{') ? parseJson(json, context) : json;
}

/** Returns what is an error of JSON: beside the usual forms, OpenRouter's in a choice, and FastAPI's `detail` in place of a chunk. */
function chatError(json: unknown): unknown {
  if (isErrorJson(json)) return json;
  if (!isObject(json)) return undefined;
  const { choices, detail } = json;
  if (Array.isArray(choices)) return isErrorJson(choices[0]) ? choices[0] : undefined;
  const isDetail = typeof detail === 'string' || (Array.isArray(detail) && detail.length > 0);
  return choices === undefined && isDetail ? json : undefined;
}

/** True for what says nothing: the empty chunks with which some services begin, and their last one with the usage. */
function isBlank(json: unknown): boolean {
  return !isObject(json) ? typeof json !== 'string' || json.trim() === '' : Array.isArray(json.choices);
}
