import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUndiciTransport, ServiceClient, ServiceError } from '../../../../../src/api/index.ts';
import type { Lora, Transport } from '../../../../../src/api/types.ts';
import type { Connection } from '../../../../../src/core/connections/connection.ts';
import { Deletion } from '../../../../../src/core/deletion/deletion.ts';
import { DeletionJournal } from '../../../../../src/core/deletion/journal.ts';
import { type DeletionRecord, OpenDeletions } from '../../../../../src/core/deletion/openDeletions.ts';
import { type DeletionEntry, isUnknown } from '../../../../../src/core/deletion/outcome.ts';
import { settle } from '../../../../../src/core/deletion/settle.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { RecordingLog } from '../../fixtures.ts';

/** What a person agreed to, as it was shown. */
export interface Agreement {
  key: string;
  lora: Lora;
  /** The number of requests before. */
  at: number;
}

/** What a window reported of a deletion. */
export interface Told {
  id: string;
  entries: readonly DeletionEntry[];
}

export interface WindowParts {
  key: string;
  folder: string;
  connection: Connection;
  /** The number of requests so far. */
  arrivals(): number;
  /** The key of the window that began each deletion, and the number of requests before, by the deletion's id. */
  begun: Map<string, { key: string; from: number }>;
  agreed(agreement: Agreement): void;
  told(told: Told): void;
}

let deadPid = 0;

/** What a window deletes with, over files that it shares with other windows, and a person who agrees to whatever is shown. */
export class MachineWindow {
  readonly log = new RecordingLog();
  readonly #parts: WindowParts;
  readonly #locks: OwnerLocks;
  readonly #open: OpenDeletions;
  readonly #client: ServiceClient;
  readonly #claimed = new Set<string>();
  #listed: readonly Lora[] = [];
  readonly #running = new Map<string, Deletion>();
  /** The deletions whose locks name this window. */
  readonly #owned = new Set<string>();
  readonly #death = Promise.withResolvers<void>();
  readonly #beginnings: Promise<unknown>[] = [];
  #isDead = false;
  #isClosed = false;

  static async open(parts: WindowParts): Promise<MachineWindow> {
    return new MachineWindow(parts, await createUndiciTransport());
  }

