/** Returns a function that runs `work` with the arguments of its last call when the calls have paused for `restMs` milliseconds. */
export function debounce<A extends unknown[] = []>(work: (...args: A) => void, restMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: A | undefined;
  /** Drops the waiting call. */
  const cancel = () => {
    clearTimeout(timer);
    waiting = undefined;
  };
  /** Runs the waiting call now. */
  const flush = () => {
    const args = waiting;
    cancel();
    if (args) work(...args);
  };
  const call = (...args: A) => {
    cancel();
    waiting = args;
    timer = setTimeout(flush, restMs);
  };
  return Object.assign(call, { flush, cancel });
}
