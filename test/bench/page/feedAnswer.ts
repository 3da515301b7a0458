/**
 * Runs in the page, so it may use nothing of this module: gives it one update after the other, as a host's messages would come.
 */
export async function feedAnswer({
  updates,
  everyMs,
}: {
  updates: string[];
  everyMs: number;
}): Promise<void> {
  let seq = 1;
  const startedAt = performance.now();
  for (const text of updates) {
    seq += 1;
    const data = { type: 'append', seq, turn: 'a1', text, reasoning: '' };
    window.dispatchEvent(new MessageEvent('message', { data }));
    // Each update is shown before the next one comes, on a busy machine too: nobody saves work by being late.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    // By the clock: a late frame doesn't make the answer slower.
    const waitMs = startedAt + (seq - 1) * everyMs - performance.now();
    await new Promise((done) => setTimeout(done, waitMs));
  }
}
