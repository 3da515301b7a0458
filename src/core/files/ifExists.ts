import { readdir } from 'node:fs/promises';
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
    name.endsWith(ending) ? name.slice(0, -ending.length) : [],
  );
  return ids.filter(isId);
}

/** Anything else must not become part of a path. */
export function isId(text: string): boolean {
  return /^[0-9a-f-]{36}$/u.test(text);
}
