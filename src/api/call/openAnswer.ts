import { raceAbort } from '../../base/raceAbort.ts';
import { statusFailure } from '../answer/errorAnswer.ts';
import { type Answer, logFailure } from '../answer/readJson.ts';
import { type ErrorContext, failureFrom } from '../errors/errorMapping.ts';
import { cleanServerText, maskSecrets } from '../errors/serverText.ts';
import { ClockExpired } from '../errors/transportFailure.ts';
import { CallScope } from '../transport/callScope.ts';
import type { AnswerHeaders, CallOptions, Logger, Timing, Transport } from '../types.ts';
import { buildHeaders, type RequestSecrets } from './requestHeaders.ts';
import { type Retried, withRetries } from './retry.ts';

/** What all requests of a client share. */
export interface Sender {
  /** Normalized. */
  baseUrl: string;
  /** The base URL's. */
  origin: string;
  transport: Transport;
  /** `undefined`: requests without a key. */
  secrets: () => Promise<RequestSecrets | undefined>;
  log: Logger | undefined;
}

export interface Call extends Retried {
  /** Below the base URL. */
  path: string;
  /** The path as logs and errors may show it, if it holds a name. */
  template?: string;
  /** JSON. */
  body?: string;
  timing: Timing;
  options: CallOptions;
}

const methods = { read: 'GET', delete: 'DELETE', chat: 'POST', load: 'POST' } as const;

/** Sends a request, retrying as its operation allows. Resolves when the headers of a 2xx answer arrive. */
export function openAnswer(sender: Sender, call: Call): Promise<Answer> {
  return withRetries(call, (deadline) => tryOnce(sender, call, deadline));
}

async function tryOnce(
  { baseUrl, origin, transport, log, ...sender }: Sender,
  { operation, path, template = path, body, timing, options }: Call,
  deadline: number,
): Promise<Answer> {
  const { signal, onLeaving } = options;
  signal?.throwIfAborted();
  const method = methods[operation];
  const url = new URL(baseUrl + path);
  const scope = new CallScope(signal, Math.max(0, deadline - performance.now()));
  const context: ErrorContext = { endpoint: `${method} ${template}`, secrets: [] };
  const startedAt = performance.now();
  let isReady = false;
  try {
    const given = await raceAbort(sender.secrets(), scope.signal);
    const { headers, secrets } = buildHeaders(url, origin, given, context);
    context.secrets = secrets;
    context.isKeyless = given !== undefined && headers['authorization'] === undefined;
    isReady = true;
    onLeaving?.();
    signal?.throwIfAborted();
    const sentAt = performance.now();
    const answer = await transport(url, {
      method,
      headers: {
        ...headers,
        accept: operation === 'chat' ? 'text/event-stream, application/json;q=0.9' : 'application/json',
        // A kept answer of a proxy, or of Electron's fetch, must neither allow a deletion nor settle one (RFC 9111, 5.2.1.4).
        ...(operation === 'read' && { 'cache-control': 'no-cache' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      signal: scope.signal,
      connectMs: timing.connectMs,
      headersMs: timing.headersMs,
      onLeaving,
    }).catch((error: unknown) => {
      throw failureFrom(error, context, true);
    });
    const headersMs = performance.now() - sentAt;
    context.status = answer.status;
    context.requestId = readRequestId(answer.headers, secrets);
    logAnswer(log, context, performance.now() - startedAt);
    const failure = await statusFailure(answer, url, scope, context, timing);
    if (failure !== undefined) throw failure;
    options.onAnswer?.({
      status: answer.status,
      headersMs,
      contentType: maskSecrets(answer.headers.get('content-type') ?? '', secrets) || undefined,
      requestId: context.requestId,
      way: answer.way,
    });
    return { ...answer, scope, context, log };
  } catch (error) {
    scope.cancel();
    if (signal?.aborted) throw signal.reason;
    const isLate = error instanceof ClockExpired;
    const failure = isLate ? failureFrom(error, context, true) : error;
    if (context.status === undefined && (isReady || isLate)) logFailure({ context, log }, failure);
    throw failure;
  }
}

function readRequestId(headers: AnswerHeaders, secrets: readonly string[]): string | undefined {
  const id = headers.get('x-request-id') ?? headers.get('request-id') ?? headers.get('x-amzn-requestid');
  return id === null ? undefined : cleanServerText(id, secrets, 100);
}

// Logs hold method, path template, status, time and request id: never a header, a name or a body.
function logAnswer(log: Logger | undefined, context: ErrorContext, ms: number): void {
  const { endpoint, status = 0, requestId = '' } = context;
  log?.[status < 300 ? 'info' : 'warn'](`${endpoint} ${status} ${Math.round(ms)} ms ${requestId}`.trimEnd());
}
