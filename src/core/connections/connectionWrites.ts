import { uptime } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Logger } from '../../api/types.ts';
import type { Disposable, Event } from '../emitter.ts';
import { writeFileAtomic } from '../files/atomicFile.ts';
import { failureLine } from '../files/errorCode.ts';
import { ExclusiveWork, type LockWait } from '../files/locks/exclusiveWork.ts';
import { readJsonFile } from '../files/readJsonFile.ts';

/** The list of connections in the settings, where the user can edit it too. */
export interface EntrySetting {
  /** As this window knows it; another one may have written a newer list. */
  read(): readonly unknown[];
  write(entries: readonly unknown[]): PromiseLike<void>;
  onDidChange: Event<void>;
}

interface WriteTimes extends Partial<LockWait> {
  /** The longest that a window takes to see what another one wrote, in milliseconds. */
  seenMs?: number;
}

/** `startedAt`: when the machine started, in Unix milliseconds; `at`: milliseconds since then, by `sinceStart`. */
const lastSchema = v.object({ startedAt: v.number(), at: v.number(), entries: v.array(v.unknown()) });

/** How far two readings of a machine's start may differ, in milliseconds. */
const sameStartMs = 60_000;

/**
 * Changes the setting so that two windows don't overwrite each other: one at a time, each starting from what the last wrote.
 * VS Code writes a list as a whole, and a window sees another's write a moment later, or never if its files can't be watched.
 * So each write is noted in a file, and a window that has not seen it continues from there. Manual edits count as they are.
 * A clock that nobody sets decides which is later: if the wall clock were set back, an old note would restore what has been
 * removed by hand.
 */
export class ConnectionWrites {
  readonly #setting: EntrySetting;
  readonly #lastPath: string;
  readonly #alone: ExclusiveWork;
  readonly #log: Logger;
  readonly #seenMs: number;
  readonly #subscription: Disposable;
  /** When this window last learned the setting's content. */
  #knownAt = sinceStart();

  constructor(
    setting: EntrySetting,
    folder: string,
    log: Logger,
    { seenMs = 2000, ...wait }: WriteTimes = {},
  ) {
    this.#setting = setting;
    this.#lastPath = join(folder, 'connections.json');
    this.#alone = new ExclusiveWork(folder, 'connections', log, wait);
    this.#log = log;
    this.#seenMs = seenMs;
    this.#subscription = setting.onDidChange(() => {
      this.#knownAt = sinceStart();
    });
  }

  /** Rejects if the setting can't be written. `edit` gets the newest entries and returns those to write. */
  change(edit: (entries: readonly unknown[]) => readonly unknown[]): Promise<void> {
    return this.#alone.run(async () => {
      const entries = edit(await this.#newest());
      await this.#setting.write(entries);
      await this.#note(entries);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#alone.dispose();
  }

  async #newest(): Promise<readonly unknown[]> {
    const last = await this.#last();
    const isSeen = () => isDeepStrictEqual(this.#setting.read(), last?.entries);
    const isOlder = () => last === undefined || last.at < this.#knownAt;
    if (!isOlder() && !isSeen()) await this.#nextChange();
    return last === undefined || isOlder() || isSeen() ? this.#setting.read() : last.entries;
  }

  async #nextChange(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const subscription = this.#setting.onDidChange(resolve);
    const timer = setTimeout(resolve, this.#seenMs);
    await promise;
    clearTimeout(timer);
    subscription.dispose();
  }

  async #last(): Promise<v.InferOutput<typeof lastSchema> | undefined> {
    try {
      const last = await readJsonFile(this.#lastPath, lastSchema);
      return last && isOfThisStart(last) ? last : undefined;
    } catch {
      this.#log.debug('The note of the last change could not be read.');
      return undefined;
    }
  }

  async #note(entries: readonly unknown[]): Promise<void> {
    try {
      const last = { startedAt: startedAt(), at: sinceStart(), entries };
      await writeFileAtomic(this.#lastPath, JSON.stringify(last));
    } catch (error) {
      this.#log.warn(failureLine('The change of the connections could not be noted', error));
    }
  }
}

/** In milliseconds, by the only clock that a machine's processes share and nobody sets (`process.hrtime`). */
function sinceStart(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function startedAt(): number {
  return Date.now() - uptime() * 1000;
}

/** Also false if the wall clock was set since: then nobody can tell, and the setting itself counts. */
function isOfThisStart(last: v.InferOutput<typeof lastSchema>): boolean {
  return Math.abs(last.startedAt - startedAt()) < sameStartMs && last.at <= sinceStart();
}
