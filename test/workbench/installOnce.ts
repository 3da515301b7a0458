import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { vscodeCache } from './places.ts';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to another user, but is running.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what dead processes left behind. It is named after its maker: `<what>-<pid>-<name>`. */
export async function removeLeftovers(folder: string, what: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [before, pid] = name.split('-');
    if (before === what && !isRunning(Number(pid)))
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

export interface Installable {
  /** Its folder in the cache, with its version. */
  name: string;
  /** What users see: what it is, where it comes from and its size. */
  title: string;
  fill: (folder: string) => Promise<void>;
}

/**
 * Returns the path of a folder in the cache, filling it first if it is missing. It is filled under another name and appears
 * whole: an interrupted install leaves nothing that looks complete, and the first of two at once counts.
 */
export async function installOnce(wanted: Installable, cache: string = vscodeCache): Promise<string> {
  const folder = path.join(cache, wanted.name);
  if (existsSync(folder)) return folder;
  const started = performance.now();
  console.log(`Installing ${wanted.title} into ${path.basename(cache)} ...`);
  const half = path.join(cache, `installing-${process.pid}-${wanted.name}`);
  try {
    await mkdir(cache, { recursive: true });
    await removeLeftovers(cache, 'installing');
    await mkdir(half);
    await wanted.fill(half);
    await rename(half, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } catch (error) {
    throw new Error(`Installing ${wanted.title} failed: ${explain(error, cache)}.`, { cause: error });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  console.log(`Installed ${wanted.name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return folder;
}

function explain(error: unknown, cache: string): string {
  const text = error instanceof Error ? error.message : String(error);
  return /ENOSPC|no space left/i.test(text) ? `the disk of ${cache} is full` : text.replace(/\.$/, '');
}
