import { createHook } from 'node:async_hooks';

// Lets a test's process halt now and then between two steps of its work, as when the system gives its core to another process or
// V8 collects garbage. A burner of `--busy` does the same too seldom to meet the microseconds between two steps that belong together.
const oneStepIn = 1000;
const shortestMs = 2;
const longestMs = 100;

// Taken before a test replaces them.
const { random } = Math;
const now = performance.now.bind(performance);

let workUntil = 0;

function stall(): void {
  if (random() * oneStepIn >= 1) return;
  const start = now();
  // Work gets as much time as the stalls do, so that no test meets its time limit.
  if (start < workUntil) return;
  // Short ones are as frequent as long ones, by their order of magnitude.
  const ms = shortestMs * (longestMs / shortestMs) ** random();
  while (now() < start + ms);
  workUntil = start + 2 * ms;
}

if (process.env['TEST_STALLS']) createHook({ before: stall }).enable();
