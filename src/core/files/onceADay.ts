const dayMs = 86_400_000;

/**
 * Returns a function that does `work` at most once a day, however often it is called. It goes by the clock, so that a window
 * open for weeks does it too; if the clock was set back, it does it again. Nothing runs by itself.
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
