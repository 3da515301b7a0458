import { constants, copyFile, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { defined } from '../../defined.ts';
import { errorCode } from '../errorCode.ts';
import { ifExists } from '../ifExists.ts';
import { temporaryPath } from '../temporaryFiles.ts';
import { isRunning, ownStart } from './processStart.ts';
import { isThisMachine, thisMachine } from './thisMachine.ts';

const lockSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    owner: v.string(),
    pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
    host: v.string(),
    /** See `thisMachine`. */
    machine: v.exactOptional(v.string()),
    /** See `ownStart`. */
    started: v.exactOptional(v.string()),
  }),
);

/** Who holds something: a unique id, and the process that must be alive. */
export type Lock = v.InferOutput<typeof lockSchema>;

/** The content of a lock file. `torn`: incomplete; `none`: no file. */
export type FoundLock = Lock | 'torn' | 'none';

/** Returns a lock for an owner in this process. */
export async function newLock(owner: string): Promise<Lock> {
  const [machine, started] = await Promise.all([thisMachine(), ownStart()]);
  return { owner, pid: process.pid, host: hostname(), ...defined({ machine, started }) };
}

export async function readLock(path: string): Promise<FoundLock> {
  const text = await ifExists(readFile(path, 'utf8'));
  if (text === undefined) return 'none';
  const read = v.safeParse(lockSchema, text);
  return read.success ? read.output : 'torn';
}

/**
 * Creates the file with its whole text in one step, so that nobody sees it torn. Returns false if it already exists.
 * `linkFile` replaces the system's, to simulate a disk without hard links.
 */
export async function createLock(path: string, lock: Lock, linkFile = link): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = await temporaryPath(path);
  try {
    await writeFile(temporary, JSON.stringify(lock), { flag: 'wx', mode: 0o600 });
    try {
      return await isFirst(linkFile(temporary, path));
    } catch {
      // A disk without hard links, such as exFAT. This takes two steps: for a moment the file exists but is empty.
      return await isFirst(copyFile(temporary, path, constants.COPYFILE_EXCL));
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns false if `made` failed because the file already exists. Rejects as `made` does for any other reason. */
async function isFirst(made: Promise<void>): Promise<boolean> {
  try {
    await made;
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Whether a lock's owner is alive. On this machine its process decides, whatever the clock says and however long it was
 * silent. Elsewhere, and for a torn lock, which names nobody, the file must have been touched within `staleMs` of `now`.
 */
export async function isOwned(
  path: string,
  found: FoundLock,
  staleMs: number,
  now: number,
): Promise<boolean> {
  if (found === 'none') return false;
  if (found !== 'torn' && (await isThisMachine(found))) return isRunning(found.pid, found.started);
  const file = await ifExists(stat(path));
  // Older or newer: a clock that was set back must not keep a thing locked.
  return file !== undefined && Math.abs(now - file.mtimeMs) <= staleMs;
}
