/** Settles like `pending`, or rejects with the reason of an earlier abort. */
export async function raceAbort<T>(pending: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, pending]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
