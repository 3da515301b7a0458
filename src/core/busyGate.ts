import { setTimeout as pauseFor } from 'node:timers/promises';
import type { ServiceError } from '../api/serviceError.ts';
import type { OnWait, RetryWait } from '../api/types.ts';

/** Max time to wait for a busy service, in milliseconds; the client waits no longer for a read either. */
export const longestBusyMs = 60_000;

/** Resolves after `ms`, or rejects when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** Makes all requests of a bulk action wait together for a service that is too busy. */
export class BusyGate {
  readonly #pause: Pause;
  /** The end of the wait that the service asked for, by `performance.now()`, and the error that asked for it. */
  #asked: { until: number; error: RetryWait['error'] } | undefined;

  constructor(pause: Pause = (ms, signal) => pauseFor(ms, undefined, { signal })) {
    this.#pause = pause;
  }

  /** Closes the gate and returns true if the service is busy for a time worth waiting. A 429 means that nothing was done. */
  close(error: ServiceError): boolean {
    return error.kind === 'rateLimited' && this.closeAsAsked(error);
  }

  /** Closes the gate and returns true if the service asked to wait, for a time worth waiting. */
  closeAsAsked(error: RetryWait['error']): boolean {
    const { retryAfterMs } = error;
    if (retryAfterMs === undefined || retryAfterMs > longestBusyMs) return false;
    const until = performance.now() + retryAfterMs;
    if (until > (this.#asked?.until ?? 0)) this.#asked = { until, error };
    return true;
  }

  /** Resolves after the wait that the service asked for, or at once when the signal aborts. */
  async passed(signal: AbortSignal, onWait: OnWait): Promise<void> {
    for (;;) {
      const asked = this.#asked;
      const ms = (asked?.until ?? 0) - performance.now();
      if (!asked || ms <= 0 || signal.aborted) break;
      onWait({ until: Date.now() + ms, error: asked.error });
      try {
        await this.#pause(ms, signal);
      } catch (reason) {
        if (!signal.aborted) throw reason;
      }
      if (this.#asked === asked) this.#asked = undefined;
    }
    onWait(undefined);
  }
}
