import { setTimeout as pause } from 'node:timers/promises';
import { CallFailure } from '../errors/errorMapping.ts';
import { proxyAddress, proxyAuth, proxyClosed, proxyUnauthorized } from '../errors/transportFailure.ts';
import { isBusy } from '../serviceError.ts';
import type { Operation } from '../timing.ts';
import type { CallOptions, Timing } from '../types.ts';

const firstWaitMs = 500;
const longestWaitMs = 8_000;

interface RetryPolicy {
  retries: number;
  /** Longest wait that the service may ask for; if it asks for more, the caller gets the error with that time. */
  longestAskedMs: number;
  mayRepeat: (failure: CallFailure) => boolean;
}

// 425: too early (RFC 8470). 529: see `isBusy`.
const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504, 529]);
const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_CONNECTION_RESET']);

// When and how often each operation is retried. A deletion is never sent twice, whatever the service answers.
const policies: Record<Operation, RetryPolicy> = {
  read: {
    retries: 2,
    longestAskedMs: 60_000,
    mayRepeat: (failure) =>
      toldToRetry(failure) ??
      (isFreshConnectFailure(failure) ||
        passingStatuses.has(failure.status ?? 0) ||
        isLostUnanswered(failure)),
  },
  delete: { retries: 1, longestAskedMs: 0, mayRepeat: isFreshConnectFailure },
  load: { retries: 1, longestAskedMs: 0, mayRepeat: isFreshConnectFailure },
  chat: {
    retries: 1,
    longestAskedMs: 20_000,
    mayRepeat: (failure) =>
      toldToRetry(failure) ??
      (isFreshConnectFailure(failure) ||
        isLostOnReused(failure) ||
        (isBusy(failure.status) && failure.retryAfterMs !== undefined)),
  },
};

/**
 * Returns what `x-should-retry` says. `false` always counts. `true` counts only if a retry can end differently: a status that
 * faults the request itself, such as 400, 401 or 404, will just recur.
 */
function toldToRetry(failure: CallFailure): boolean | undefined {
  const { shouldRetry } = failure.facts();
  const { status = 0 } = failure;
  if (shouldRetry !== true) return shouldRetry;
  return status >= 500 || status === 409 || passingStatuses.has(status);
}

const proxySettings = new Set([proxyAddress, proxyAuth, proxyClosed, proxyUnauthorized]);

// A retry does not fix a certificate or a proxy's password.
function isFreshConnectFailure(failure: CallFailure): boolean {
  const { kind, code = '' } = failure;
  return failure.facts().isConnectPhase === true && kind !== 'tls' && !proxySettings.has(code);
}

/** As browsers and the `openai` package do, such a request is sent again at once: the service has hardly seen it. */
function isLostOnReused(failure: CallFailure): boolean {
  return failure.facts().isOnReused === true && isLostUnanswered(failure);
}

function isLostUnanswered(failure: CallFailure): boolean {
  return failure.facts().isBeforeAnswer === true && resetCodes.has(failure.code ?? '');
}

/** A call, as far as it decides how often and how long it is tried. */
export interface Retried {
  operation: Operation;
  timing: Pick<Timing, 'totalMs' | 'busyWaitMs'>;
  options: Pick<CallOptions, 'signal' | 'onWait'>;
  /** How many more times this call and those that follow it may be sent; without it, as its operation allows. */
  tries?: { left: number };
}

/**
 * The only place that repeats requests. `attempt` must fail before the first byte of a 2xx answer's body, or not at all. It gets
 * the end of the call's time, on the clock of `performance.now()`; a wait that would end later is not started.
 */
export async function withRetries<T>(
  { operation, timing, options: { signal, onWait }, tries }: Retried,
  attempt: (deadline: number) => Promise<T>,
): Promise<T> {
  const policy = policies[operation];
  const deadline = performance.now() + timing.totalMs;
  for (let failed = 0; ; failed += 1) {
    if (tries !== undefined) tries.left -= 1;
    try {
      return await attempt(deadline);
    } catch (failure) {
      if (!(failure instanceof CallFailure) || failed >= policy.retries) throw failure;
      if (tries?.left === 0) throw failure;
      const waitMs = waitBefore(failure, policy, failed, timing.busyWaitMs);
      if (waitMs === undefined || performance.now() + waitMs >= deadline) throw failure;
      onWait?.({ until: Date.now() + waitMs, error: failure });
      await pause(waitMs, undefined, signal && { signal }).catch((error: unknown) => {
        // The timer rejects with an AbortError of its own.
        throw signal?.aborted ? signal.reason : error;
      });
      onWait?.(undefined);
    }
  }
}

function waitBefore(
  failure: CallFailure,
  policy: RetryPolicy,
  failed: number,
  busyWaitMs: number,
): number | undefined {
  const { retryAfterMs, status } = failure;
  if (!policy.mayRepeat(failure)) return undefined;
  if (isLostOnReused(failure)) return 0;
  if (retryAfterMs !== undefined) return retryAfterMs <= policy.longestAskedMs ? retryAfterMs : undefined;
  // A limit of one request a second, as nginx's `limit_req` without a burst, refuses whoever comes back sooner.
  if (isBusy(status)) return Math.round(busyWaitMs * 2 ** failed * (1 + Math.random() / 2));
  // Full jitter: clients that failed together do not come back together.
  return Math.round(Math.random() * Math.min(longestWaitMs, firstWaitMs * 2 ** failed));
}
