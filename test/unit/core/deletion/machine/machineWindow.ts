import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createUndiciTransport,
  readLora,
  ServiceClient,
  ServiceError,
} from '../../../../../src/api/index.ts';
import type { Lora, Transport } from '../../../../../src/api/types.ts';
import type { Connection } from '../../../../../src/core/connections/connection.ts';
import { Deletion } from '../../../../../src/core/deletion/deletion.ts';
import { DeletionJournal } from '../../../../../src/core/deletion/journal.ts';
import { type DeletionRecord, OpenDeletions } from '../../../../../src/core/deletion/openDeletions.ts';
import { type DeletionEntry, isLeft, isUnknown } from '../../../../../src/core/deletion/outcome.ts';
import { runDeletion } from '../../../../../src/core/deletion/runDeletion.ts';
import { settle } from '../../../../../src/core/deletion/settle.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { RecordingLog } from '../../fixtures.ts';

/** What a person agreed to, as it was shown. */
export interface Agreed {
  key: string;
  lora: Lora;
  /** The entry in the service's own form. */
  raw: unknown;
  /** The number of requests before. */
  at: number;
}

/** An API key of each organization, and a second one of the first. */
export const variants = ['a', 'a2', 'b'] as const;
export type Variant = (typeof variants)[number];

/** What a window reported of a deletion. */
export interface Told {
  id: string;
  entries: readonly DeletionEntry[];
}

/** Deleting once, or trying again what was left. */
export interface DeletionRun {
  key: string;
  variant: Variant;
  names: ReadonlySet<string>;
  /** The numbers of requests before and at its end; without an end, its window was killed. */
  from: number;
  to?: number;
}

export interface WindowParts {
  /** Returns this window's own key of a variant, by which its requests are known. */
  keyOf(variant: Variant): string;
  folder: string;
  connection: Connection;
  /** The number of requests so far. */
  arrivals(): number;
  /** The runs of each deletion, by its id. */
  runs: Map<string, DeletionRun[]>;
  agreed(agreed: Agreed): void;
  told(told: Told): void;
  /** A request is about to be written. `isOfNow`: with the key that the connection has now. */
  leaving(request: { key: string; isOfNow: boolean; method: string; url: URL }): void;
}

let deadPid = 0;

/** What a window deletes with, over files that it shares with other windows, and a person who agrees to whatever is shown. */
export class MachineWindow {
  readonly log = new RecordingLog();
  readonly #parts: WindowParts;
  readonly #locks: OwnerLocks;
  readonly #open: OpenDeletions;
  readonly #transport: Transport;
  /** The connection's API key now. */
  #variant: Variant;
  readonly #clients = new Map<Variant, ServiceClient>();
  readonly #claimed = new Set<string>();
  #listed: { variant: Variant; loras: readonly Lora[]; raw: unknown[] } | undefined;
  /** What was last told of each deletion, by its id. */
  readonly #reports = new Map<string, readonly DeletionEntry[]>();
  readonly #running = new Map<string, Deletion>();
  /** The deletions whose locks name this window. */
  readonly #owned = new Set<string>();
  readonly #death = Promise.withResolvers<void>();
  readonly #beginnings: Promise<unknown>[] = [];
  #isDead = false;
  #isClosed = false;

  static async open(parts: WindowParts, variant: Variant): Promise<MachineWindow> {
    return new MachineWindow(parts, variant, await createUndiciTransport());
  }

