/** What `vscode.Event` and the events of core have in common. */
type EventSource<T> = (listener: (value: T) => void) => { dispose(): void };

/** Rejects with `what` if `promise` takes longer than `ms`. */
export async function within<T>(promise: PromiseLike<T>, what: string, ms = 20_000): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not within ${ms} ms: ${what}`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The next event for which `isWanted` is true. */
export function nextEvent<T>(
  event: EventSource<T>,
  what: string,
  isWanted: (value: T) => boolean = () => true,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const subscription = event((value) => {
    if (isWanted(value)) resolve(value);
  });
  return within(promise, what).finally(() => subscription.dispose());
}

/** Waits until `condition` is true; checks it now and after each event. */
export async function until<T>(event: EventSource<T>, what: string, condition: () => boolean): Promise<void> {
  if (!condition()) await nextEvent(event, what, condition);
}

/** What is repeated every few seconds is repeated at once, until the returned function is called. Call before it begins. */
export function hurry(): () => void {
  const { setInterval } = globalThis;
  const soon = (run: () => void) => setInterval(run, 10);
  Object.assign(globalThis, { setInterval: soon });
  return () => Object.assign(globalThis, { setInterval });
}
