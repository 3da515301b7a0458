import { setTimeout as pauseFor } from 'node:timers/promises';
import type { ServiceError } from '../../api/serviceError.ts';
import type { RetryWaits } from '../retryWait.ts';

/** The longest wait that a service may ask for and get, in milliseconds; the client waits no longer for a read either. */
export const longestBusyMs = 60_000;

/** Ends after `ms`, or rejects when the signal says so. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** All lanes of a deletion wait together for a service that is too busy to delete. */
export class BusyGate {
  readonly #waits: RetryWaits;
  readonly #pause: Pause;
  /** Until when the service asked for peace, on the clock of `performance.now()`, and in what words. */
  #asked: { until: number; error: ServiceError } | undefined;

  constructor(waits: RetryWaits, pause: Pause = (ms, signal) => pauseFor(ms, undefined, { signal })) {
    this.#waits = waits;
    this.#pause = pause;
  }

  /** Whether the service refused for being busy and named a time that is worth waiting for: a 429 says that nothing was done. */
  close(error: ServiceError): boolean {
    const { kind, retryAfterMs } = error;
    if (kind !== 'rateLimited' || retryAfterMs === undefined || retryAfterMs > longestBusyMs) return false;
    const until = performance.now() + retryAfterMs;
    if (until > (this.#asked?.until ?? 0)) this.#asked = { until, error };
    return true;
  }

  /** Waits for the time that the service named. Ends at once when the signal says so. */
  async passed(signal: AbortSignal): Promise<void> {
    const slot = this.#waits.next();
    for (;;) {
      const asked = this.#asked;
      const ms = (asked?.until ?? 0) - performance.now();
      if (!asked || ms <= 0 || signal.aborted) break;
      slot.onRetry(ms, asked.error);
      try {
        await this.#pause(ms, signal);
      } catch (reason) {
        if (!signal.aborted) throw reason;
      }
      if (this.#asked === asked) this.#asked = undefined;
    }
    slot.onWaited();
  }
}