  constructor(parts: WindowParts, transport: Transport) {
    this.#parts = parts;
    const folder = join(parts.folder, 'deletions');
    this.#locks = new OwnerLocks(folder, this.log);
    this.#open = new OpenDeletions(
      folder,
      new DeletionJournal(join(parts.folder, 'deleted.jsonl')),
      this.#locks,
      this.log,
    );
    this.#client = new ServiceClient({
      baseUrl: parts.connection.baseUrl,
      apiKey: async () => parts.key,
      // A killed process sends no more requests, and nobody reads its answers.
      transport: async (...request) => {
        if (this.#isDead) throw new Error('The window was killed.');
        const answer = await transport(...request);
        if (this.#isDead) throw new Error('The window was killed.');
        return answer;
      },
    });
  }

  /** Resolves when the window is killed. */
  get died(): Promise<void> {
    return this.#death.promise;
  }

  async list(): Promise<void> {
    this.#listed = (await this.#client.listLoras().catch(orNothing)) ?? this.#listed;
  }

  /** Like *Delete LoRA…*: retrieved, agreed to, and agreed to again if it changed. */
  async deleteOne(name: string, agrees: boolean): Promise<void> {
    for (;;) {
      const shown = await this.#client.getLora(name).catch(orNothing);
      if (!shown || !agrees) return;
      const entries = await this.#run([shown]);
      if (entries[0]?.outcome.is !== 'changed') return;
    }
  }

  /** Like *Delete LoRAs…*: agreed to as listed. */
  async deleteMany(names: readonly string[]): Promise<void> {
    const loras = this.#listed.filter(({ name }) => names.includes(name));
    if (loras.length > 0) await this.#run(loras);
  }

  stop(): void {
    for (const deletion of this.#running.values()) deletion.stop();
  }

  /** Leaves the files as a killed process does, between two writes; what it had sent goes on at the service. */
  async crash(): Promise<void> {
    await Promise.allSettled(this.#beginnings);
    await new Promise(setImmediate);
    this.#isDead = true;
    this.#death.resolve();
    deadPid ||= spawnSync(process.execPath, ['--version']).pid;
    const folder = join(this.#parts.folder, 'deletions');
    for (const id of this.#owned) {
      const path = join(folder, `${id}.lock`);
      if (!readdirSync(folder).includes(`${id}.lock`)) continue;
      const lock = JSON.parse(readFileSync(path, 'utf8')) as object;
      writeFileSync(path, JSON.stringify({ ...lock, pid: deadPid }));
    }
  }

  /** Closes as a window normally does. */
  close(): void {
    this.#isClosed = true;
    for (const deletion of this.#running.values()) deletion.interrupt();
    this.#locks.dispose();
  }

  #unlessClosed(error: unknown): undefined {
    if (!this.#isClosed) throw error;
  }

  /** Reports what other windows left behind, and settles it. */
  async lookForOrphans(): Promise<void> {
    const looking = this.#open.orphaned().then((found) => {
      for (const { id } of found) this.#owned.add(id);
      return found;
    });
    this.#beginnings.push(looking);
    for (const { id, entries } of await looking) {
      this.#tell([...entries.values()], id);
      await this.#settled([...entries.values()], id);
    }
  }

  /** Like a window's runner: skips what it is already deleting. */
  async #run(picked: readonly Lora[]): Promise<DeletionEntry[]> {
    const { key, connection, arrivals, agreed } = this.#parts;
    const loras = picked.filter(({ name }) => !this.#claimed.has(name));
    if (loras.length === 0) return [];
    for (const { name } of loras) this.#claimed.add(name);
    const from = arrivals();
    for (const lora of loras) agreed({ key, lora, at: from });
    const beginning = this.#open.begin(connection, loras);
    this.#beginnings.push(beginning);
    // A closing window gets no more locks, and so deletes nothing.
    const record = await beginning.catch((error: unknown) => this.#unlessClosed(error));
    if (!record) return [];
    this.#owned.add(record.id);
    this.#parts.begun.set(record.id, { key, from });
    const deletion = new Deletion(loras, {
      agreed: connection,
      connection: () => connection,
      remover: () => this.#client,
      record: this.#mortal(record),
      log: this.log,
      during: (_name, work) => work(),
      onProgress: () => undefined,
    });
    this.#running.set(record.id, deletion);
    if (this.#isClosed) deletion.interrupt();
    const entries = await this.#alive(deletion.run());
    this.#running.delete(record.id);
    for (const { name } of loras) this.#claimed.delete(name);
    this.#tell(entries, record.id);
    if (entries.some(isUnknown)) await this.#settled(entries, record.id);
    else await this.#open.seen(record.id);
    return entries;
  }

  /** *Check Now*, up to three times. */
  async #settled(entries: readonly DeletionEntry[], id: string): Promise<void> {
    for (let tries = 0; tries < 3; tries += 1) {
      const settled = await settle(entries, {
        lister: this.#client,
        options: {},
        write: (name, outcome) => this.#open.record(id).outcome(name, outcome),
      });
      this.#tell(settled.entries, id);
      if (settled.entries.some(isUnknown)) continue;
      return this.#open.seen(id);
    }
  }

  #tell(entries: readonly DeletionEntry[], id: string): void {
    if (!this.#isDead) this.#parts.told({ id, entries });
  }

  #mortal(record: DeletionRecord): DeletionRecord {
    const alive = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => {
      return (...given: A) => (this.#isDead ? never<R>() : this.#alive(work(...given)));
    };
    return {
      id: record.id,
      isHeld: alive(record.isHeld),
      sent: alive(record.sent),
      outcome: alive(record.outcome),
      ended: alive(record.ended),
    };
  }

  /** A process that was killed meanwhile gets no result. */
  async #alive<T>(work: Promise<T>): Promise<T> {
    const result = await work.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    return this.#isDead ? never() : result();
  }
}

function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

function orNothing(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
  return undefined;
}
