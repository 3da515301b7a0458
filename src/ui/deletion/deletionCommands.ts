import * as vscode from 'vscode';
import { type Logger, ServiceError } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type DeletionOutcome, deleteLora } from '../../core/deletion/deletion.ts';
import type { DeletionJournal } from '../../core/deletion/journal.ts';
import { errorCode } from '../../core/files/atomicFile.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { Connections } from '../connections/connections.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import { showError } from '../errors/showError.ts';
import { sayBriefly, sayError, sayInfo, sayWarning } from '../messages.ts';
import type { Catalogs } from '../models/catalogs.ts';
import { modelFrom } from '../models/modelArguments.ts';
import { pickModel } from '../models/pickModel.ts';
import { retrieveModel } from '../models/retrieveModel.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import { StoppableNotice, StoppedByPerson, stoppable } from '../stoppable.ts';
import { confirmDeletion } from './confirmDeletion.ts';
import { outcomeText } from './deletionText.ts';
import type { PendingDeletions } from './pendingDeletions.ts';

interface Parts {
  connections: Connections;
  catalogs: Catalogs;
  clients: ServiceClients;
  pending: PendingDeletions;
  journal: DeletionJournal;
  documents: ReadOnlyDocuments;
  log: Logger;
}

/** *Delete LoRA…*. Nothing here deletes without the person's own answer. */
export class DeletionCommands {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Retrieves the LoRA, asks the person, deletes it once, and says how it ended. */
  async deleteLora(argument: unknown): Promise<void> {
    const { clients, pending } = this.#parts;
    const ref = await this.#chosen(argument);
    const connection = ref && this.#writable(ref);
    if (!ref || !connection || ref.kind !== 'lora' || pending.has(ref)) return;
    try {
      const checking = vscode.l10n.t('Checking LoRA “{0}”', cleanText(ref.name, 80));
      const { model, raw } = await stoppable(checking, connection, (options) =>
        retrieveModel(clients.for(connection), ref, options),
      );
      if (model.kind !== 'lora' || !(await confirmDeletion(model, connection))) return;
      // The question may have stood open for long: what was agreed to has to hold still.
      const now = this.#writable(ref);
      if (!now || pending.has(ref)) return;
      if (now.baseUrl === connection.baseUrl) await this.#carryOut(ref, now, raw);
      else void sayWarning(vscode.l10n.t('{0} has another address now. Nothing was deleted.', now.name));
    } catch (error) {
      if (error instanceof StoppedByPerson) return;
      if (!(error instanceof ServiceError)) throw error;
      await this.#sayNotChecked(ref, connection, error);
    }
  }

  /** The connection, unless nothing can be deleted through it; then the person is told. */
  #writable({ connectionId }: ModelRef): Connection | undefined {
    const connection = this.#parts.connections.byId(connectionId);
    if (!connection?.readOnly) return connection;
    void sayWarning(vscode.l10n.t('{0} is read-only. Nothing was deleted.', connection.name));
    return undefined;
  }

  async #chosen(argument: unknown): Promise<ModelRef | undefined> {
    const given = modelFrom(argument);
    if (given) return given;
    const { connections, catalogs } = this.#parts;
    return pickModel(connections, catalogs, {
      title: vscode.l10n.t('Delete LoRA'),
      accepts: (model, connection) => model.kind === 'lora' && !connection.readOnly,
      whyNone: ({ readOnly }) => (readOnly ? vscode.l10n.t('the connection is read-only') : undefined),
    });
  }

  async #carryOut(ref: ModelRef, connection: Connection, retrieved: unknown): Promise<void> {
    const { pending, catalogs } = this.#parts;
    const { outcome } = await pending.during(ref, async () => {
      const result = await this.#deleteVisibly(ref, connection, retrieved);
      if (result.is === 'deleted') await this.#journal(ref, connection, result);
      return { outcome: result, isGone: result.is === 'deleted' || result.is === 'alreadyGone' };
    });
    const refreshed = catalogs.loader(connection).refresh({ isNew: true });
    const text = outcomeText(ref.name, outcome, connection);
    if (outcome.is === 'deleted') sayBriefly(text);
    else if (outcome.is === 'alreadyGone' || outcome.is === 'stopped') void sayInfo(text);
    else {
      const showLog = vscode.l10n.t('Show Log');
      const chosen = await sayError(text, showLog);
      if (chosen === showLog) await vscode.commands.executeCommand('hostedModels.showLog');
    }
    await refreshed;
  }

  /** The row says that it is being deleted; a wait before the request is sent again can be stopped. */
  async #deleteVisibly(
    { name }: ModelRef,
    connection: Connection,
    retrieved: unknown,
  ): Promise<DeletionOutcome> {
    const deleting = vscode.l10n.t('Deleting LoRA “{0}”', cleanText(name, 80));
    let stopWait = (): void => undefined;
    const notice = new StoppableNotice(deleting, connection, () => stopWait());
    const client = this.#parts.clients.for(connection);
    try {
      return await deleteLora(client, connection, name, retrieved, (wait, stop) => {
        stopWait = stop;
        // Once it has left there is nothing to stop, and nothing that offers to.
        if (wait) notice.onWait(wait);
        else notice.close();
      });
    } finally {
      notice.close();
    }
  }

  async #journal(
    { connectionId, name }: ModelRef,
    connection: Connection,
    { object, isReturned }: Extract<DeletionOutcome, { is: 'deleted' }>,
  ): Promise<void> {
    try {
      await this.#parts.journal.add({
        connectionId,
        connection: connection.name,
        baseUrl: connection.baseUrl,
        name,
        source: isReturned ? 'returned' : 'retrieved',
        object,
      });
    } catch (error) {
      // The LoRA is gone either way; what the journal could not take is shown instead of lost.
      this.#parts.log.error(
        `The journal of deletions could not be written: ${errorCode(error) ?? 'unknown error'}`,
      );
      await this.#parts.documents.openJson('journal', name, object);
    }
  }

  async #sayNotChecked(ref: ModelRef, connection: Connection, error: ServiceError): Promise<void> {
    if (error.kind === 'notFound') {
      await this.#parts.pending.during(ref, () => Promise.resolve({ isGone: true }));
      void sayInfo(outcomeText(ref.name, { is: 'alreadyGone' }, connection));
      return this.#parts.catalogs.loader(connection).refresh({ isNew: true });
    }
    const before = vscode.l10n.t("Can't check it now. Nothing was deleted.");
    await showError(error, connection, () => this.deleteLora(ref), before);
  }
}
