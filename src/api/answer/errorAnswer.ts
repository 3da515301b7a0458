import type { CallScope } from '../clocks/callScope.ts';
import { CallFailure } from '../errors/callFailure.ts';
import { type ErrorContext, kindOfStatus, serviceError } from '../errors/errorMapping.ts';
import { cleanServerText, maskSecrets } from '../errors/serverText.ts';
import { certificateExpected, httpsExpected } from '../errors/tlsCodes.ts';
import { proxyAuth, proxyUnauthorized } from '../errors/transportFailure.ts';
import type { ServiceErrorDetails, ServiceErrorKind } from '../serviceError.ts';
import type { Timing, Transport } from '../types.ts';
import { readContextLimit } from './contextLimit.ts';
import { type ErrorContent, readErrorJson, readErrorText } from './errorBody.ts';
import { isHtml, maxErrorBytes, readText } from './readBody.ts';
import { readRetryAfter, readShouldRetry } from './retryAfter.ts';

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
  const { kind, code } = onTheWay(answer, content) ?? { kind: kindOfStatus(status, context) };
  return new CallFailure(
    serviceError(context, kind, `The service answered ${status}`, {
      ...details(content, context),
      ...(code === undefined ? {} : { code }),
      retryAfterMs: readRetryAfter(headers),
    }),
    { shouldRetry: readShouldRetry(headers), said: content.said },
  );
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

/** Returns the failure for an `{"error": …}` sent with status 200, as a whole answer or as a stream event. */
export function errorJsonFailure(json: unknown, context: ErrorContext): CallFailure {
  return contentFailure(readErrorJson(json), context);
}

export function errorTextFailure(text: string, context: ErrorContext): CallFailure {
  return contentFailure(readErrorText(text), context);
}

/** Returns the failure for an answer without any text in it; `said`: what came in its place, if it can be quoted. */
export function noTextFailure(said: string, context: ErrorContext): CallFailure {
  const error = serviceError(context, 'protocol', 'The answer holds no text', {
    ...details({ message: said }, context),
    code: 'NO_TEXT',
  });
  return new CallFailure(error);
}

function contentFailure(content: ErrorContent, context: ErrorContext): CallFailure {
  const kind = content.status === undefined ? 'server' : kindOfStatus(content.status);
  const error = serviceError(context, kind, 'The service reported an error within its answer', {
    ...details(content, context),
    ...(content.status === undefined ? {} : { status: content.status }),
  });
  return new CallFailure(error, { said: content.said });
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
  const origin =
    target === null
      ? undefined
      : maskSecrets(target.origin === 'null' ? target.protocol : target.origin, context.secrets);
  const what = origin === undefined ? 'The service redirects' : `The service redirects to ${origin}`;
  return new CallFailure(serviceError(context, 'redirect', what, { serverMessage: origin }));
}

async function readContent(answer: RawAnswer, scope: CallScope, ms: number): Promise<ErrorContent> {
  scope.timer(() => scope.cancel()).start(ms);
  try {
    const text = await readText(answer.body, maxErrorBytes);
    if (text === undefined) return {};
    return isHtml(answer.headers) ? { page: text } : { ...readErrorText(text), page: text };
  } catch {
    // The status is the error; why reading its body failed adds nothing. An abort shows in the signal.
    return {};
  }
}
