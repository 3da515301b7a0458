import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../../api/types.ts';
import { Emitter } from '../emitter.ts';
import { errorCode, writeFileAtomic } from './atomicFile.ts';
import { createLock, isOwned, newLock, readLock } from './lockFile.ts';

const ownerSchema = v.object({ owner: v.string() });

interface LockTimes {
  /** How often an owner says that it lives, in milliseconds. */
  beatMs: number;
  /** After so long without a word an owner on another machine counts as gone. */
  staleMs: number;
  /** Unix milliseconds. */
  now?: () => number;
}

/**
 * Which of a folder's things this window owns: a file `<id>.lock` names the owner and is touched while it lives. An owner
 * on this machine loses the thing only with its process, however long it slept and whatever its clock says (`isOwned`);
 * one on another machine loses it when it was silent for thirty seconds. Ask `isHeld` before what only the owner may do.
 */
export class OwnerLocks {
  readonly #onDidLose = new Emitter<string>();
  /** A window on another machine has taken what was ours, or somebody has deleted the lock. */
  readonly onDidLose = this.#onDidLose.event;
  readonly #folder: string;
  readonly #log: Logger;
  readonly #times: LockTimes;
  readonly #now: () => number;
  readonly #owner = randomUUID();
  readonly #held = new Set<string>();
  readonly #asking = new Map<string, Promise<unknown>>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isDisposed = false;

  constructor(folder: string, log: Logger, times: LockTimes = { beatMs: 10_000, staleMs: 30_000 }) {
    this.#folder = folder;
    this.#log = log;
    this.#times = times;
    this.#now = times.now ?? Date.now;
  }

  /** Makes it ours, unless another living window has it. Rejects where the disk takes no lock. */
  take(id: string): Promise<boolean> {
    return this.#inTurn(id, async () => {
      if (!(await this.#own(id))) return false;
      if (!this.#isDisposed) return this.#gained(id);
      this.#removeOwn(id);
      return false;
    });
  }

  /** Whether it is still ours. False also where the lock is gone, since then somebody has deleted it. */
  async isHeld(id: string): Promise<boolean> {
    if (!this.#held.has(id)) return false;
    if (await this.#isOurs(id)) return true;
    this.#held.delete(id);
    return false;
  }

  release(id: string): Promise<void> {
    return this.#inTurn(id, async () => {
      if (!(await this.isHeld(id))) return;
      this.#held.delete(id);
      await rm(this.#path(id), { force: true });
    });
  }

  /** At once, since a window that closes waits for nothing. */
  dispose(): void {
    this.#isDisposed = true;
    clearInterval(this.#timer);
    for (const id of this.#held) this.#removeOwn(id);
    this.#held.clear();
    this.#onDidLose.dispose();
  }

  /** What is done with one thing follows each other: else what was just taken could be given back. */
  #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#asking.get(id) ?? Promise.resolve()).then(work);
    const forget = () => {
      if (this.#asking.get(id) === over) this.#asking.delete(id);
    };
    const over = done.then(forget, forget);
    this.#asking.set(id, over);
    return done;
  }

  #removeOwn(id: string): void {
    try {
      // While this machine slept, it may have become another one's.
      const lock: unknown = JSON.parse(readFileSync(this.#path(id), 'utf8'));
      if (v.is(ownerSchema, lock) && lock.owner === this.#owner) rmSync(this.#path(id), { force: true });
    } catch (error) {
      this.#log.debug(`${id} was not given back: ${errorCode(error) ?? 'unknown error'}`);
    }
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.lock`);
  }

  async #isOurs(id: string): Promise<boolean> {
    const found = await readLock(this.#path(id));
    return typeof found === 'object' && found.owner === this.#owner;
  }

  async #own(id: string): Promise<boolean> {
    const path = this.#path(id);
    const found = await readLock(path);
    if (found === 'none') return createLock(path, await newLock(this.#owner));
    if (typeof found === 'object' && found.owner === this.#owner) return true;
    if (await isOwned(path, found, this.#times.staleMs, this.#now())) return false;
    return this.#takeOver(id);
  }

  /**
   * Takes a thing whose owner is gone. Of those who come for it at once, one may go on: another lock says which, since a
   * late one would write over the lock of the first.
   */
  async #takeOver(id: string): Promise<boolean> {
    const guard = `${id}.takeover`;
    if (!(await this.#own(guard))) return false;
    try {
      const path = this.#path(id);
      const found = await readLock(path);
      if (found === 'none') return await createLock(path, await newLock(this.#owner));
      // Somebody was here before us, or the lock was only about to be written.
      if (await isOwned(path, found, this.#times.staleMs, this.#now())) return false;
      await writeFileAtomic(path, JSON.stringify(await newLock(this.#owner)));
      this.#log.info(`${id} was held by a window that is gone, and is taken over.`);
      return true;
    } finally {
      await rm(this.#path(guard), { force: true });
    }
  }

  #gained(id: string): boolean {
    this.#held.add(id);
    this.#timer ??= setInterval(() => void this.#beat(), this.#times.beatMs).unref();
    return true;
  }

  async #beat(): Promise<void> {
    for (const id of this.#held) {
      try {
        await this.#inTurn(id, () => this.#touch(id));
      } catch (error) {
        this.#log.debug(`The lock of ${id} was not touched: ${errorCode(error) ?? 'unknown error'}`);
      }
    }
  }

  async #touch(id: string): Promise<void> {
    // Given back while this waited for its turn.
    if (!this.#held.has(id)) return;
    const now = new Date(this.#now());
    if (await this.isHeld(id)) await utimes(this.#path(id), now, now);
    else this.#onDidLose.fire(id);
  }
}
