/** Settles like `pending`, or rejects with the reason of an earlier abort. */
export async function raceAbort<T>(pending: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
  });
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([aborted, pending]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
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
