const dayMs = 86_400_000;

/**
 * Returns a function that does `work` at most once a day, whoever calls it. By the clock, so that a window that stays open
 * for weeks does it too; after one that was put back, it is done again. Nothing runs by itself.
 */
export function onceADay(work: () => Promise<void>, now: () => number = Date.now): () => Promise<void> {
  let last: number | undefined;
  return async () => {
    const at = now();
    if (last !== undefined && at >= last && at - last < dayMs) return;
    last = at;
    await work();
  };
}
