import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { renameWithRetry } from '../../files/atomicFile.ts';
import { errorCode } from '../../files/errorCode.ts';

const fileName = /^([0-9a-f-]{36})\.(\d{1,15})\.jsonl$/u;

interface TrashedFile {
  name: string;
  id: string;
  deletedAt: number;
}

/** Deleted chats, as `<id>.<ms of the deletion>.jsonl`, until they are restored or `purgeTrash` finds them too old. */
export class ChatTrash {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns false if there is no such file. */
  async put(id: string, path: string, now: number): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Later than any earlier deletion, even if the clock was ahead then: `restore` takes the latest.
    const times = (await this.#of(id)).map(({ deletedAt }) => deletedAt + 1);
    try {
      await renameWithRetry(path, join(this.#folder, `${id}.${Math.max(now, ...times)}.jsonl`));
      return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** Moves the chat last deleted under this id to `path`. False if there is none, or `path` is taken. */
  async restore(id: string, path: string): Promise<boolean> {
    const newest = (await this.#of(id)).toSorted((a, b) => b.deletedAt - a.deletedAt)[0];
    // A rename would overwrite an existing file.
    if (!newest || (await isThere(path))) return false;
    await renameWithRetry(join(this.#folder, newest.name), path);
    return true;
  }

  async #of(id: string): Promise<TrashedFile[]> {
    return (await trashedFiles(this.#folder)).filter((file) => file.id === id);
  }
}

export async function trashedFiles(folder: string): Promise<TrashedFile[]> {
  try {
    return (await readdir(folder)).flatMap((name) => {
      const [, id, ms] = fileName.exec(name) ?? [];
      return id === undefined ? [] : [{ name, id, deletedAt: Number(ms) }];
    });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
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
