/** Settles like `pending`, or rejects with the reason of an earlier abort. */
export function raceAbort<T>(pending: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    // Once it has settled, calls to settle it do nothing.
    const settled =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        signal.removeEventListener('abort', onAbort);
        settle(value);
      };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    pending.then(settled(resolve), settled(reject));
  });
}

/**
 * Returns a signal that aborts as the first of these does. One of `AbortSignal.any` looks at all of them whenever it is asked; this one
 * stays registered with each, so they should live no longer than it does.
 */
export function anyAbort(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
  return controller.signal;
}
