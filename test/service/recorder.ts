export interface RecordedRequest {
  method: string;
  /** As received, still percent-encoded, with its query. */
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
  /** Milliseconds since 1970, with fractions, from a clock that never jumps. */
  at: number;
  /** The server's own close event; not complete if the client, or a fault, ended it before the end of the answer. */
  closed: Promise<{ at: number; complete: boolean }>;
}

type Match = (request: RecordedRequest) => boolean;
interface Waiter {
  match: Match;
  resolve: (request: RecordedRequest) => void;
  reject: (reason: Error) => void;
}

/** Comparable between processes on one machine, unlike `performance.now()` alone. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}

/** Records requests, and wakes those waiting for one. */
export class RequestRecorder {
  readonly requests: RecordedRequest[] = [];
  #waiters: Waiter[] = [];

  add(request: RecordedRequest): void {
    this.requests.push(request);
    const woken = this.#waiters.filter((waiter) => waiter.match(request));
    this.#waiters = this.#waiters.filter((waiter) => !woken.includes(waiter));
    for (const waiter of woken) waiter.resolve(request);
  }

  clear(): void {
    this.requests.length = 0;
  }

  /** Resolves with the next matching request from now on. */
  next(match: Match): Promise<RecordedRequest> {
    const { promise, resolve, reject } = Promise.withResolvers<RecordedRequest>();
    this.#waiters.push({ match, resolve, reject });
    // A test may stop waiting; its forgotten promise must not end the process when the service closes.
    promise.catch(() => undefined);
    return promise;
  }

  close(): void {
    for (const waiter of this.#waiters)
      waiter.reject(new Error('The service was closed before such a request came.'));
    this.#waiters = [];
  }
}
