import type { Logger } from '../../../api/types.ts';
import { errorCode } from '../errorCode.ts';
import { KeyedQueue } from '../keyedQueue.ts';
import { type Hold, OwnerLocks } from './ownerLocks.ts';

export interface LockWait {
  /** How long to wait for another window, in milliseconds. */
  lockMs: number;
  lookMs: number;
}

/**
 * Work that only one window does at a time, such as reading and rewriting a file. This window queues its own; the lock
 * `<name>.lock` in `folder` excludes other windows. If the folder takes no lock, or another window holds it for too long,
 * the user must not be blocked: the work is done anyway, and the log says so.
 */
export class ExclusiveWork {
  readonly #locks: OwnerLocks;
  readonly #name: string;
  readonly #log: Logger;
  readonly #wait: LockWait;
  readonly #queue = new KeyedQueue();

  constructor(folder: string, name: string, log: Logger, wait: Partial<LockWait> = {}) {
    this.#locks = new OwnerLocks(folder, log);
    this.#name = name;
    this.#log = log;
    this.#wait = { lockMs: 10_000, lookMs: 25, ...wait };
  }

  /** Settles as `work` does. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(this.#name, async () => {
      const hold = await this.#lock();
      try {
        return await work();
      } finally {
        await hold?.release();
      }
    });
  }

  dispose(): void {
    this.#locks.dispose();
  }

  async #lock(): Promise<Hold | undefined> {
    const { lockMs, lookMs } = this.#wait;
    // Not the wall clock: set back by a month, it would make this wait a month.
    const end = performance.now() + lockMs;
    try {
      for (;;) {
        const hold = await this.#locks.take(this.#name);
        if (hold) return hold;
        if (performance.now() > end) return this.#unlocked('another window holds it');
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
    } catch (error) {
      return this.#unlocked(errorCode(error) ?? 'unknown error');
    }
  }

  #unlocked(why: string): undefined {
    this.#log.warn(`Without the lock “${this.#name}”: ${why}.`);
    return undefined;
  }
}
