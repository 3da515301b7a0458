import { CallFailure } from './callFailure.ts';
import { type ErrorContext, serviceError } from './errorMapping.ts';

export const MAX_JSON_BYTES = 32 * 1024 * 1024;
export const MAX_ERROR_BYTES = 64 * 1024;

type Body = AsyncIterable<Uint8Array> | null;

/** Reads a body to its end; `undefined` where it is larger than `maxBytes`, and then the rest was not read. */
export async function readText(body: Body, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  // TextDecoder takes a byte order mark off, and lets invalid UTF-8 through as U+FFFD.
  return new TextDecoder().decode(Buffer.concat(chunks, bytes));
}

/** Parses JSON; what it says instead appears in no error. */
export function parseJson(text: string, context: ErrorContext): unknown {
  if (text.trim() === '') throw protocolFailure(context, 'The answer is empty', 'EMPTY');
  if (text.trimStart().startsWith('<')) throw htmlFailure(context);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the answer.
    throw protocolFailure(context, 'The answer is not JSON', 'JSON');
  }
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
