import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Logger } from '../../api/types.ts';
import type { Disposable, Event } from '../emitter.ts';
import { errorCode, writeFileAtomic } from '../files/atomicFile.ts';
import { OwnerLocks } from '../files/ownerLocks.ts';

/** The list of connections where the person can edit it too. */
export interface EntrySetting {
  /** As this window knows it, which may be older than what another one has just written. */
  read(): readonly unknown[];
  write(entries: readonly unknown[]): PromiseLike<void>;
  onDidChange: Event<void>;
}

interface WriteTimes {
  /** How long another window may take to write, in milliseconds. */
  lockMs: number;
  lookMs: number;
  /** How long a window takes at most to see what another one wrote, in milliseconds. */
  seenMs: number;
}

const lockName = 'connections';
const lastSchema = v.object({ at: v.number(), entries: v.array(v.unknown()) });

/**
 * Changes the setting so that two windows lose nothing to each other: one at a time, and each from what the last one wrote.
 * VS Code writes a list as a whole, and a window learns a moment later what another wrote, or never where its files can't
 * be watched; so each write is noted in a file, and a window that has not heard of it goes on from there. What a person
 * wrote by hand counts as it stands.
 */
export class ConnectionWrites {
  readonly #setting: EntrySetting;
  readonly #lastPath: string;
  readonly #locks: OwnerLocks;
  readonly #log: Logger;
  readonly #times: WriteTimes;
  readonly #subscription: Disposable;
  #queue: Promise<unknown> = Promise.resolve();
  /** When this window last learnt what stands in the setting, in Unix milliseconds. */
  #knownAt = Date.now();

  constructor(
    setting: EntrySetting,
    folder: string,
    log: Logger,
    times: WriteTimes = { lockMs: 10_000, lookMs: 25, seenMs: 2000 },
  ) {
    this.#setting = setting;
    this.#lastPath = join(folder, 'connections.json');
    this.#locks = new OwnerLocks(folder, log);
    this.#log = log;
    this.#times = times;
    this.#subscription = setting.onDidChange(() => {
      this.#knownAt = Date.now();
    });
  }

  /** Rejects where the setting can't be written. `edit` gets the newest entries, and gives those to write. */
  change(edit: (entries: readonly unknown[]) => readonly unknown[]): Promise<void> {
    const done = this.#queue.then(() => this.#changeAlone(edit));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#locks.dispose();
  }

  async #changeAlone(edit: (entries: readonly unknown[]) => readonly unknown[]): Promise<void> {
    const isLocked = await this.#lock();
    try {
      const entries = edit(await this.#newest());
      await this.#setting.write(entries);
      await this.#note(entries);
    } finally {
      if (isLocked) await this.#locks.release(lockName);
    }
  }

  /** A folder that takes no lock, or a window that holds it for too long, must not keep the person from the setting. */
  async #lock(): Promise<boolean> {
    // Not by the clock of the day: put back by a month, it would make this wait as long.
    const end = performance.now() + this.#times.lockMs;
    try {
      while (!(await this.#locks.take(lockName))) {
        if (performance.now() > end) return false;
        await new Promise((resolve) => setTimeout(resolve, this.#times.lookMs));
      }
      return true;
    } catch (error) {
      this.#log.warn(`The connections are changed without a lock: ${errorCode(error) ?? 'unknown error'}`);
      return false;
    }
  }

  async #newest(): Promise<readonly unknown[]> {
    const last = await this.#last();
    const isSeen = () => isDeepStrictEqual(this.#setting.read(), last?.entries);
    // A note from the future was made by a clock that was put back since: it would stand above all for as long.
    const isOlder = () => last === undefined || last.at < this.#knownAt || last.at > Date.now();
    if (!isOlder() && !isSeen()) await this.#nextChange();
    return last === undefined || isOlder() || isSeen() ? this.#setting.read() : last.entries;
  }

  async #nextChange(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const subscription = this.#setting.onDidChange(resolve);
    const timer = setTimeout(resolve, this.#times.seenMs);
    await promise;
    clearTimeout(timer);
    subscription.dispose();
  }

  async #last(): Promise<v.InferOutput<typeof lastSchema> | undefined> {
    try {
      const read = v.safeParse(lastSchema, JSON.parse(await readFile(this.#lastPath, 'utf8')));
      return read.success ? read.output : undefined;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') this.#log.debug('The note of the last change could not be read.');
      return undefined;
    }
  }

  async #note(entries: readonly unknown[]): Promise<void> {
    try {
      await writeFileAtomic(this.#lastPath, JSON.stringify({ at: Date.now(), entries }));
    } catch (error) {
      this.#log.warn(
        `The change of the connections could not be noted: ${errorCode(error) ?? 'unknown error'}`,
      );
    }
  }
}
