/** Makes bytes only once for the same arguments, so that the garbage of making them is not collected while others are measured. */
export function remember<Args extends (string | number)[]>(
  make: (...args: Args) => Buffer,
): (...args: Args) => Buffer {
  const made = new Map<string, Buffer>();
  return (...args) => {
    const key = args.join('/');
    const bytes = made.get(key) ?? make(...args);
    made.set(key, bytes);
    return bytes;
  };
}
