import { statusFailure } from '../answer/errorAnswer.ts';
import { type Answer, logFailure } from '../answer/readJson.ts';
import { CallScope, ClockExpired, raceAbort } from '../clocks/clock.ts';
import { type ErrorContext, failureFrom } from '../errors/errorMapping.ts';
import { cleanServerText, maskSecrets } from '../errors/serverText.ts';
import type { Operation } from '../timing.ts';
import type { CallOptions, Logger, Timing, Transport } from '../types.ts';
import { buildHeaders, type RequestSecrets } from './requestHeaders.ts';
import { type RetryContext, withRetries } from './retry.ts';

/** What all requests of a client share. */
export interface Sender {
  origin: string;
  transport: Transport;
  /** `undefined`: requests without a key. */
  secrets: () => Promise<RequestSecrets | undefined>;
  log: Logger | undefined;
}

export interface Call {
  operation: Operation;
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  /** Method and path template. */
  endpoint: string;
  accept: string;
  /** JSON. */
  body?: string;
  timing: Timing;
  options: CallOptions;
  /** On the clock of `performance.now()`. */
  deadline: number;
  /** How many more times this call and those that follow it may be sent; without it, as its operation allows. */
  tries?: { left: number };
}

/** Sends a request, retrying as its operation allows. Resolves when the headers of a 2xx answer arrive. */
export async function openAnswer(sender: Sender, call: Call): Promise<Answer> {
  const { signal, onWait } = call.options;
  const { deadline, tries, timing } = call;
  const context: RetryContext = { signal, onWait, deadline, tries, busyWaitMs: timing.busyWaitMs };
  return withRetries(call.operation, context, () => tryOnce(sender, call));
}

async function tryOnce(sender: Sender, call: Call): Promise<Answer> {
  const { signal } = call.options;
  signal?.throwIfAborted();
  const scope = new CallScope(signal, call.deadline - performance.now());
  const context: ErrorContext = { endpoint: call.endpoint, secrets: [] };
  const startedAt = performance.now();
  try {
    const given = await raceAbort(sender.secrets(), scope.signal);
    const { headers, secrets } = buildHeaders(call.url, sender.origin, given, context);
    context.secrets = secrets;
    context.isKeyless = given !== undefined && headers['authorization'] === undefined;
    const sentAt = performance.now();
    const answer = await sendOnce(sender.transport, call, headers, scope, context);
    const answeredAt = performance.now();
    context.status = answer.status;
    context.requestId = readRequestId(answer.headers, secrets);
    logAnswer(sender.log, context, performance.now() - startedAt);
    const failure = await statusFailure(answer, call.url, scope, context, call.timing);
    if (failure !== undefined) throw failure;
    call.options.onAnswer?.({
      status: answer.status,
      headersMs: answeredAt - sentAt,
      contentType: maskSecrets(answer.headers.get('content-type') ?? '', secrets) || undefined,
      requestId: context.requestId,
      way: answer.way,
    });
    return { ...answer, scope, context, log: sender.log };
  } catch (error) {
    scope.cancel();
    if (signal?.aborted) throw signal.reason;
    const failure = error instanceof ClockExpired ? failureFrom(error, context, true) : error;
    if (context.status === undefined) logFailure({ context, log: sender.log }, failure);
    throw failure;
  }
}

// A kept answer of a proxy, or of Electron's fetch, must neither allow a deletion nor settle one (RFC 9111, 5.2.1.4).
const uncached = { 'cache-control': 'no-cache' };

async function sendOnce(
  transport: Transport,
  call: Call,
  headers: Record<string, string>,
  scope: CallScope,
  context: ErrorContext,
): ReturnType<Transport> {
  const { method, body, accept, timing } = call;
  const { onLeaving, signal } = call.options;
  onLeaving?.();
  signal?.throwIfAborted();
  try {
    return await transport(call.url, {
      method,
      headers: {
        ...headers,
        accept,
        ...(method === 'GET' && uncached),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      signal: scope.signal,
      connectMs: timing.connectMs,
      headersMs: timing.headersMs,
      onLeaving,
    });
  } catch (error) {
    throw failureFrom(error, context, true);
  }
}

function readRequestId(headers: Headers, secrets: readonly string[]): string | undefined {
  const id = headers.get('x-request-id') ?? headers.get('request-id') ?? headers.get('x-amzn-requestid');
  return id === null ? undefined : cleanServerText(id, secrets, 100);
}

// Logs hold method, path template, status, time and request id: never a header, a name or a body.
function logAnswer(log: Logger | undefined, context: ErrorContext, ms: number): void {
  const { endpoint, status = 0, requestId = '' } = context;
  log?.[status < 300 ? 'info' : 'warn'](`${endpoint} ${status} ${Math.round(ms)} ms ${requestId}`.trimEnd());
}
