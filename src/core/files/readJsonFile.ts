import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ifExists } from './ifExists.ts';

/** Reads a JSON file; `undefined` if it does not exist or has another shape. Rejects if it can't be read or is not JSON. */
export async function readJsonFile<S extends v.GenericSchema>(
  path: string,
  schema: S,
): Promise<v.InferOutput<S> | undefined> {
  const text = await ifExists(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  const read = v.safeParse(schema, JSON.parse(text));
  return read.success ? read.output : undefined;
}
