import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../api/types.ts';
import { Emitter } from '../../../base/emitter.ts';
import { KeyedQueue } from '../../../base/keyedQueue.ts';
import { writeFileAtomic } from '../atomicFile.ts';
import { failureLine } from '../errorCode.ts';
import { idsIn } from '../ifExists.ts';
import { createLock, type FoundLock, lockText, readLock } from './lockFile.ts';

/** How often an owner touches its locks, in milliseconds. */
const beatMs = 10_000;

/** A lock is stale once it has stayed untouched for this many of our own beats: after twenty to thirty seconds. */
const staleBeats = 3;

/** One of this window's holds on a thing. */
export interface Hold {
  /** Whether it is still ours. Also false, for good, if the lock file is gone, since then somebody has deleted it. */
  isHeld(): Promise<boolean>;
  /** Releasing the last hold frees the thing for all windows. Does nothing the second time, and never rejects. */
  release(): Promise<void>;
}

/**
 * Which of a folder's things this window owns: a file `<id>.lock` names the owner, which touches it every ten seconds. A
 * window that wants the thing counts its own beats while it sees no touch. So no clock that is set makes a live lock stale, nor
 * does a machine that sleeps with all its windows. If the owner's process is gone from this host, nobody waits.
 * An owner that was silent for too long may lose the thing: check `isHeld` before doing what only the owner may do.
 * A window may hold one thing several times: releasing one hold affects no other.
 */
export class OwnerLocks {
  readonly #onDidLose = new Emitter<string>();
  /** Fires when another window has taken what was ours while this one was silent, or somebody has deleted the lock. */
  readonly onDidLose = this.#onDidLose.event;
  readonly #folder: string;
  readonly #log: Logger;
  readonly #owner = randomUUID();
  readonly #text = lockText(this.#owner);
  readonly #holds = new Map<string, Set<Hold>>();
  /** Serializes work on each thing: otherwise one that was just taken could be given back. */
  readonly #queue = new KeyedQueue();
  readonly #timer = setInterval(() => void this.#beat(), beatMs).unref();
  #beats = 0;
  /** The locks of other windows as they were last touched, and at which of our beats we first saw them so. */
  readonly #seen = new Map<string, { lock: FoundLock; beat: number; isBeating: boolean }>();
  #isDisposed = false;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Makes it ours unless another window has it, as far as we know yet. Rejects if the disk takes no lock. */
  take(id: string): Promise<Hold | undefined> {
    return this.#queue.run(id, async () => {
      if (!(await this.#isKept(id)) && !(await this.#own(id))) return undefined;
      if (!this.#isDisposed) return this.#newHold(id);
      this.#removeOwn(id);
      return undefined;
    });
  }

  /** Whether anybody holds it, here or in another live window. */
  async isTaken(id: string): Promise<boolean> {
    if (this.#holds.has(id)) return true;
    const found = await readLock(this.#path(id));
    return found !== undefined && this.#isLive(id, found);
  }

  /** Whether another process has been seen to touch its lock. */
  isBeating(id: string): boolean {
    return this.#seen.get(id)?.isBeating === true;
  }

  /** Removes the locks that killed windows left behind. */
  async sweep(): Promise<void> {
    for (const id of await idsIn(this.#folder, '.lock')) {
      // Releasing what is now ours removes its file.
      if (!(await this.isTaken(id))) await (await this.take(id))?.release();
    }
  }

  /** Synchronous, since a closing window waits for nothing. */
  dispose(): void {
    this.#isDisposed = true;
    clearInterval(this.#timer);
    for (const id of this.#holds.keys()) this.#removeOwn(id);
    this.#holds.clear();
    this.#onDidLose.dispose();
  }

  #newHold(id: string): Hold {
    const isOneOf = () => this.#holds.get(id)?.has(hold) ?? false;
    const hold: Hold = {
      isHeld: async () => isOneOf() && (await this.#isKept(id)) && isOneOf(),
      release: () => this.#queue.run(id, () => this.#release(id, hold)),
    };
    this.#holds.set(id, (this.#holds.get(id) ?? new Set()).add(hold));
    return hold;
  }

  async #release(id: string, hold: Hold): Promise<void> {
    const holds = this.#holds.get(id);
    if (!holds?.delete(hold) || holds.size > 0) return;
    this.#holds.delete(id);
    try {
      if (await this.#isOurs(id)) await rm(this.#path(id), { force: true });
    } catch (error) {
      this.#noteKept(id, error);
    }
  }

  /** Whether what is held here is still ours. If not, drops its holds and fires `onDidLose`. */
  async #isKept(id: string): Promise<boolean> {
    const holds = this.#holds.get(id);
    if (!holds) return false;
    if (await this.#isOurs(id)) return true;
    // If it was given back meanwhile, it was not lost.
    if (this.#holds.get(id) === holds) {
      this.#holds.delete(id);
      this.#onDidLose.fire(id);
    }
    return false;
  }

  #removeOwn(id: string): void {
    try {
      // Another window may have taken it while this one was silent.
      const isOurs = readFileSync(this.#path(id), 'utf8').includes(this.#owner);
      if (isOurs) rmSync(this.#path(id), { force: true });
    } catch (error) {
      this.#noteKept(id, error);
    }
  }

  #noteKept(id: string, error: unknown): void {
    this.#log.debug(failureLine(`${id} was not given back`, error));
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.lock`);
  }

  async #isOurs(id: string): Promise<boolean> {
    return (await readLock(this.#path(id)))?.owner === this.#owner;
  }

  /** Whether the owner of a lock may be alive. Notes when we first saw the lock as it is. */
  #isLive(id: string, lock: FoundLock): boolean {
    if (lock.isGone) return false;
    const seen = this.#seen.get(id);
    const isBeating = seen?.lock.owner === lock.owner;
    if (isBeating && seen.lock.touchedAt === lock.touchedAt) return this.#beats - seen.beat < staleBeats;
    this.#seen.set(id, { lock, beat: this.#beats, isBeating });
    return true;
  }

  async #own(id: string): Promise<boolean> {
    const path = this.#path(id);
    const found = await readLock(path);
    if (!found) return createLock(path, this.#text);
    if (found.owner === this.#owner) return true;
    return !this.#isLive(id, found) && this.#takeOver(id);
  }

  /**
   * Takes a thing whose owner is gone. If several try at once, a second lock lets only one proceed, since a late one would
   * overwrite the first one's lock.
   */
  async #takeOver(id: string): Promise<boolean> {
    const guard = `${id}.takeover`;
    if (!(await this.#own(guard))) return false;
    try {
      const path = this.#path(id);
      const found = await readLock(path);
      // Somebody was faster, or the owner is back.
      if (!found || this.#isLive(id, found)) return false;
      await writeFileAtomic(path, this.#text);
      this.#log.info(`${id} was held by a window that is gone, and is taken over.`);
      return true;
    } finally {
      await rm(this.#path(guard), { force: true });
    }
  }

  async #beat(): Promise<void> {
    this.#beats += 1;
    for (const id of [...this.#holds.keys()]) {
      try {
        await this.#queue.run(id, () => this.#touch(id));
      } catch (error) {
        this.#log.debug(failureLine(`The lock of ${id} was not touched`, error));
      }
    }
  }

  async #touch(id: string): Promise<void> {
    const now = new Date();
    if (await this.#isKept(id)) await utimes(this.#path(id), now, now);
  }
}
