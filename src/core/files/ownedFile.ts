import { WorkQueue } from '../../base/workQueue.ts';
import type { Hold, OwnerLocks } from './locks/ownerLocks.ts';

/** Thrown for a write to a file that another window has taken over or deleted. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
}

/**
 * A file, or a folder, that at most one window owns: it writes, the others follow. Its users in this window share the ownership. An
 * owner that was silent for too long may have lost it: `append` finds that out.
 */
export class OwnedFile {
  readonly id: string;
  readonly #locks: Pick<OwnerLocks, 'take'>;
  readonly #trustedMs: number;
  /** Serializes taking and letting go: otherwise one who just took it could lose it to another's `letGo`. */
  readonly #queue = new WorkQueue();
  #hold: Hold | undefined;
  #heldAt = 0;
  #users = 0;

  /** `trustedMs`: how long we go without a look at the lock, in milliseconds; much less than another window needs to take over. */
  constructor(locks: Pick<OwnerLocks, 'take'>, id: string, trustedMs = 0) {
    this.#locks = locks;
    this.id = id;
    this.#trustedMs = trustedMs;
  }

  /** Whether it is ours, as far as this window knows. */
  get isOurs(): boolean {
    return this.#hold !== undefined;
  }

  /**
   * Makes it ours until the next `letGo`. `read` reads what the last owner left, once nobody else writes, unless it is ours already;
   * false from it leaves the file to others. Returns false, too, if another window has it. Rejects as `read` does, or if the disk
   * takes no lock. With `onRefused`, that error goes there, and the file is only read: writing will tell.
   */
  take(read = async () => true, onRefused?: (error: unknown) => void): Promise<boolean> {
    return this.#queue.run(() => this.#take(read, onRefused));
  }

  /** Like `take`, for one of several users, who each call `letGo` once: the last one frees it. */
  hold(read: () => Promise<boolean>): Promise<boolean> {
    return this.#queue.run(async () => {
      const isOurs = await this.#take(read);
      if (isOurs) this.#users += 1;
      return isOurs;
    });
  }

  /** Asks the lock. */
  async isStillOurs(): Promise<boolean> {
    const isHeld = (await this.#hold?.isHeld()) ?? false;
    this.#heldAt = isHeld ? Date.now() : 0;
    return isHeld;
  }

  /** Runs `write`. Rejects with a `TakenError` if the file is not ours, or not any longer, else as `write` does. */
  async append<T>(write: () => Promise<T>): Promise<T> {
    const isTrusted = this.isOurs && Math.abs(Date.now() - this.#heldAt) < this.#trustedMs;
    if (!isTrusted) await this.check();
    return write();
  }

  /** Rejects with a `TakenError` if the file is not ours. */
  async check(): Promise<void> {
    if (!(await this.isStillOurs())) throw new TakenError(`${this.id} is not this window's.`);
  }

  /**
   * Frees it for other windows, unless it has other users here, or with `isForAll` even then. `finish` is called just before, while it
   * is ours.
   */
  letGo(finish?: () => Promise<void>, isForAll = false): Promise<void> {
    return this.#queue.run(async () => {
      if (!isForAll) this.#users = Math.max(0, this.#users - 1);
      if (isForAll || this.#users === 0) await this.#free(finish);
    });
  }

  async #take(read: () => Promise<boolean>, onRefused?: (error: unknown) => void): Promise<boolean> {
    if (await this.isStillOurs()) return true;
    await this.#free();
    let hold: Hold | undefined;
    try {
      hold = await this.#locks.take(this.id);
    } catch (error) {
      if (!onRefused) throw error;
      onRefused(error);
      return read();
    }
    let isOurs = false;
    try {
      isOurs = hold !== undefined && (await read());
    } finally {
      if (!isOurs) await hold?.release();
    }
    if (isOurs) [this.#hold, this.#heldAt] = [hold, 0];
    return isOurs;
  }

  async #free(finish?: () => Promise<void>): Promise<void> {
    try {
      await finish?.();
    } finally {
      const hold = this.#hold;
      this.#hold = undefined;
      await hold?.release();
    }
  }
}
