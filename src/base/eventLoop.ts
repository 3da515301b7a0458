/** Longest time we block the event loop, in ms. */
const sliceMs = 5;

/** Resolves once what follows of the present turn without waiting has been done, before the event loop's next turn. */
export function afterMicrotasks(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** Resolves after other work waiting for the event loop. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Runs `work`, which must be short, on each of many items, and yields to the event loop every few ms. An abort then rejects it with
 * the signal's reason.
 */
export async function inSlices<T>(
  items: Iterable<T>,
  work: (item: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  await runInSlices(eachOf(items, work), signal);
}

/**
 * Runs a long computation made of short steps and returns its result; yields and aborts in the same way. If it took more than one
 * turn, what follows it has a turn of its own.
 */
export async function runInSlices<R>(steps: Iterator<unknown, R>, signal?: AbortSignal): Promise<R> {
  let isLong = false;
  let end = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done && !isLong) return step.value;
    if (!step.done && performance.now() < end) continue;
    isLong = true;
    await yieldToEventLoop();
    signal?.throwIfAborted();
    if (step.done) return step.value;
    end = performance.now() + sliceMs;
  }
}

function* eachOf<T>(items: Iterable<T>, work: (item: T) => void): Generator<void, void> {
  for (const item of items) {
    work(item);
    yield;
  }
}
