import type * as vscode from 'vscode';
import { DeletionJournal } from '../../core/deletion/journal.ts';
import { OpenDeletions } from '../../core/deletion/openDeletions.ts';
import { OwnerLocks } from '../../core/files/locks/ownerLocks.ts';
import { modelFrom } from '../models/modelArguments.ts';
import { lorasAmong } from './chooseLoras.ts';
import { showDeletedLoras } from './deletedLoras.ts';
import { DeleteMany, type DeleteManyParts } from './deleteMany.ts';
import { DeleteOne } from './deleteOne.ts';
import { DeletionRunner, type DeletionRunnerParts } from './deletionRunner.ts';
import { MyCreators } from './myCreators.ts';
import { DeletionReports } from './reports.ts';
import { tellOrphaned } from './tellOrphaned.ts';

export interface DeletionParts
  extends Omit<DeletionRunnerParts, 'open'>,
    Pick<DeleteManyParts, 'view' | 'isInSight' | 'documents'> {
  memory: vscode.Memento;
  /** The file with every deletion, and the folder with those whose outcome nobody has seen yet. */
  journalPath: string;
  openFolder: string;
}

interface Owned {
  journal: DeletionJournal;
  open: OpenDeletions;
}

/** Everything that deletes, and what shows it. */
export class DeletionFeature {
  readonly one: DeleteOne;
  readonly many: DeleteMany;
  readonly #parts: DeletionParts & Pick<DeleteManyParts, 'runner' | 'reports'> & Owned;
  readonly #locks: OwnerLocks;
  readonly #mine: MyCreators;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: DeletionParts) {
    const { documents, log, openFolder } = parts;
    const journal = new DeletionJournal(parts.journalPath);
    this.#locks = new OwnerLocks(openFolder, log);
    const open = new OpenDeletions(openFolder, journal, this.#locks, log);
    const reports = new DeletionReports(documents, open);
    this.#parts = { ...parts, journal, open, reports, runner: new DeletionRunner({ ...parts, open }) };
    this.#mine = new MyCreators(parts.memory);
    this.one = new DeleteOne(this.#parts);
    this.many = new DeleteMany({ ...this.#parts, mine: this.#mine });
  }

  /** A command on many rows must not delete only the first. */
  deleteLora(from?: unknown, selection?: unknown): Promise<void> {
    const loras = lorasAmong(from, selection);
    return loras.length > 1 ? this.many.deleteLoras(loras) : this.one.deleteLora(modelFrom(from));
  }

  deleteLoras(from?: unknown, selection?: unknown): Promise<void> {
    const loras = lorasAmong(from, selection);
    return this.many.deleteLoras(loras.length > 0 || modelFrom(from) ? loras : undefined);
  }

  /** Includes the reports left by earlier windows. */
  async showDeleted(): Promise<void> {
    await this.tellOrphaned();
    await showDeletedLoras(this.#parts);
  }

  /** Runs one search at a time: a later caller waits for the earlier ones. */
  tellOrphaned(): Promise<void> {
    const look = () => tellOrphaned({ ...this.#parts, many: this.many });
    this.#looking = this.#looking.then(look, look);
    return this.#looking;
  }

  /** Stops running deletions, waits for them, and forgets what was remembered. */
  async forget(): Promise<void> {
    await this.#parts.runner.stop();
    await this.#parts.reports.forget();
    await this.#mine.forgetAll();
  }

  dispose(): void {
    this.#parts.runner.dispose();
    this.#locks.dispose();
  }
}
