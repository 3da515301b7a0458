import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../api/types.ts';
import { errorCode, renameWithRetry } from '../files/atomicFile.ts';
import { expiredTwice } from '../files/expiredTwice.ts';

/** How long a deleted chat can be brought back at least, in milliseconds. */
export const trashMs = 30 * 86_400_000;

const fileName = /^([0-9a-f-]{36})\.(\d{1,15})\.jsonl$/u;

interface TrashedFile {
  name: string;
  id: string;
  deletedAt: number;
  expiresAt: number;
}

/**
 * Deleted chats, as `<id>.<ms of the deletion>.jsonl`, until they are brought back, or were thirty days old at two looks
 * (see `expiredTwice`).
 */
export class ChatTrash {
  readonly #folder: string;
  readonly #log: Logger;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** False where there is no such file. */
  async put(id: string, path: string, now: number): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // After what is there already, also if the clock was ahead then: `restore` takes the last one.
    const times = (await this.#of(id)).map(({ deletedAt }) => deletedAt + 1);
    try {
      await renameWithRetry(path, join(this.#folder, `${id}.${Math.max(now, ...times)}.jsonl`));
      return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** Moves the chat that was deleted last under this id to `path`; says whether there was one and its place is free. */
  async restore(id: string, path: string): Promise<boolean> {
    const newest = (await this.#of(id)).toSorted((a, b) => b.deletedAt - a.deletedAt)[0];
    // A rename would write over what is there.
    if (!newest || (await isThere(path))) return false;
    await renameWithRetry(join(this.#folder, newest.name), path);
    return true;
  }

  /** Deletes for good what was put here over thirty days before `now`, and before an earlier look. */
  async purge(now: number): Promise<void> {
    const old = await expiredTwice(await this.#files(), join(this.#folder, 'expired'), now);
    for (const { name } of old) await rm(join(this.#folder, name), { force: true });
    if (old.length > 0) this.#log.info(`${old.length} chats left the trash after 30 days.`);
  }

  async #of(id: string): Promise<TrashedFile[]> {
    return (await this.#files()).filter((file) => file.id === id);
  }

  async #files(): Promise<TrashedFile[]> {
    try {
      return (await readdir(this.#folder)).flatMap((name) => {
        const [, id, ms] = fileName.exec(name) ?? [];
        const deletedAt = Number(ms);
        return id === undefined ? [] : [{ name, id, deletedAt, expiresAt: deletedAt + trashMs }];
      });
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
