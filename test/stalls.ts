import { createHook } from 'node:async_hooks';

// Lets a test's process halt now and then between two steps of its work, as when the system gives its core to another process or
// V8 collects garbage. A burner of `--busy` does the same too seldom to meet the microseconds between two steps that belong together.
const oneStepIn = 1000;
const shortestMs = 2;
const longestMs = 100;

// Taken before a test replaces them.
const { random } = Math;
const now = performance.now.bind(performance);

function stall(): void {
  if (random() * oneStepIn >= 1) return;
  // Short ones are as frequent as long ones, by their order of magnitude.
  const end = now() + shortestMs * (longestMs / shortestMs) ** random();
  while (now() < end);
}

if (process.env['TEST_STALLS']) createHook({ before: stall }).enable();
