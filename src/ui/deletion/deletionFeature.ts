import type * as vscode from 'vscode';
import { BulkFiles } from '../../core/deletion/bulkFiles.ts';
import { DeletionJournal } from '../../core/deletion/journal.ts';
import { OwnerLocks } from '../../core/files/ownerLocks.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import { type BulkCommandParts, BulkCommands } from './bulkCommands.ts';
import { BulkReports } from './bulkReports.ts';
import { showDeletedLoras } from './deletedLoras.ts';
import { DeletionCommands } from './deletionCommands.ts';
import { MyCreators } from './myCreators.ts';
import { tellOrphaned } from './tellOrphaned.ts';

export interface DeletionParts
  extends Pick<
    BulkCommandParts,
    'connections' | 'catalogs' | 'clients' | 'pending' | 'view' | 'isInSight' | 'log'
  > {
  documents: ReadOnlyDocuments;
  memory: vscode.Memento;
  /** The file that keeps every deleted LoRA, and the folder of the bulk deletions that nobody has seen the end of. */
  journalPath: string;
  bulkFolder: string;
}

/** All that deletes, and what shows it: a chunk of its own, loaded when the first of it is used. */
export class DeletionFeature {
  readonly single: DeletionCommands;
  readonly bulk: BulkCommands;
  readonly #locks: OwnerLocks;
  readonly #files: BulkFiles;
  readonly #reports: BulkReports;
  readonly #journal: DeletionJournal;
  readonly #documents: ReadOnlyDocuments;
  readonly #log: DeletionParts['log'];

  constructor(parts: DeletionParts) {
    const { documents, memory, log, journalPath, bulkFolder } = parts;
    this.#documents = documents;
    this.#log = log;
    this.#journal = new DeletionJournal(journalPath);
    this.#locks = new OwnerLocks(bulkFolder, log);
    this.#files = new BulkFiles(bulkFolder, this.#locks, log);
    this.#reports = new BulkReports(documents, this.#files);
    const journal = this.#journal;
    this.single = new DeletionCommands({ ...parts, journal });
    const mine = new MyCreators(memory);
    this.bulk = new BulkCommands({ ...parts, journal, files: this.#files, reports: this.#reports, mine });
  }

  showDeleted(): Promise<void> {
    return showDeletedLoras({ journal: this.#journal, documents: this.#documents, reports: this.#reports });
  }

  tellOrphaned(): Promise<void> {
    const [files, reports, commands, log] = [this.#files, this.#reports, this.bulk, this.#log];
    return tellOrphaned({ files, reports, commands, log });
  }

  dispose(): void {
    this.#locks.dispose();
  }
}
