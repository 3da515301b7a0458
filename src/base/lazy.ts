/** Something that is loaded and created on first use. */
export interface Lazy<T> {
  (): Promise<T>;
  /** `undefined` until it is created. */
  readonly made: T | undefined;
}

/** Creates it once. If that fails, the next call tries again. */
export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let making: Promise<T> | undefined;
  const late = async () => {
    making ??= make();
    try {
      late.made = await making;
      return late.made;
    } catch (error) {
      making = undefined;
      throw error;
    }
  };
  late.made = undefined as T | undefined;
  return late;
}
