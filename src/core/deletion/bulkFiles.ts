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
      if (this.#owned.has(id) || !(await this.#locks.take(id))) continue;
      const file = this.#file(id);
      const kept = await file.read();
      if (kept === 'newer') await this.#locks.release(id);
      else if (kept === 'none') await this.remove(id);
      else {
        this.#owned.add(id);
        found.push({ id, file, kept });
      }
    }
    return found.sort((one, other) => one.kept.at - other.kept.at);
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
