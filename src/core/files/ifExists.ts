import { type Stats, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { inSlices } from '../../base/eventLoop.ts';
import { errorCode } from './errorCode.ts';

/** Settles as `operation` does, but with `undefined` if the file or folder does not exist. */
export async function ifExists<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the names in a folder; none if it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await ifExists(readdir(folder))) ?? [];
}

/** Returns the ids of a folder's files whose names are a UUID followed by `ending`. */
export async function idsIn(folder: string, ending: string): Promise<string[]> {
  const ids = (await namesIn(folder)).flatMap((name) =>
    name.endsWith(ending) ? name.slice(0, name.length - ending.length) : [],
  );
  return ids.filter(isId);
}

/** Anything else must not become part of a path. */
export function isId(text: string): boolean {
  return /^[0-9a-f-]{36}$/u.test(text);
}

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

/**
 * Returns the stats of many files, `undefined` for a missing one. Synchronous, in slices: through the thread pool, ten
 * thousand answers cost more than the lookups, several times as much on a busy machine.
 */
export async function fileStats(paths: readonly string[]): Promise<(Stats | undefined)[]> {
  const found: (Stats | undefined)[] = [];
  await inSlices(paths, (path) => found.push(statOf(path)));
  return found;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A file that can't be examined can't be listed; opening it tells why.
    return undefined;
  }
}
