import { runInSlices, yieldToEventLoop } from '../../base/eventLoop.ts';
import { CallFailure, type ErrorContext } from '../errors/errorMapping.ts';
import { AnswerMask } from '../errors/serverText.ts';

export const maxJsonBytes = 32 * 1024 * 1024;
export const maxErrorBytes = 64 * 1024;
// Less is parsed within a millisecond.
const longChars = 256 * 1024;
// Larger ones take longer to copy than to parse.
const pieceChars = 8 * 1024;
const partsAtOnce = 1024;

/** Collects a text that may come one byte at a time: kept separately, each would take many times its size. */
export class TextParts {
  #text = '';
  #parts: string[] = [];

  add(text: string): void {
    if (this.#parts.push(text) >= partsAtOnce) this.#join();
  }

  take(): string {
    this.#join();
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #join(): void {
    this.#text += this.#parts.join('');
    this.#parts = [];
  }
}

type Body = AsyncIterable<Uint8Array> | null;

/** Reads a body to its end; stops and returns `undefined` if it is larger than `maxBytes`. */
export async function readText(body: Body, maxBytes: number): Promise<string | undefined> {
  // TextDecoder strips a byte order mark and turns invalid UTF-8 into U+FFFD. Decoded chunks can be freed at once.
  const utf8 = new TextDecoder();
  const text = new TextParts();
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text.add(utf8.decode(chunk, { stream: true }));
  }
  text.add(utf8.decode());
  return text.take();
}

/** Parses JSON. Error messages never quote the input. */
export function parseJson(text: string, context: ErrorContext): unknown {
  refuseStart(text, context);
  refuseShape(text, context);
  return parseChecked(text, context);
}

/** Parses a whole answer and masks the secrets it quotes. A long list is parsed in pieces, between which others get their turn. */
export async function parseAnswer(text: string, context: ErrorContext): Promise<unknown> {
  const mask = new AnswerMask(context.secrets);
  const parse = (piece: string): unknown => {
    const json = parseChecked(piece, context);
    return mask.isNeeded(piece) ? mask.mask(json) : json;
  };
  const pause = () => (text.length > longChars ? yieldToEventLoop() : undefined);
  refuseStart(text, context);
  await pause();
  const cuts: number[] = [];
  refuseProblem(await runInSlices(findProblem(text, cuts)), context);
  await pause();
  return cuts.length === 0 ? parse(text) : runInSlices(parsePieces(text, cuts, parse));
}

/** Parses a list that is cut at these commas. */
function* parsePieces(
  text: string,
  cuts: readonly number[],
  parse: (piece: string) => unknown,
): Generator<void, unknown[]> {
  const list: unknown[] = [];
  let start = 0;
  for (const end of [...cuts, text.length]) {
    const open = start ? '[' : '';
    const close = end < text.length ? ']' : '';
    for (const item of parse(open + text.slice(start, end) + close) as unknown[]) list.push(item);
    start = end + 1;
    yield;
  }
  return list;
}

function refuseStart(text: string, context: ErrorContext): void {
  const [first] = text.trimStart();
  if (first === undefined) throw emptyFailure(context);
  if (first === '<') throw htmlFailure(context);
}

function parseChecked(text: string, context: ErrorContext): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the answer.
    throw protocolFailure(context, 'The answer is not JSON', 'JSON');
  }
}

/** Throws if JSON is nested too deep, or has too many values or fields. */
export function refuseShape(text: string, context: ErrorContext): void {
  refuseProblem(jsonProblem(text), context);
}

type JsonProblem = 'deep' | 'values' | 'fields' | undefined;

function refuseProblem(problem: JsonProblem, context: ErrorContext): void {
  if (problem === 'deep') throw tooLarge(context, `The answer is nested more than ${maxJsonDepth} deep`);
  if (problem === 'values') throw tooLarge(context, `The answer has more than ${maxJsonValues} values`);
  if (problem === 'fields')
    throw tooLarge(context, `An object of the answer has more than ${maxJsonFields} fields`);
}

export function tooLarge(context: ErrorContext, what: string): CallFailure {
  return new CallFailure(context, 'tooLarge', what);
}

/** HTML in place of JSON comes from a sign-in page, a proxy or a web server at the wrong address. */
export function htmlFailure(context: ErrorContext): CallFailure {
  const what =
    "A web page came in place of an answer (a sign-in page of the network, or another address than the API's)";
  return protocolFailure(context, what, 'HTML');
}

export function emptyFailure(context: ErrorContext): CallFailure {
  return protocolFailure(context, 'The answer is empty', 'EMPTY');
}

export function protocolFailure(context: ErrorContext, what: string, code?: string): CallFailure {
  return new CallFailure(context, 'protocol', what, { code });
}

/** Also what a web server calls its answers that names no type of their own. */
export function isHtml(contentType: string | null): boolean {
  return /\bx?html\b/i.test(contentType ?? '');
}

/** No service nests its answers deeper, and recursive code such as `JSON.stringify` would overflow the stack. */
export const maxJsonDepth = 200;

/**
 * 32 MB of JSON hold at most two million values if they are models, but eleven million if they are `[[],[],…]`, and each of
 * those takes twenty times the memory of its text.
 */
export const maxJsonValues = 3_000_000;

/** Nobody has more in one object, and listing the fields of a million takes half a second in one go. */
export const maxJsonFields = 100_000;

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;

/** Checks JSON for depth and number of values before it is parsed, not for validity. */
export function jsonProblem(text: string): JsonProblem {
  // Too short for any: each level takes two brackets. The chunks of a stream are.
  if (text.length <= 2 * maxJsonDepth) return undefined;
  const steps = findProblem(text, []);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same in steps. Adds to `cuts` the places of commas between a list's items, at which a long one can be parsed in pieces. */
function* findProblem(text: string, cuts: number[]): Generator<void, JsonProblem> {
  let depth = 0;
  let values = 0;
  // Commas so far in the objects and lists that are open; those of lists are never too many.
  const commas: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      at = endOfString(text, at);
      continue;
    }
    if (sign === comma) {
      values += 1;
      const count = (commas[depth] ?? 0) + 1;
      if (count >= maxJsonFields) return 'fields';
      commas[depth] = count;
      if (depth === 1 && count < 0 && at - (cuts.at(-1) ?? 0) > pieceChars) {
        cuts.push(at);
        yield;
      }
    } else if ((sign | 0x20) === 0x7b) {
      // `[` and `{`, `]` and `}` differ in one bit.
      depth += 1;
      values += 1;
      if (depth > maxJsonDepth) return 'deep';
      commas[depth] = sign === bracket ? -maxJsonValues : 0;
    } else if ((sign | 0x20) === 0x7d) {
      depth -= 1;
      if (depth < 0) return undefined;
    }
    if (values > maxJsonValues) return 'values';
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
