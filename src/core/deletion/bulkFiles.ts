import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../api/types.ts';
import { errorCode } from '../files/atomicFile.ts';
import type { OwnerLocks } from '../files/ownerLocks.ts';
import { BulkFile, type BulkPlan, type KeptBulk } from './bulkFile.ts';

const fileName = /^([0-9a-f-]{36})\.jsonl$/u;

/** A bulk deletion on disk that this window owns. */
export interface OwnedBulk {
  id: string;
  file: BulkFile;
}

/**
 * The bulk deletions on disk, until somebody has seen how they ended. A lock says which window runs one or is about to show its
 * end; one whose window is gone belongs to the next that asks.
 */
export class BulkFiles {
  readonly #folder: string;
  readonly #locks: Pick<OwnerLocks, 'take' | 'release'>;
  readonly #log: Logger;
  readonly #owned = new Set<string>();

  constructor(folder: string, locks: Pick<OwnerLocks, 'take' | 'release'>, log: Logger) {
    this.#folder = folder;
    this.#locks = locks;
    this.#log = log;
  }

  /** Writes the plan. Rejects where the disk does not take it: then nothing may be deleted. */
  async begin(plan: BulkPlan): Promise<OwnedBulk> {
    const id = randomUUID();
    const file = this.#file(id);
    await this.#locks.take(id);
    this.#owned.add(id);
    await file.begin(plan);
    return { id, file };
  }

  /** Those that a window left behind, in the order in which they were begun. They are this window's from now on. */
  async orphaned(): Promise<(OwnedBulk & { kept: KeptBulk })[]> {
    const found: (OwnedBulk & { kept: KeptBulk })[] = [];
    for (const id of await this.#ids()) {
      if (this.#owned.has(id)) continue;
      // At once: a lock is given twice to the same window, and of two looks at a time only one may find it.
      this.#owned.add(id);
      const kept = await this.#takeOver(id);
      if (kept) found.push({ id, file: this.#file(id), kept });
    }
    return found.sort((one, other) => one.kept.at - other.kept.at);
  }

  /** `undefined`: another window has it, or there is nothing to tell; it is not owned then. */
  async #takeOver(id: string): Promise<KeptBulk | undefined> {
    let kept: KeptBulk | undefined;
    try {
      if (!(await this.#locks.take(id))) return undefined;
      const read = await this.#file(id).read();
      if (read === 'newer') await this.#locks.release(id);
      else if (read === 'none') await this.remove(id);
      else kept = read;
      return kept;
    } finally {
      if (!kept) this.#owned.delete(id);
    }
  }

  /** Somebody has seen how it ended. */
  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
    this.#owned.delete(id);
    await this.#locks.release(id);
  }

  #file(id: string): BulkFile {
    return new BulkFile(this.#path(id));
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.jsonl`);
  }

  async #ids(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).flatMap((name) => fileName.exec(name)?.[1] ?? []);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        this.#log.warn(`The bulk deletions on disk can't be listed: ${errorCode(error) ?? 'unknown error'}`);
      }
      return [];
    }
  }
}
