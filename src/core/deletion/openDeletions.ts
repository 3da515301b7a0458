import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger, Lora } from '../../api/types.ts';
import { errorCode } from '../files/atomicFile.ts';
import { cutJson } from '../files/cutJson.ts';
import type { Hold, OwnerLocks } from '../files/locks/ownerLocks.ts';
import { sweepLocks } from '../files/locks/sweepLocks.ts';
import type { DeletionJournal } from './journal.ts';
import type { DeletionPlace, KeptDeletion } from './journalFold.ts';
import type { DeletionEntry, Outcome, WhyEnded } from './outcome.ts';

const fileName = /^([0-9a-f-]{36})\.open$/u;

/** Where a deletion is written down while it runs. What it writes is on the disk when it resolves. */
export interface DeletionRecord {
  readonly id: string;
  /** False: another window has taken it over, so that nothing more may leave. */
  isHeld(): Promise<boolean>;
  /** Before the request leaves; `retrieved` is the entry as it was just before. */
  sent(name: string, retrieved: unknown): Promise<void>;
  /** `returned`: the service's object, where it is another one than was retrieved. */
  outcome(name: string, outcome: Outcome, returned?: { object: unknown }): Promise<void>;
  /** `why`: for the entries that have no outcome of their own. */
  ended(why: WhyEnded | undefined): Promise<void>;
}

export interface OrphanedDeletion extends Omit<KeptDeletion, 'entries'> {
  id: string;
  entries: DeletionEntry[];
}

type Locks = Pick<OwnerLocks, 'take' | 'isTaken'>;

/**
 * The deletions of the journal whose end nobody has seen yet. An empty file for each, `<id>.open`, says so without a look into
 * the journal; its lock says which window runs it or shows its end. One whose window is gone belongs to the next that asks.
 */
export class OpenDeletions {
  readonly #folder: string;
  readonly #journal: DeletionJournal;
  readonly #locks: Locks;
  readonly #log: Logger;
  /** `undefined` while its lock is being taken. */
  readonly #owned = new Map<string, Hold | undefined>();

  constructor(folder: string, journal: DeletionJournal, locks: Locks, log: Logger) {
    this.#folder = folder;
    this.#journal = journal;
    this.#locks = locks;
    this.#log = log;
  }

  /**
   * Writes down what the person agreed to; `id` where it is what was left of an earlier deletion. Rejects where the disk does not
   * take it, and with `EBUSY` where another window has that deletion by now: then nothing may be deleted.
   */
  async begin(
    { id: place, name, baseUrl }: DeletionPlace,
    loras: readonly Lora[],
    id: string = randomUUID(),
  ): Promise<DeletionRecord> {
    const isNew = !this.#owned.has(id);
    // The lock first: whoever finds the file asks for it.
    const hold = await this.#locks.take(id);
    const before = this.#owned.get(id);
    if (!hold) {
      this.#owned.delete(id);
      throw Object.assign(new Error('Another window has this deletion.'), { code: 'EBUSY' });
    }
    this.#owned.set(id, hold);
    await before?.release();
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(this.#path(id), '', { mode: 0o600 });
      const connection = { id: place, name, baseUrl };
      await this.#journal.add({ is: 'begun', id, connection, loras: loras.map(briefLora) });
    } catch (error) {
      // Of an earlier one the next window still has to tell, should this one go.
      if (isNew) await this.#close(id).catch((second: unknown) => this.#warn('closed', second));
      throw error;
    }
    return this.record(id);
  }

  record(id: string): DeletionRecord {
    const journal = this.#journal;
    return {
      id,
      isHeld: () => this.#isHeld(id),
      sent: (name, retrieved) => journal.add({ is: 'sent', id, name, ...cutJson(retrieved) }),
      outcome: (name, outcome, returned) =>
        journal.add({ is: 'outcome', id, name, outcome, ...(returned && cutJson(returned.object)) }),
      ended: (why) => journal.add({ is: 'ended', id, ...(why && { why }) }),
    };
  }

  /** Those that a window left behind, in the order in which they were begun. They are this window's from now on. */
  async orphaned(): Promise<OrphanedDeletion[]> {
    const taken = await this.#take();
    // A window may have been killed before it had begun.
    await sweepLocks(this.#folder, this.#locks, Date.now()).catch((error: unknown) =>
      this.#warn('swept', error),
    );
    if (taken.length === 0) return [];
    const { open, unreadable } = await this.#journal
      .read(() => undefined)
      .catch(async (error: unknown) => {
        for (const id of taken) await this.#giveBack(id);
        throw error;
      });
    for (const id of taken) {
      if (open.has(id)) continue;
      // What can't be read may be this one's beginning, by a newer version.
      if (unreadable > 0) await this.#giveBack(id);
      else await this.#close(id);
    }
    // The journal's order: several may have begun in one millisecond, and a clock may be set back.
    return [...open]
      .filter(([id]) => taken.includes(id))
      .map(([id, kept]) => ({ ...kept, id, entries: [...kept.entries.values()] }));
  }

  /** The person was told that it ended with its window. */
  told(id: string): Promise<void> {
    return this.#journal.add({ is: 'told', id });
  }

  /** The person has seen how it ended, and nothing of it is unknown. */
  async seen(id: string): Promise<void> {
    if (!(await this.#isHeld(id))) return;
    await this.#journal.add({ is: 'seen', id });
    await this.#close(id);
  }

  async #take(): Promise<string[]> {
    const taken: string[] = [];
    for (const id of await this.#ids()) {
      if (this.#owned.has(id)) continue;
      // At once: of two looks at a time only one may find it.
      this.#owned.set(id, undefined);
      const hold = await this.#locks.take(id).catch((error: unknown) => this.#warn('taken', error));
      if (!hold) this.#owned.delete(id);
      else {
        this.#owned.set(id, hold);
        taken.push(id);
      }
    }
    return taken;
  }

  async #close(id: string): Promise<void> {
    try {
      await rm(this.#path(id), { force: true });
    } finally {
      await this.#giveBack(id);
    }
  }

  async #giveBack(id: string): Promise<void> {
    const hold = this.#owned.get(id);
    this.#owned.delete(id);
    await hold?.release();
  }

  async #isHeld(id: string): Promise<boolean> {
    return (await this.#owned.get(id)?.isHeld()) ?? false;
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.open`);
  }

  async #ids(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).flatMap((name) => fileName.exec(name)?.[1] ?? []);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') this.#warn('listed', error);
      return [];
    }
  }

  #warn(what: string, error: unknown): void {
    this.#log.warn(`Open deletions could not be ${what}: ${errorCode(error) ?? 'unknown error'}`);
  }
}

/** A LoRA with a deployment too large to be kept counts as deployed, on what nobody knows any more. */
function briefLora(lora: Lora): Lora {
  const isLarge = 'cutFrom' in cutJson(lora, mostAgreedBytes);
  return isLarge ? { ...lora, activeDeployment: lora.activeDeployment && {} } : lora;
}

/** Names have 64 KB at most (`api/answer/wire.ts`), six bytes for a character at worst. */
const mostAgreedBytes = 512 * 1024;
