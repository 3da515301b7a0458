/** Returns a function that runs `work` once for all its calls within `ms` milliseconds of the first. */
export function gather(ms: number, work: () => void): { (): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const call = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      work();
    }, ms);
  };
  return Object.assign(call, { cancel });
}
