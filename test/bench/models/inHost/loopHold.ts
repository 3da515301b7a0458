import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { timeStretch } from '../../harness/timeStretch.ts';
import type { Hold } from './hostTask.ts';

/** The interval at which the monitor checks the loop, in milliseconds; it never reports less. */
const resolution = 5;

/** Returns the longest time for which the event loop was blocked while `work` ran. */
export async function longestHold(work: () => Promise<unknown>): Promise<Hold> {
  const monitor = monitorEventLoopDelay({ resolution });
  // Lets the work of another measurement end before this one starts.
  await pause(50);
  monitor.enable();
  const { blockedMs } = await timeStretch(async () => {
    await pause(3 * resolution);
    await work();
    // The last task has not been measured yet.
    await pause(3 * resolution);
  });
  monitor.disable();
  return { wallMs: monitor.max / 1e6, cpuMs: blockedMs };
}
