import { setTimeout as sleep } from 'node:timers/promises';

/** How far an answer may fall behind, on a slow machine, and still catch up at once. */
const maxLagMs = 250;

/**
 * Waits between tokens so that they average the rate, although timers only do whole milliseconds.
 * Rejects when the signal aborts.
 */
export function createPace(tokensPerSecond: () => number, signal: AbortSignal): () => Promise<void> {
  let due = performance.now();
  return async () => {
    signal.throwIfAborted();
    const now = performance.now();
    due = Math.max(due + 1000 / tokensPerSecond(), now - maxLagMs);
    if (due > now) await sleep(due - now, undefined, { signal });
  };
}
