import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Lora } from '../../../../src/api/types.ts';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import {
  Deletion,
  type DeletionOptions,
  type DeletionProgress,
} from '../../../../src/core/deletion/deletion.ts';
import {
  DeletionJournal,
  type JournalEntry,
  type KeptDeletion,
} from '../../../../src/core/deletion/journal.ts';
import { type DeletionRecord, OpenDeletions } from '../../../../src/core/deletion/openDeletions.ts';
import { type DeletionEntry, isUnknown } from '../../../../src/core/deletion/outcome.ts';
import { runDeletion } from '../../../../src/core/deletion/runDeletion.ts';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { connection, lora, RecordingLog } from '../fixtures.ts';
import { type ListFault, type Script, ScriptedService } from './scriptedService.ts';

export const acme = connection();

/** What tests agree to. */
export const agreed = { connection: acme, credentials: 'own' };

/** `count` LoRAs, all with the same script. */
export function many(count: number, script: Script = {}): Record<string, Script> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, script]));
}

interface BenchParts
  extends Partial<Omit<DeletionOptions, 'agreed' | 'connection' | 'credentials' | 'record'>> {
  loras?: Lora[];
  lists?: readonly ListFault[];
  /** Replaces the real record. */
  record?: (real: DeletionRecord) => DeletionRecord;
}

/** A deletion with a scripted service, and with its real journal and lock in `folder`. */
export class DeletionBench {
  readonly id = randomUUID();
  readonly service: ScriptedService;
  readonly loras: Lora[];
  readonly log = new RecordingLog();
  /** The journal's path. */
  readonly path: string;
  readonly journal: DeletionJournal;
  readonly locks: OwnerLocks;
  readonly open: OpenDeletions;
  readonly progress: DeletionProgress[] = [];
  readonly deletion: Deletion;
  readonly #parts: Omit<DeletionOptions, 'record'>;
  /** A test may change or remove it midway. */
  connection: Connection | undefined = acme;
  /** A test may change it midway. */
  credentials = agreed.credentials;

  constructor(
    folder: string,
    scripts: Readonly<Record<string, Script>>,
    { lists, loras, record = (real) => real, ...parts }: BenchParts = {},
  ) {
    this.service = new ScriptedService(scripts, lists);
    this.loras = loras ?? Object.keys(scripts).map((name) => lora(name));
    this.path = join(folder, 'deleted.jsonl');
    this.journal = new DeletionJournal(this.path);
    const deletions = join(folder, 'deletions');
    this.locks = new OwnerLocks(deletions, this.log);
    this.open = new OpenDeletions(deletions, this.journal, this.locks, this.log);
    this.#parts = {
      agreed: { ...agreed, client: this.service },
      connection: () => this.connection,
      credentials: async () => this.credentials,
      log: this.log,
      during: (_name, work) => work(),
      onProgress: (progress) => void this.progress.push(progress),
      ...parts,
    };
    this.deletion = new Deletion(this.loras, { ...this.#parts, record: record(this.open.record(this.id)) });
  }

  run(): Promise<DeletionEntry[]> {
    return this.#run(this.loras, this.deletion);
  }

  /** Tries again what was left, as part of the same deletion. */
  runAgain(left: readonly DeletionEntry[]): Promise<DeletionEntry[]> {
    const loras = left.map(({ lora }) => lora);
    const unsettled = new Set(left.filter(isUnknown).map(({ lora: { name } }) => name));
    const record = this.open.record(this.id);
    return this.#run(loras, new Deletion(loras, { ...this.#parts, record, unsettled }));
  }

  async #run(loras: readonly Lora[], deletion: Deletion): Promise<DeletionEntry[]> {
    await this.open.begin(agreed, loras, this.id);
    return runDeletion(deletion);
  }

  /** "name: outcome" of each entry. */
  async outcomes(): Promise<string[]> {
    return (await this.run()).map(brief);
  }

  /** The deletion as the journal has it. */
  async kept(): Promise<KeptDeletion | undefined> {
    return (await this.journal.read(() => undefined)).open.get(this.id);
  }

  /** "name: source", or "name?" if it is unknown whether it was deleted; sorted by name. */
  async journaled(): Promise<string[]> {
    return (await this.journal.read(() => undefined)).entries.map(journalBrief).sort();
  }
}

export function brief({ lora: { name }, outcome }: DeletionEntry): string {
  return `${name}: ${outcome.is}${outcome.is === 'notTried' ? ` (${outcome.why})` : ''}`;
}

export function journalBrief({ name, isSure, source }: JournalEntry<unknown>): string {
  return isSure ? `${name}: ${source}` : `${name}?`;
}
