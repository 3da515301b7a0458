import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger, Lora } from '../../api/types.ts';
import { failureLine } from '../files/errorCode.ts';
import { idsIn } from '../files/ifExists.ts';
import type { OwnerLocks } from '../files/locks/ownerLocks.ts';
import { OwnedFile } from '../files/ownedFile.ts';
import type { DeletionJournal, DeletionPlace } from './journal.ts';
import { keptObject, sizeOf } from './journalLines.ts';
import type { Outcome, WhyEnded } from './outcome.ts';

export type DeletionRecord = ReturnType<OpenDeletions['record']>;

type Locks = Pick<OwnerLocks, 'take' | 'sweep'>;

/**
 * The journal's deletions whose end the user has not seen yet. For each, an empty file `<id>.open` says so without reading the
 * journal; its lock says which window runs the deletion or shows its end. If that window is gone, the next one that calls
 * `orphaned` takes it.
 */
export class OpenDeletions {
  readonly #folder: string;
  readonly #journal: DeletionJournal;
  readonly #locks: Locks;
  readonly #log: Logger;
  /** By deletion id: those that were ours once, and others that were found. */
  readonly #files = new Map<string, OwnedFile>();

  constructor(folder: string, journal: DeletionJournal, locks: Locks, log: Logger) {
    this.#folder = folder;
    this.#journal = journal;
    this.#locks = locks;
    this.#log = log;
  }

  /**
   * Records what the user agreed to; pass `id` to try the rest of an earlier deletion. Rejects if the disk fails, or with `EBUSY`
   * if another window has that deletion by now: then nothing may be deleted.
   */
  async begin(
    agreed: { connection: DeletionPlace; credentials: string },
    loras: readonly Lora[],
    id: string = randomUUID(),
  ): Promise<DeletionRecord> {
    const { id: connectionId, name, baseUrl } = agreed.connection;
    const begun = {
      connection: { id: connectionId, name, baseUrl },
      credentials: agreed.credentials,
      loras: loras.map(briefLora),
    };
    const isNew = !this.#files.has(id);
    const file = this.#file(id);
    // The lock is taken first, since a window that finds the file tries to take it.
    if (!(await file.take()))
      throw Object.assign(new Error('Another window has this deletion.'), { code: 'EBUSY' });
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(this.#path(id), '', { mode: 0o600 });
      await this.#journal.add({ is: 'begun', id, ...begun });
    } catch (error) {
      // An earlier deletion stays open: if this window closes, the next one must still report it.
      if (isNew) await this.#close(file).catch((second: unknown) => this.#warn('closed', second));
      throw error;
    }
    return this.record(id);
  }

  /** Returns what records a deletion while it runs. Writes resolve when they are on disk. */
  record(id: string) {
    const journal = this.#journal;
    return {
      id,
      /** False if another window has taken over the deletion: then nothing more may be sent. */
      isHeld: () => this.#file(id).isStillOurs(),
      /** Call before sending the request; `retrieved` is the entry as it was just before. */
      sent: (name: string, retrieved: unknown) =>
        journal.add({ is: 'sent', id, name, ...keptObject(retrieved) }),
      /** `returned`: the service's object, if it differs from the retrieved one. */
      outcome: (name: string, outcome: Outcome, returned?: { object: unknown }) =>
        journal.add({ is: 'outcome', id, name, outcome, ...(returned && keptObject(returned.object)) }),
      /** `why`: the reason for entries without an outcome of their own. */
      ended: (why: WhyEnded | undefined) => journal.add({ is: 'ended', id, ...(why && { why }) }),
    };
  }

  /** Takes over the deletions that a window left behind, and returns them in the order in which they were begun. */
  async orphaned() {
    const taken = await this.#take();
    // Removes the lock of a window that was killed before it began its deletion.
    await this.#locks.sweep().catch((error: unknown) => this.#warn('swept', error));
    if (taken.length === 0) return [];
    const { open, unreadable } = await this.#journal
      .read(() => undefined)
      .catch(async (error: unknown) => {
        for (const file of taken) await file.letGo();
        throw error;
      });
    for (const file of taken) {
      if (open.has(file.id)) continue;
      // An unreadable line may be this deletion's `begun`, written by a newer version.
      if (unreadable > 0) await file.letGo();
      else await this.#close(file);
    }
    // In the journal's order, since several may have begun in one millisecond, and a clock may be set back.
    return [...open]
      .filter(([id]) => taken.some((file) => file.id === id))
      .map(([id, kept]) => ({ ...kept, id, entries: [...kept.entries.values()] }));
  }

  /** Call when the user was told that the deletion ended with its window. */
  told(id: string): Promise<void> {
    return this.#journal.add({ is: 'told', id });
  }

  /** Call when the user has seen how the deletion ended, and no outcome is unknown. */
  async seen(id: string): Promise<void> {
    const file = this.#file(id);
    if (!(await file.isStillOurs())) return;
    await this.#journal.add({ is: 'seen', id });
    await this.#close(file);
  }

  /** Takes all that are not this window's yet, each for one of two concurrent calls. */
  async #take(): Promise<OwnedFile[]> {
    const taken: OwnedFile[] = [];
    const ids = await idsIn(this.#folder, '.open').catch((error: unknown) => this.#warn('listed', error));
    for (const id of ids ?? []) {
      const file = this.#file(id);
      // What was lost is not taken again: its window may still run it.
      if (file.isOurs) continue;
      const isNew = async () => taken.push(file) > 0;
      await file.take(isNew).catch((error: unknown) => this.#warn('taken', error));
    }
    return taken;
  }

  async #close(file: OwnedFile): Promise<void> {
    try {
      await rm(this.#path(file.id), { force: true });
    } finally {
      await file.letGo();
    }
  }

  #file(id: string): OwnedFile {
    const file = this.#files.get(id) ?? new OwnedFile(this.#locks, id);
    this.#files.set(id, file);
    return file;
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.open`);
  }

  #warn(what: string, error: unknown): void {
    this.#log.warn(failureLine(`Open deletions could not be ${what}`, error));
  }
}

/** Returns a LoRA to record. If it is too large, its deployment is emptied: it counts as deployed, with unknown details. */
function briefLora(lora: Lora): Lora {
  if (sizeOf(lora) <= maxAgreedBytes) return lora;
  const { unreadFacts: _large, ...known } = lora;
  return { ...known, activeDeployment: lora.activeDeployment && {} };
}

/** In bytes of JSON. Names have at most 65,536 characters (`api/answer/modelWire.ts`), each six bytes at worst. */
const maxAgreedBytes = 512 * 1024;
