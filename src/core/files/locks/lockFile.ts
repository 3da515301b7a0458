import { readlinkSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { errorCode } from '../errorCode.ts';
import { ifExists } from '../ifExists.ts';

const lockSchema = v.fallback(
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ owner: v.string(), pid: v.number(), host: v.string(), pids: v.string() }),
  ),
  // Torn: its window is just writing it, or was killed while it did.
  { owner: '', pid: 0, host: '', pids: '' },
);

/** Where this process's number counts: containers on one host may share its name, but number their processes on their own. */
const pids = pidNamespace();

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has such namespaces.
    return '';
  }
}

export interface FoundLock {
  /** A unique id; empty if the file is torn. */
  owner: string;
  /** Unix milliseconds by the owner's clock, to be compared only for equality. */
  touchedAt: number;
  /** Whether the owner's process is known to be gone. Only one can be that counts where this one does. */
  isGone: boolean;
}

/** Returns the content of the lock file of an owner in this process. */
export function lockText(owner: string): string {
  return JSON.stringify({ owner, pid: process.pid, host: hostname(), pids });
}

export async function readLock(path: string): Promise<FoundLock | undefined> {
  // In this order: on a network disk, opening a file refreshes what `stat` knows of it.
  const text = await ifExists(readFile(path, 'utf8'));
  const file = await ifExists(stat(path));
  if (text === undefined || !file) return undefined;
  const lock = v.parse(lockSchema, text);
  const isNear = lock.host === hostname() && lock.pids === pids;
  return { owner: lock.owner, touchedAt: file.mtimeMs, isGone: isNear && !isRunning(lock.pid) };
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
