import * as v from 'valibot';

/** Returns what `schema` reads from `value`; `undefined` if that does not fit. */
export function parsed<const T extends v.GenericSchema>(
  schema: T,
  value: unknown,
): v.InferOutput<T> | undefined {
  const read = v.safeParse(schema, value);
  return read.success ? read.output : undefined;
}
