import type { ServiceError } from '../api/serviceError.ts';
import type { CallOptions } from '../api/types.ts';

/** A request failed with `error` and will be sent again after `waitMs` milliseconds. */
export interface RetryWait {
  readonly waitMs: number;
  readonly error: ServiceError;
}

/** Called with the current wait, or with `undefined` when none is left. */
export type OnWait = (wait: RetryWait | undefined) => void;

/** The waits of parallel requests; only the longest is reported. */
export class RetryWaits {
  readonly #onWait: OnWait;
  readonly #waits = new Map<symbol, RetryWait>();

  constructor(onWait: OnWait) {
    this.#onWait = onWait;
  }

  /** Returns the call options for one more request. */
  next(): Required<Pick<CallOptions, 'onRetry' | 'onWaited'>> {
    const request = Symbol('request');
    return {
      onRetry: (waitMs, error) => {
        this.#waits.set(request, { waitMs, error });
        this.#tell();
      },
      onWaited: () => {
        this.#waits.delete(request);
        this.#tell();
      },
    };
  }

  #tell(): void {
    const waits = [...this.#waits.values()].sort((one, other) => other.waitMs - one.waitMs);
    this.#onWait(waits[0]);
  }
}
