/** Something that is loaded and made when it is first asked for. */
export interface Lazy<T> {
  (): Promise<T>;
  /** `undefined` until it was asked for and made. */
  readonly made: T | undefined;
}

/** Makes it once. Where that fails, it is tried again with the next call. */
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
