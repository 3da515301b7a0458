/** In milliseconds. */
interface Pace {
  /** Runs when the calls have paused for so long. */
  restMs: number;
  /** Runs at the latest so long after the first of the calls, or after the last run. */
  maxMs?: number;
  /** Runs the first call at once; only those that follow it soon have to wait. */
  isFirstAtOnce?: boolean;
}

export interface Debounced<A extends unknown[]> {
  (...args: A): void;
  flush(): void;
  cancel(): void;
}

/** Returns a function that passes on the arguments of its last call only, at this pace. */
export function debounce<A extends unknown[] = []>(
  work: (...args: A) => void,
  { restMs, maxMs = Number.POSITIVE_INFINITY, isFirstAtOnce = false }: Pace,
): Debounced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: A | undefined;
  let deadline = 0;
  let due = 0;
  const rest = () => {
    const now = Date.now();
    // A clock that was set back would put it off for as long.
    if (timer === undefined || deadline - now > maxMs) deadline = now + maxMs;
    const until = Math.min(now + restMs, deadline);
    if (timer !== undefined && until === due) return;
    due = until;
    clearTimeout(timer);
    timer = setTimeout(end, Math.max(0, due - now));
  };
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    waiting = undefined;
  };
  const flush = () => {
    const args = waiting;
    cancel();
    if (args) work(...args);
  };
  const end = () => {
    const isBusy = waiting !== undefined;
    flush();
    // The next call would be no first one.
    if (isBusy && isFirstAtOnce) rest();
  };
  const call = (...args: A) => {
    waiting = args;
    if (isFirstAtOnce && timer === undefined) flush();
    rest();
  };
  return Object.assign(call, { flush, cancel });
}
