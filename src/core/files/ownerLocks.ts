import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../../api/types.ts';
import { Emitter } from '../emitter.ts';
import { errorCode, writeFileAtomic } from './atomicFile.ts';

const lockSchema = v.object({ owner: v.string(), pid: v.number(), host: v.string() });

interface LockTimes {
  /** How often an owner says that it lives, in milliseconds. */
  beatMs: number;
  /** After so long without a word it counts as gone. */
  staleMs: number;
}

/**
 * Which of a folder's things this window owns: a file `<id>.lock` names the owner and is touched while it lives. An owner
 * whose process is gone from this machine, or that was silent for thirty seconds, loses the thing to the next who asks.
 * Lines of two writers never mix (see `appendLines`), so a lock that two believe in for a moment costs no chat: it only
 * keeps two windows from going on with one conversation without knowing of each other.
 */
export class OwnerLocks {
  readonly #onDidLose = new Emitter<string>();
  /** Another window has taken what was ours, as after this machine slept. */
  readonly onDidLose = this.#onDidLose.event;
  readonly #folder: string;
  readonly #log: Logger;
  readonly #times: LockTimes;
  readonly #owner = randomUUID();
  readonly #held = new Set<string>();
  readonly #asking = new Map<string, Promise<unknown>>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(folder: string, log: Logger, times: LockTimes = { beatMs: 10_000, staleMs: 30_000 }) {
    this.#folder = folder;
    this.#log = log;
    this.#times = times;
  }

  /** Makes it ours, unless another living window has it. Rejects where the disk takes no lock. */
  take(id: string): Promise<boolean> {
    return this.#inTurn(id, () => this.#take(id));
  }

  /** Whether it is still ours. False also where the lock is gone, since then somebody has deleted it. */
  async isHeld(id: string): Promise<boolean> {
    if (!this.#held.has(id)) return false;
    if ((await this.#read(id))?.owner === this.#owner) return true;
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
    clearInterval(this.#timer);
    for (const id of this.#held) this.#removeOwn(id);
    this.#held.clear();
    this.#onDidLose.dispose();
  }

  /** Taking and giving back one thing follow each other: else what was just taken could be given back. */
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
      // While this machine slept, it may have become another window's.
      const lock: unknown = JSON.parse(readFileSync(this.#path(id), 'utf8'));
      if (v.is(lockSchema, lock) && lock.owner === this.#owner) rmSync(this.#path(id), { force: true });
    } catch (error) {
      this.#log.debug(`${id} was not given back: ${errorCode(error) ?? 'unknown error'}`);
    }
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.lock`);
  }

  async #take(id: string): Promise<boolean> {
    if (await this.#create(id)) return this.#gained(id);
    const lock = await this.#read(id);
    if (lock?.owner === this.#owner) return this.#gained(id);
    const owner = await this.#ownerState(id, lock);
    if (owner === 'alive') return false;
    // Given back in between. Somebody else may be making his own by now, which must not be written over.
    if (owner === 'none') return (await this.#create(id)) && this.#gained(id);
    // Of two that take over at once, the last one is the owner; the other sees it before it writes.
    await writeFileAtomic(this.#path(id), this.#text());
    this.#log.info(`${id} was held by a window that is gone, and is taken over.`);
    return this.#gained(id);
  }

  async #create(id: string): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      const file = await open(this.#path(id), 'wx', 0o600);
      try {
        await file.writeFile(this.#text());
      } finally {
        await file.close();
      }
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  }

  #text(): string {
    return JSON.stringify({ owner: this.#owner, pid: process.pid, host: hostname() });
  }

  #gained(id: string): boolean {
    this.#held.add(id);
    this.#timer ??= setInterval(() => void this.#beat(), this.#times.beatMs).unref();
    return true;
  }

  async #read(id: string): Promise<v.InferOutput<typeof lockSchema> | undefined> {
    try {
      const read = v.safeParse(lockSchema, JSON.parse(await readFile(this.#path(id), 'utf8')));
      return read.success ? read.output : undefined;
    } catch (error) {
      // Torn: its owner is about to write it, or is gone. Its age tells.
      if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  async #ownerState(
    id: string,
    lock: v.InferOutput<typeof lockSchema> | undefined,
  ): Promise<'alive' | 'gone' | 'none'> {
    if (lock?.host === hostname() && !isAlive(lock.pid)) return 'gone';
    try {
      const { mtimeMs } = await stat(this.#path(id));
      // Either way: a clock that was put back must not keep a thing shut.
      return Math.abs(Date.now() - mtimeMs) > this.#times.staleMs ? 'gone' : 'alive';
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return 'none';
      throw error;
    }
  }

  async #beat(): Promise<void> {
    for (const id of this.#held) {
      try {
        const now = new Date();
        if (await this.isHeld(id)) await utimes(this.#path(id), now, now);
        else this.#onDidLose.fire(id);
      } catch (error) {
        this.#log.debug(`The lock of ${id} was not touched: ${errorCode(error) ?? 'unknown error'}`);
      }
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one too.
    return errorCode(error) !== 'ESRCH';
  }
}
