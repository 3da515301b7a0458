/** In milliseconds. */
export interface Stretch {
  wallMs: number;
  /** The main thread's own time, without waiting for the disk or a busy machine. */
  cpuMs: number;
  /** The longest time, of the thread's own, for which the event loop was blocked. */
  blockedMs: number;
}

export async function timeStretch(work: () => Promise<unknown>): Promise<Stretch> {
  const blocked = watchEventLoop();
  const startedAt = performance.now();
  const before = threadMs();
  await work();
  const wallMs = performance.now() - startedAt;
  return { wallMs, cpuMs: threadMs() - before, blockedMs: await blocked.end() };
}

function watchEventLoop(): { end(): Promise<number> } {
  let longest = 0;
  let last = threadMs();
  const look = () => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return {
    async end() {
      // The last task has not been measured yet.
      await new Promise((resolve) => setTimeout(resolve, 5));
      clearInterval(timer);
      look();
      return longest;
    },
  };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
