import { join } from 'node:path';
import type { Lora } from '../../../../src/api/types.ts';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import {
  BulkDeletion,
  type BulkParts,
  type BulkProgress,
} from '../../../../src/core/deletion/bulkDeletion.ts';
import { BulkFile } from '../../../../src/core/deletion/bulkFile.ts';
import type { BulkEntry } from '../../../../src/core/deletion/bulkOutcome.ts';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { lora, RecordingLog } from '../fixtures.ts';
import { type Script, ScriptedService } from './scriptedService.ts';

export const acme: Connection = {
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://models.acme.example',
  readOnly: false,
  allowHttp: false,
};

/** A bulk deletion over a scripted service, with its real file and journal in `folder`. */
export class BulkBench {
  readonly service: ScriptedService;
  readonly loras: Lora[];
  readonly log = new RecordingLog();
  readonly file: BulkFile;
  readonly path: string;
  readonly journal: DeletionJournal;
  readonly progress: BulkProgress[] = [];
  readonly bulk: BulkDeletion;
  /** Set by a test that changes or removes it in the middle. */
  connection: Connection | undefined = acme;

  constructor(
    folder: string,
    scripts: Readonly<Record<string, Script>>,
    parts: Partial<BulkParts> & { agreed?: never; loras?: Lora[] } = {},
  ) {
    this.service = new ScriptedService(scripts);
    this.loras = parts.loras ?? Object.keys(scripts).map((name) => lora(name));
    this.path = join(folder, 'bulk.jsonl');
    this.file = new BulkFile(this.path);
    this.journal = new DeletionJournal(join(folder, 'deleted.jsonl'));
    this.bulk = new BulkDeletion(this.loras, {
      agreed: acme,
      connection: () => this.connection,
      remover: () => this.service,
      journal: this.journal,
      record: this.file,
      log: this.log,
      during: (_name, work) => work(),
      onProgress: (progress) => void this.progress.push(progress),
      ...parts,
    });
  }

  async run(): Promise<BulkEntry[]> {
    await this.file.begin({ connection: acme, at: Date.now(), loras: this.loras });
    return this.bulk.run();
  }

  /** "name: outcome" of each entry. */
  async outcomes(): Promise<string[]> {
    return (await this.run()).map(brief);
  }

  async journaled(): Promise<string[]> {
    return (await this.journal.read()).entries.map(({ name }) => name);
  }
}

export function brief({ lora: { name }, outcome }: BulkEntry): string {
  return `${name}: ${outcome.is}${outcome.is === 'notTried' ? ` (${outcome.why})` : ''}`;
}
