import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { timeStretch } from '../../harness/timeStretch.ts';
import type { Hold } from './hostTask.ts';

/** The monitor looks at the loop so often, in milliseconds; what it says is never less. */
const resolution = 5;

/** For how long, at most, the event loop came to nothing else while `work` ran. */
export async function longestHold(work: () => Promise<unknown>): Promise<Hold> {
  const monitor = monitorEventLoopDelay({ resolution });
  // What another measurement left behind is over before this one starts.
  await pause(50);
  monitor.enable();
  const { blockedMs } = await timeStretch(async () => {
    await pause(3 * resolution);
    await work();
    // What ran last has had no look after it yet.
    await pause(3 * resolution);
  });
  monitor.disable();
  return { wallMs: monitor.max / 1e6, cpuMs: blockedMs };
}
