import * as vscode from 'vscode';
import type { Model } from '../../api/index.ts';
import { ServiceError } from '../../api/serviceError.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { isUnknown, type Outcome } from '../../core/deletion/outcome.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { shownName } from '../../core/shownName.ts';
import type { WholeAgreement } from '../connections/serviceClients.ts';
import { pickModel } from '../models/pickModel.ts';
import { retrieveModel } from '../models/retrieveModel.ts';
import { listedButNotFoundText } from '../shared/errors/listedButNotFound.ts';
import { showError } from '../shared/errors/showError.ts';
import { sayBriefly, sayError, sayInfo } from '../shared/messages.ts';
import { stoppable, stoppableNotice } from '../shared/stoppable.ts';
import { t } from '../shared/text/t.ts';
import { askWhileAgreed, sameConnection, writableConnection } from './askWhileAgreed.ts';
import { confirmOne } from './confirmDeletion.ts';
import type { OpenReport } from './deletionReport.ts';
import type { DeletionRunner, DeletionServices, OnProgress } from './deletionRunner.ts';
import { outcomeText } from './deletionText.ts';

/** *Delete LoRA…*. Nothing here deletes without the user's own answer. */
export class DeleteOne {
  readonly #services: DeletionServices;
  readonly #runner: DeletionRunner;

  constructor(services: DeletionServices, runner: DeletionRunner) {
    this.#services = services;
    this.#runner = runner;
  }

  /** Retrieves the LoRA, asks the user, deletes it once, and reports the outcome. */
  async deleteLora(given?: ModelRef): Promise<void> {
    const ref = given ?? (await this.#pick());
    let changed: Extract<Outcome, { is: 'changed' }> | undefined;
    /**
     * Unknown fields that the user was told have changed. A user who agrees all the same agrees to their changing: they may never
     * stand still.
     */
    const ignored = new Set<string>();
    do {
      for (const field of changed?.fields ?? []) ignored.add(field);
      const report = ref?.kind === 'lora' ? await this.#ask(ref, changed, ignored) : undefined;
      const [entry] = report?.entries ?? [];
      if (!report || !entry) return;
      changed = entry.outcome.is === 'changed' ? entry.outcome : undefined;
      const { catalogs, connections, reports } = this.#services;
      const connection = connections.byId(report.connection.id);
      const refreshed = connection && catalogs.loader(connection).refresh({ isNew: true });
      if (changed) await reports.told(report);
      else await this.#say(report, entry.lora.name, entry.outcome);
      await refreshed;
      // The LoRA is no longer what the user agreed to, so the user is asked again.
    } while (changed);
  }

  /** Asks the user and deletes. Resolves with `undefined` if the user did not agree or was told why nothing was deleted. */
  async #ask(
    ref: ModelRef,
    changed: Extract<Outcome, { is: 'changed' }> | undefined,
    ignored: ReadonlySet<string>,
  ): Promise<OpenReport | undefined> {
    const { clients, connections, pending } = this.#services;
    const known = connections.byId(ref.connectionId);
    const connection = known && writableConnection(connections, known);
    if (!connection || pending.has(ref)) return undefined;
    const agreement = await clients.agreement(connection);
    const lora = await this.#retrieved(ref, agreement);
    if (lora?.kind !== 'lora') return undefined;
    const ask = async (signal: AbortSignal) =>
      (await confirmOne(lora, connection, changed, signal)) ? true : undefined;
    if (!(await askWhileAgreed(this.#services, agreement, ask)) || pending.has(ref)) return undefined;
    let stop = (): void => undefined;
    const title = t('Deleting LoRA “{0}”', shownName(lora.name, 80));
    // The row shows the deletion; the notice lets the user stop a wait before a retry.
    const notice = stoppableNotice(title, connection, () => stop());
    const say: OnProgress = ({ wait }, deletion) => {
      stop = () => deletion.stop();
      if (wait) notice.say(wait);
      else notice.close();
    };
    return this.#runner.run(agreement, [lora], say, { ignored }).finally(() => notice.close());
  }

  #pick(): Promise<ModelRef | undefined> {
    return pickModel(this.#services, {
      title: t('Delete LoRA'),
      accepts: (model, connection) => model.kind === 'lora' && !connection.readOnly,
      emptyReason: ({ readOnly }) => (readOnly ? t('the connection is read-only') : undefined),
    });
  }

  async #retrieved(ref: ModelRef, { connection, client }: WholeAgreement): Promise<Model | undefined> {
    const checking = t('Checking LoRA “{0}”', shownName(ref.name, 80));
    try {
      const retrieved = await stoppable(checking, connection, (options) =>
        retrieveModel(client, ref, options),
      );
      return retrieved?.model;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      await this.#sayNotRetrieved(ref, connection, error);
      return undefined;
    }
  }

  /** Tells the user why the LoRA was not retrieved. If it was not found, only the list can tell whether it is gone. */
  async #sayNotRetrieved(ref: ModelRef, connection: Connection, error: ServiceError): Promise<void> {
    const { catalogs, pending } = this.#services;
    if (error.kind === 'notFound') {
      await catalogs.loader(connection).refresh({ isNew: true });
      const { state, skipped } = catalogs.of(connection);
      const isListed = state === 'fresh' && catalogs.find(ref) !== undefined;
      if (isListed) return void sayError(listedButNotFoundText(ref.name, connection));
      if (state === 'fresh' && skipped === 0) {
        await pending.during(ref, () => Promise.resolve({ isGone: true }));
        return void sayInfo(outcomeText(ref.name, { is: 'alreadyGone' }, connection));
      }
    }
    const before = t("Can't check it now. Nothing was deleted.");
    await showError(error, connection, () => this.deleteLora(ref), before);
  }

  async #say(report: OpenReport, name: string, outcome: Outcome): Promise<void> {
    const { clients, connections, reports } = this.#services;
    const text = outcomeText(name, outcome, report.connection);
    await reports.told(report, isUnknown);
    const isPlain = outcome.is === 'alreadyGone' || (outcome.is === 'notTried' && outcome.why === 'stopped');
    if (outcome.is === 'deleted') return sayBriefly(text);
    if (isPlain) return void sayInfo(text);
    const checkNow = t('Check Now');
    const showLog = t('Show Log');
    const chosen = await sayError(text, ...(outcome.is === 'unknown' ? [checkNow, showLog] : [showLog]));
    if (chosen === showLog) await vscode.commands.executeCommand('hostedModels.showLog');
    const connection = chosen === checkNow && sameConnection(connections, report.connection);
    const settled = connection && (await this.#runner.settle(report, await clients.agreement(connection)));
    if (settled) await this.#say({ ...report, entries: settled }, name, settled[0]?.outcome ?? outcome);
  }
}
