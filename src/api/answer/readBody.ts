import { CallFailure } from '../errors/callFailure.ts';
import { type ErrorContext, serviceError } from '../errors/errorMapping.ts';
import { jsonProblem, MAX_JSON_DEPTH, MAX_JSON_VALUES } from './jsonShape.ts';
import { TextPieces } from './textPieces.ts';
import { nextTurn } from './turns.ts';

export const MAX_JSON_BYTES = 32 * 1024 * 1024;
export const MAX_ERROR_BYTES = 64 * 1024;
// Less is parsed in a millisecond.
const LONG_CHARS = 256 * 1024;

type Body = AsyncIterable<Uint8Array> | null;

/** Reads a body to its end; `undefined` where it is larger than `maxBytes`, and then the rest was not read. */
export async function readText(body: Body, maxBytes: number): Promise<string | undefined> {
  // TextDecoder takes a byte order mark off, and lets invalid UTF-8 through as U+FFFD. What it has decoded is free at once.
  const utf8 = new TextDecoder();
  const text = new TextPieces();
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text.add(utf8.decode(chunk, { stream: true }));
  }
  text.add(utf8.decode());
  return text.take();
}

/** Parses JSON; what it says instead appears in no error. */
export function parseJson(text: string, context: ErrorContext): unknown {
  refuseText(text, context);
  return parseChecked(text, context);
}

/** The same over turns of the event loop where the text is long: to look at it takes about as long as to parse it. */
export async function parseLongJson(text: string, context: ErrorContext): Promise<unknown> {
  const isLong = text.length > LONG_CHARS;
  if (isLong) await nextTurn();
  refuseText(text, context);
  if (isLong) await nextTurn();
  return parseChecked(text, context);
}

function refuseText(text: string, context: ErrorContext): void {
  const [first] = text.trimStart();
  if (first === undefined) throw protocolFailure(context, 'The answer is empty', 'EMPTY');
  if (first === '<') throw htmlFailure(context);
  refuseShape(text, context);
}

function parseChecked(text: string, context: ErrorContext): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the answer.
    throw protocolFailure(context, 'The answer is not JSON', 'JSON');
  }
}

/** Throws for JSON that no reader of an answer could take. */
export function refuseShape(text: string, context: ErrorContext): void {
  const problem = jsonProblem(text);
  if (problem === 'deep') throw tooLarge(context, `The answer is nested more than ${MAX_JSON_DEPTH} deep`);
  if (problem === 'values') throw tooLarge(context, `The answer has more than ${MAX_JSON_VALUES} values`);
}

export function tooLarge(context: ErrorContext, what: string): CallFailure {
  return new CallFailure(serviceError(context, 'tooLarge', what));
}

/** HTML where JSON is due comes from a sign-in page, a proxy or a web server at the wrong address. */
export function htmlFailure(context: ErrorContext): CallFailure {
  const what =
    "A web page came in place of an answer (a sign-in page of the network, or another address than the API's)";
  return protocolFailure(context, what, 'HTML');
}

export function protocolFailure(context: ErrorContext, what: string, code?: string): CallFailure {
  return new CallFailure(serviceError(context, 'protocol', what, { code }));
}

export function isHtml(headers: Headers): boolean {
  return /\bx?html\b/i.test(headers.get('content-type') ?? '');
}