  constructor(parts: WindowParts, variant: Variant, transport: Transport) {
    this.#parts = parts;
    this.#variant = variant;
    this.#transport = transport;
    const folder = join(parts.folder, 'deletions');
    this.#locks = new OwnerLocks(folder, this.log);
    this.#open = new OpenDeletions(
      folder,
      new DeletionJournal(join(parts.folder, 'deleted.jsonl')),
      this.#locks,
      this.log,
    );
  }

  /** Sends with one key, whatever is set later. */
  #client(variant: Variant): ServiceClient {
    const known = this.#clients.get(variant);
    if (known) return known;
    const { connection, keyOf, leaving } = this.#parts;
    const key = keyOf(variant);
    const client = new ServiceClient({
      baseUrl: connection.baseUrl,
      apiKey: async () => key,
      // A killed process sends no more requests, and nobody reads its answers.
      transport: async (url, init) => {
        if (this.#isDead) throw new Error('The window was killed.');
        const onLeaving = () => {
          init.onLeaving?.();
          const isOfNow = variant === this.#variant;
          if (!init.signal.aborted) leaving({ key, isOfNow, method: init.method, url });
        };
        const answer = await this.#transport(url, { ...init, onLeaving });
        if (this.#isDead) throw new Error('The window was killed.');
        return answer;
      },
    });
    this.#clients.set(variant, client);
    return client;
  }

  /** The user sets another key for the connection. */
  setKey(variant: Variant): void {
    this.#variant = variant;
    for (const deletion of this.#running.values()) void deletion.recheck();
  }

  /** Resolves when the window is killed. */
  get died(): Promise<void> {
    return this.#death.promise;
  }

  async list(variant = this.#variant): Promise<void> {
    let raw: unknown[] = [];
    const onRaw = (json: unknown) => {
      raw = Array.isArray(json) ? json : [json];
    };
    const loras = await this.#client(variant).listLoras({ onRaw }).catch(orNothing);
    if (loras) this.#listed = { variant, loras, raw };
  }

  /** Like *Delete LoRA…*: retrieved, agreed to, and agreed to again if it changed. */
  async deleteOne(name: string, agrees: boolean): Promise<void> {
    for (;;) {
      const variant = this.#variant;
      let raw: unknown;
      const onRaw = (json: unknown) => {
        raw = json;
      };
      const shown = await this.#client(variant).getLora(name, { onRaw }).catch(orNothing);
      if (!shown || !agrees) return;
      const entries = await this.#run(variant, [{ lora: shown, raw }]);
      if (entries[0]?.outcome.is !== 'changed') return;
    }
  }

  /** Like *Clean Up LoRAs…*: agreed to as listed with the same key. */
  async deleteMany(names: readonly string[]): Promise<void> {
    const variant = this.#variant;
    if (this.#listed?.variant !== variant) await this.list(variant);
    const chosen = this.#shown(variant, names);
    if (chosen.length > 0) await this.#run(variant, chosen);
  }

  /** Like *Retry* on a report, which settles first: agreed to as listed now. */
  async tryAgain(): Promise<void> {
    const variant = this.#variant;
    const [id, before] = [...this.#reports].at(-1) ?? [];
    if (id === undefined || !before || this.#running.has(id)) return;
    const entries = await this.#settled(before, id, variant);
    await this.list(variant);
    const isMine = ({ credentials }: DeletionEntry) => credentials === variant;
    const left = entries.filter((entry) => isLeft(entry) && (isMine(entry) || !isUnknown(entry)));
    const chosen = this.#shown(
      variant,
      left.map(({ lora }) => lora.name),
    );
    if (chosen.length > 0) await this.#run(variant, chosen, { id, entries });
  }

  #shown(variant: Variant, names: readonly string[]): { lora: Lora; raw: unknown }[] {
    const { loras, raw } = this.#listed?.variant === variant ? this.#listed : { loras: [], raw: [] };
    return loras.flatMap((lora) => {
      const own = raw.find((entry) => readLora(entry)?.name === lora.name);
      return names.includes(lora.name) ? [{ lora, raw: own }] : [];
    });
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
      await this.#settled([...entries.values()], id, this.#variant);
    }
  }

  /** Like a window's runner: skips what it is already deleting. */
  async #run(variant: Variant, picked: readonly { lora: Lora; raw: unknown }[], before?: Told) {
    const { keyOf, connection, arrivals, agreed, runs } = this.#parts;
    const key = keyOf(variant);
    const free = picked.filter(({ lora }) => !this.#claimed.has(lora.name));
    const loras = free.map(({ lora }) => lora);
    if (loras.length === 0) return [];
    for (const { name } of loras) this.#claimed.add(name);
    const from = arrivals();
    for (const one of free) agreed({ key, ...one, at: from });
    const agreement = { connection, credentials: variant, client: this.#client(variant) };
    const beginning = this.#open.begin(agreement, loras, before?.id);
    this.#beginnings.push(beginning);
    // A closing window gets no more locks, and so deletes nothing.
    const record = await beginning.catch((error: unknown) => this.#unlessClosed(error));
    if (!record) return [];
    this.#owned.add(record.id);
    const run: DeletionRun = { key, variant, names: new Set(loras.map(({ name }) => name)), from };
    runs.set(record.id, [...(runs.get(record.id) ?? []), run]);
    const deletion = new Deletion(loras, {
      agreed: agreement,
      connection: () => connection,
      credentials: async () => this.#variant,
      unsettled: new Set((before?.entries ?? []).filter(isUnknown).map(({ lora }) => lora.name)),
      record: this.#mortal(record),
      log: this.log,
      during: (_name, work) => work(),
      onProgress: () => undefined,
    });
    this.#running.set(record.id, deletion);
    if (this.#isClosed) deletion.interrupt();
    const entries = await this.#alive(runDeletion(deletion));
    run.to = arrivals();
    this.#running.delete(record.id);
    for (const { name } of loras) this.#claimed.delete(name);
    const all = (before?.entries ?? []).filter(({ lora }) => !loras.some(({ name }) => name === lora.name));
    this.#tell([...all, ...entries], record.id);
    await this.#settled([...all, ...entries], record.id, this.#variant);
    return entries;
  }

  /** *Check Now*, up to three times; a report without anything unknown is seen. */
  async #settled(before: readonly DeletionEntry[], id: string, variant: Variant) {
    let entries = before;
    for (let tries = 0; tries < 3 && entries.some(isUnknown); tries += 1) {
      const settled = await settle(entries, {
        lister: this.#client(variant),
        credentials: variant,
        options: {},
        write: (name, outcome) => this.#open.record(id).outcome(name, outcome),
      });
      entries = settled.entries;
      this.#tell(entries, id);
    }
    if (!entries.some(isUnknown)) await this.#open.seen(id);
    return entries;
  }

  #tell(entries: readonly DeletionEntry[], id: string): void {
    if (this.#isDead) return;
    this.#reports.set(id, entries);
    this.#parts.told({ id, entries });
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
    try {
      return await work;
    } finally {
      if (this.#isDead) await never();
    }
  }
}

function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

function orNothing(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
  return undefined;
}
