import * as vscode from 'vscode';
import type { Logger, Lora } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { BulkDeletion } from '../../core/deletion/bulkDeletion.ts';
import type { BulkFiles, OwnedBulk } from '../../core/deletion/bulkFiles.ts';
import type { BulkEntry } from '../../core/deletion/bulkOutcome.ts';
import type { DeletionJournal } from '../../core/deletion/journal.ts';
import { errorCode } from '../../core/files/atomicFile.ts';
import type { Connections } from '../connections/connections.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import { sayError } from '../messages.ts';
import type { Catalogs } from '../models/catalogs.ts';
import { modelsViewId } from '../models/modelsView.ts';
import { progressText } from './bulkWords.ts';
import type { PendingDeletions } from './pendingDeletions.ts';

export interface BulkRunnerParts {
  connections: Connections;
  catalogs: Catalogs;
  clients: ServiceClients;
  pending: PendingDeletions;
  journal: DeletionJournal;
  files: BulkFiles;
  log: Logger;
}

export interface EndedBulk {
  bulk: OwnedBulk;
  at: number;
  endedAt: number;
  entries: BulkEntry[];
}

/** Carries out what the person agreed to, and shows in the Models view how far it is. */
export class BulkRunner {
  readonly #parts: BulkRunnerParts;
  #running: Promise<unknown> | undefined;

  constructor(parts: BulkRunnerParts) {
    this.#parts = parts;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Ends when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#parts.pending.bulk.stop();
    await this.#running;
  }

  /** `undefined`: the disk did not take the plan, and nothing was deleted. */
  async run(connection: Connection, loras: readonly Lora[]): Promise<EndedBulk | undefined> {
    const running = this.#run(connection, loras);
    this.#running = running;
    try {
      return await running;
    } finally {
      this.#running = undefined;
    }
  }

  async #run(connection: Connection, loras: readonly Lora[]): Promise<EndedBulk | undefined> {
    const at = Date.now();
    const bulk = await this.#begin(connection, loras, at);
    if (!bulk) return undefined;
    const entries = await this.#carryOut(connection, loras, bulk);
    return { bulk, at, entries, endedAt: Date.now() };
  }

  async #begin(connection: Connection, loras: readonly Lora[], at: number): Promise<OwnedBulk | undefined> {
    try {
      return await this.#parts.files.begin({ connection, at, loras });
    } catch (error) {
      const code = errorCode(error) ?? 'unknown error';
      this.#parts.log.error(`A bulk deletion could not be written down: ${code}`);
      void sayError(
        vscode.l10n.t("The deletion can't be written down first ({0}). Nothing was deleted.", code),
      );
      return undefined;
    }
  }

  async #carryOut(connection: Connection, loras: readonly Lora[], { file }: OwnedBulk): Promise<BulkEntry[]> {
    const { connections, catalogs, clients, pending, journal, log } = this.#parts;
    const deletion = new BulkDeletion(loras, {
      agreed: connection,
      connection: () => connections.byId(connection.id),
      remover: (now) => clients.for(now),
      journal,
      record: file,
      log,
      during: (name, work) => pending.during({ connectionId: connection.id, kind: 'lora', name }, work),
      onProgress: (progress) => pending.bulk.say(progressText(progress, connection)),
    });
    pending.bulk.begin(deletion);
    const following = connections.onDidChange(() => deletion.look());
    try {
      const location = { viewId: modelsViewId };
      return await vscode.window.withProgress({ location }, () => deletion.run());
    } finally {
      following.dispose();
      pending.bulk.end();
      const now = connections.byId(connection.id);
      if (now) void catalogs.loader(now).refresh({ isNew: true });
    }
  }
}
