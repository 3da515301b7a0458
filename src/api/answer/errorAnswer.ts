import { isObject } from '../../base/json.ts';
import { CallFailure, type ErrorContext, kindOfStatus } from '../errors/errorMapping.ts';
import { cleanServerText, maskSecrets } from '../errors/serverText.ts';
import { certificateExpected, httpsExpected } from '../errors/tlsCodes.ts';
import { proxyAuth, proxyUnauthorized } from '../errors/transportFailure.ts';
import type { ServiceErrorDetails, ServiceErrorKind } from '../serviceError.ts';
import type { CallScope } from '../transport/callScope.ts';
import type { AnswerHeaders, Timing, Transport } from '../types.ts';
import { type ErrorContent, readContextLimit, readErrorText } from './errorBody.ts';
import { isHtml, maxErrorBytes, readText } from './readBody.ts';

type RawAnswer = Awaited<ReturnType<Transport>>;

// Longest wait for an error's body; the error is then reported without it.
const errorBodyMs = 10_000;

/** Returns the failure for an answer's status, with the service's message; `undefined` for 2xx. */
export async function statusFailure(
  answer: RawAnswer,
  url: URL,
  scope: CallScope,
  context: ErrorContext,
  { bytesIdleMs }: Pick<Timing, 'bytesIdleMs'>,
): Promise<CallFailure | undefined> {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return undefined;
  // 0: an opaque redirect, as in a browser's fetch.
  if (status === 0 || (status >= 300 && status < 400)) return redirectFailure(answer, url, context);
  const content = await readContent(answer, scope, Math.min(bytesIdleMs, errorBodyMs));
  const { kind, code } = onTheWay(answer, content) ?? {
    kind: isUnknownKey(content) ? 'unauthorized' : kindOfStatus(status, context.isKeyless),
  };
  return new CallFailure(
    context,
    kind,
    `The service answered ${status}`,
    {
      ...details(content, context),
      ...(code !== undefined && { code }),
      retryAfterMs: readRetryAfter(headers),
    },
    { shouldRetry: readShouldRetry(headers), said: content.said },
  );
}

/** LiteLLM without a database looks each key but its own up there, and says 400 (BerriAI/litellm 12273). */
function isUnknownKey({ said }: ErrorContent): boolean {
  return isObject(said) && isObject(said.error) && said.error.type === 'no_db_connection';
}

/** Recognizes an answer that no service gave: of a proxy, or of a web server to the wrong kind of connection. */
function onTheWay(
  { status, headers }: RawAnswer,
  { page }: ErrorContent,
): { kind: ServiceErrorKind; code: string } | undefined {
  if (status === 407) return { kind: 'network', code: proxyAuth };
  if (status === 401 && /^tinyproxy\//i.test(headers.get('server') ?? ''))
    return { kind: 'network', code: proxyUnauthorized };
  if (status !== 400 || page === undefined) return undefined;
  const code = webServerTexts.find(([text]) => text.test(page))?.[1];
  return code === undefined ? undefined : { kind: 'tls', code };
}

// nginx, Apache and Go's server (Caddy, Traefik).
const webServerTexts: [text: RegExp, code: string][] = [
  [/plain HTTP request was sent to HTTPS port/i, httpsExpected],
  [/speaking plain HTTP to an SSL-enabled server port/i, httpsExpected],
  [/Client sent an HTTP request to an HTTPS server/i, httpsExpected],
  [/No required SSL certificate was sent/i, certificateExpected],
];

/** Returns the failure for an answer without any text in it; `said`: what came in its place, if it can be quoted. */
export function noTextFailure(said: string, context: ErrorContext): CallFailure {
  const told = details({ message: said, code: 'NO_TEXT' }, context);
  return new CallFailure(context, 'protocol', 'The answer holds no text', told);
}

/** Returns the failure for an `{"error": …}` sent with status 200, as a whole answer or as a stream event. */
export function contentFailure(content: ErrorContent, context: ErrorContext): CallFailure {
  const kind = content.status === undefined ? 'server' : kindOfStatus(content.status);
  return new CallFailure(
    { ...context, status: content.status ?? context.status },
    kind,
    'The service reported an error within its answer',
    details(content, context),
    { said: content.said },
  );
}

function details(
  { message, code, said }: ErrorContent,
  { secrets }: ErrorContext,
): Partial<ServiceErrorDetails> {
  return {
    contextLimit: readContextLimit(message, said),
    serverMessage: message === undefined ? undefined : cleanServerText(message, secrets),
    code: code === undefined ? undefined : cleanServerText(code, secrets, 100),
  };
}

/** Redirects are never followed. Only the target's origin is reported, as the rest of the URL may hold anything. */
function redirectFailure(answer: RawAnswer, url: URL, context: ErrorContext): CallFailure {
  const location = answer.headers.get('location');
  const target = location === null ? null : URL.parse(location, url.href);
  const shown = target?.origin === 'null' ? target.protocol : target?.origin;
  const origin = shown && maskSecrets(shown, context.secrets);
  const what = origin === undefined ? 'The service redirects' : `The service redirects to ${origin}`;
  return new CallFailure(context, 'redirect', what, { serverMessage: origin });
}

async function readContent(answer: RawAnswer, scope: CallScope, ms: number): Promise<ErrorContent> {
  scope.timer(() => scope.cancel()).start(ms);
  try {
    const text = await readText(answer.body, maxErrorBytes);
    if (text === undefined) return {};
    const isPage = isHtml(answer.headers.get('content-type')) && !/^\s*[[{]/.test(text);
    return isPage ? { page: text } : { ...readErrorText(text), page: text };
  } catch {
    // The status is the error; why reading its body failed adds nothing. An abort shows in the signal.
    return {};
  }
}

// A quota may reset next month; anything later is a mistake, and may be no date we can show.
const longestSensibleMs = 31 * 24 * 60 * 60 * 1000;

/**
 * Returns how long the service asks us to wait, in ms: `retry-after-ms`, else `Retry-After` in seconds or as a date
 * (RFC 9110 10.2.3). `undefined` if it asks for nothing, or nothing sensible.
 */
export function readRetryAfter(headers: AnswerHeaders, now = Date.now()): number | undefined {
  const value = headers.get('retry-after') ?? '';
  // The service's date follows its own clock, which may be hours off ours; its `Date` header tells the time there.
  const serviceTime = readDate(headers.get('date') ?? '');
  const waits = [
    longestOf(headers.get('retry-after-ms') ?? ''),
    longestOf(value) * 1000,
    Math.max(0, readDate(value) - (Number.isNaN(serviceTime) ? now : serviceTime)),
  ];
  return waits.find((wait) => wait <= longestSensibleMs);
}

export function readShouldRetry(headers: AnswerHeaders): boolean | undefined {
  const value = headers.get('x-should-retry')?.trim().toLowerCase();
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** If the header was sent several times, the longest wait counts: it satisfies them all. NaN if one is no number. */
function longestOf(value: string): number {
  const numbers = value
    .split(',')
    .map((one) => (/^\s*\d+(?:\.\d+)?\s*$/.test(one) ? Number(one) : Number.NaN));
  return Math.max(...numbers);
}

// All three forms of an HTTP date begin with the weekday. `Date.parse` alone would take `-5` and `2030` for years.
function readDate(value: string): number {
  return /^\s*(?:mon|tue|wed|thu|fri|sat|sun)/i.test(value) ? Date.parse(value) : Number.NaN;
}
