/** `target` with some of its members replaced; everything else goes to the real object. `onSet` is called after each assignment. */
export function overlay<T extends object>(
  target: T,
  parts: { [K in keyof T]?: unknown },
  onSet: (name: PropertyKey, value: unknown) => void = () => undefined,
): T {
  return new Proxy(target, {
    get(real, name) {
      if (name in parts) return Reflect.get(parts, name);
      const value: unknown = Reflect.get(real, name, real);
      return typeof value === 'function' ? value.bind(real) : value;
    },
    set(real, name, value) {
      const isSet = name in parts ? Reflect.set(parts, name, value) : Reflect.set(real, name, value, real);
      onSet(name, value);
      return isSet;
    },
  });
}
