import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { errorCode } from '../errorCode.ts';
import { ifExists } from '../ifExists.ts';

const lockSchema = v.fallback(
  v.pipe(v.string(), v.parseJson(), v.object({ owner: v.string(), pid: v.number(), host: v.string() })),
  // Torn: its window is just writing it, or was killed while it did.
  { owner: '', pid: 0, host: '' },
);

export interface FoundLock {
  /** A unique id; empty if the file is torn. */
  owner: string;
  /** Unix milliseconds by the owner's clock, to be compared only for equality. */
  touchedAt: number;
  /** Whether the owner's process is known to be gone. Only a process on this host can be. */
  isGone: boolean;
}

/** Returns the content of the lock file of an owner in this process. */
export function lockText(owner: string): string {
  return JSON.stringify({ owner, pid: process.pid, host: hostname() });
}

export async function readLock(path: string): Promise<FoundLock | undefined> {
  // In this order: on a network disk, opening a file refreshes what `stat` knows of it.
  const text = await ifExists(readFile(path, 'utf8'));
  const file = await ifExists(stat(path));
  if (text === undefined || !file) return undefined;
  const { owner, pid, host } = v.parse(lockSchema, text);
  return { owner, touchedAt: file.mtimeMs, isGone: host === hostname() && !isRunning(pid) };
}

/** Returns false if the file already exists. */
export async function createLock(path: string, text: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // A full disk leaves an empty file.
    await rm(path, { force: true });
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process.
    return errorCode(error) === 'EPERM';
  }
}
