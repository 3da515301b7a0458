import type { ChildProcess } from 'node:child_process';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { endChild } from './childProcess.ts';

/** A download without progress for this long has failed. */
export const stallMs = 30_000;

export interface Watch {
  /** The program's downloads go below this folder. */
  folder: string;
  stallMs: number;
}

/** Detects stalls. Times are milliseconds of `performance.now()`. */
export class Progress {
  readonly #stallMs: number;
  #bytes = 0;
  #movedAt: number;

  constructor(stallMs: number, now: number) {
    this.#stallMs = stallMs;
    this.#movedAt = now;
  }

  move(now: number): void {
    this.#movedAt = now;
  }

  /** Returns true if nothing has moved for too long, up to now, when there are this many bytes. */
  hasStalled(bytes: number, now: number): boolean {
    if (bytes !== this.#bytes) this.move(now);
    this.#bytes = bytes;
    return now - this.#movedAt >= this.#stallMs;
  }
}

/** Ends a program once neither its output nor its folder has grown for `stallMs`. */
export function watchProgress(
  child: ChildProcess,
  watch: Watch,
): { hasStalled: () => boolean; stop: () => void } {
  const progress = new Progress(watch.stallMs, performance.now());
  let hasStalled = false;
  const move = (): void => progress.move(performance.now());
  child.stdout?.on('data', move);
  child.stderr?.on('data', move);
  const look = async (): Promise<void> => {
    hasStalled = progress.hasStalled(await bytesBelow(watch.folder), performance.now());
    if (hasStalled) await endChild(child, 0);
    else if (!isStopped) timer.refresh();
  };
  let isStopped = false;
  // Not an interval: looking at a large folder on a slow disk may take longer than the pause.
  const timer = setTimeout(() => void look(), watch.stallMs / 10);
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
  };
  return { hasStalled: () => hasStalled, stop };
}

/** Returns the bytes of all files below a folder; files that vanish meanwhile count as 0. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = await lstat(path.join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += file?.size ?? 0;
  }
  return bytes;
}
