import type { OnWait, RetryWait } from '../api/types.ts';

/** Returns what makes an `onWait` for each of several parallel requests; `onWait` hears of the wait that ends last. */
export function joinWaits(onWait: OnWait): () => OnWait {
  const waits = new Set<RetryWait>();
  return () => {
    let own: RetryWait | undefined;
    return (wait) => {
      if (own) waits.delete(own);
      else if (!wait) return;
      if (wait) waits.add(wait);
      own = wait;
      onWait([...waits].sort((one, other) => other.until - one.until)[0]);
    };
  };
}
