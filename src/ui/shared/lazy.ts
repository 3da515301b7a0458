/** Something that is loaded and created on first use. */
export interface Lazy<T> {
  (): Promise<T>;
  /** `undefined` until it is created. */
  readonly made: T | undefined;
}

/** Creates it once. If that fails, the next call tries again. */
export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let making: Promise<T> | undefined;
  let made: T | undefined;
  const get = async () => {
    making ??= make();
    try {
      made = await making;
      return made;
    } catch (error) {
      making = undefined;
      throw error;
    }
  };
  return Object.defineProperty(get, 'made', { get: () => made }) as typeof get & {
    readonly made: T | undefined;
  };
}
