import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { changeSince } from '../../core/deletion/changeSince.ts';
import { type DeletionEntry, isLeft, isUnknown } from '../../core/deletion/outcome.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { WholeAgreement } from '../connections/serviceClients.ts';
import { modelsViewId } from '../models/view/modelsView.ts';
import { sayInfo } from '../shared/messages.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import { askWhileAgreed, sameConnection, writableConnection } from './askWhileAgreed.ts';
import { type LoraPick, listedWith, lorasAmong, offeredLoras, pickLoras } from './chooseLoras.ts';
import { confirmMany } from './confirmDeletion.ts';
import type { OpenReport } from './deletionReport.ts';
import {
  type DeletionRunner,
  type DeletionServices,
  mergedEntries,
  type OnProgress,
} from './deletionRunner.ts';
import { countsText, progressText } from './deletionText.ts';

type Offer = Omit<LoraPick, 'signal'>;

/** *Clean Up LoRAs…* and the actions of its reports. Whatever calls it, only the user can check LoRAs and type the number. */
export class DeleteMany {
  readonly #services: DeletionServices;
  readonly #runner: DeletionRunner;

  constructor(services: DeletionServices, runner: DeletionRunner) {
    this.#services = services;
    this.#runner = runner;
  }

  /** `given`: the rows on which the command was called, possibly none of them a LoRA; `undefined` without a row. */
  async deleteLoras(given?: readonly ModelRef[]): Promise<void> {
    if (this.#isBusy()) return;
    const offered = await offeredLoras(given, this.#services);
    if (!offered) return;
    const { connection, filter } = offered;
    const agreement = await this.#services.clients.agreement(connection);
    const loras = await listedWith(agreement, offered.loras, this.#services);
    if (!loras) return;
    const place = placeName(connection);
    const title = filter
      ? t('Delete LoRAs of {0} that match “{1}”', place, cleanText(filter, 60))
      : t('Delete LoRAs of {0}', place);
    // The matches of a filter, and rows that only the caller of the command names, are not checked: the user has not picked them.
    const selected = filter === undefined ? lorasAmong(undefined, this.#services.view.selection) : [];
    const own = selected.filter(({ connectionId }) => connectionId === connection.id);
    const checked = new Set(own.map(({ name }) => name));
    await this.#deleteOf(agreement, { title, loras, checked });
  }

  /** *Retry* on a report: retries what is left of it, with the same questions. */
  async tryAgain(uri: unknown): Promise<void> {
    const report = this.#reportAt(uri);
    if (report) await this.#tryLeft(report);
  }

  /** *Check Now* on a report: loads the list and deletes nothing. */
  async checkNow(uri: unknown): Promise<void> {
    const report = this.#reportAt(uri);
    if (report) await this.check(report);
  }

  async check(report: OpenReport): Promise<void> {
    if (this.#isBusy()) return;
    const { connections } = this.#services;
    const connection = sameConnection(connections, report.connection);
    if (connection) await this.#settle(report, await this.#services.clients.agreement(connection));
  }

  /** Announces a report and shows it if the user wants to. */
  async offer(report: OpenReport, text: string): Promise<void> {
    const show = t('Show Report');
    const again = t('Retry');
    const chosen = await sayInfo(text, ...(report.entries.some(isLeft) ? [show, again] : [show]));
    if (chosen === undefined) return;
    await this.#services.reports.show(report);
    if (chosen === again) await this.#tryLeft(report);
  }

  #isBusy(): boolean {
    if (!this.#services.pending.bulk.running) return false;
    void sayInfo(t('A deletion is running. Stop it in the Models view, or wait until it ends.'));
    return true;
  }

  async #tryLeft(report: OpenReport): Promise<void> {
    const connection = this.#isBusy()
      ? undefined
      : writableConnection(this.#services.connections, report.connection);
    if (!connection) return;
    const { catalogs, clients, reports } = this.#services;
    const agreement = await clients.agreement(connection);
    const isMine = ({ credentials }: DeletionEntry) => credentials === agreement.credentials;
    // Entries that are gone by now need not be tried again.
    const isSettled =
      !report.entries.some(isUnknown) || (await this.#settle(report, agreement)) !== undefined;
    if (!isSettled && report.entries.some((entry) => isUnknown(entry) && isMine(entry))) return;
    const settled = reports.of(report.id) ?? report;
    // If entries were agreed to with another key or other headers, they may be another organization's, so they are listed again.
    const isUsual = settled.entries.every((entry) => !isLeft(entry) || isMine(entry));
    const all = settled.entries.map(({ lora }) => lora);
    if (!isUsual && !(await listedWith(agreement, all, this.#services))) return;
    const left = settled.entries.filter(isLeft).flatMap((entry) => {
      const { lora } = entry;
      const listed = catalogs.find({ connectionId: connection.id, kind: 'lora', name: lora.name });
      const now = listed?.kind === 'lora' ? listed : isMine(entry) ? lora : undefined;
      if (!now || (isUnknown(entry) && !isMine(entry))) return [];
      return { now, isAsAgreed: changeSince(lora, now) === undefined };
    });
    if (left.length === 0) return;
    const title = t('Retry: Delete LoRAs of {0}', placeName(connection));
    const checked = new Set(left.flatMap(({ now, isAsAgreed }) => (isAsAgreed ? now.name : [])));
    await this.#deleteOf(agreement, { title, loras: left.map(({ now }) => now), checked }, settled);
  }

  /** Settles unknown entries and shows the updated report. Resolves with `undefined` if they could not be settled. */
  async #settle(report: OpenReport, agreement: WholeAgreement): Promise<OpenReport | undefined> {
    const { reports } = this.#services;
    const settled = await this.#runner.settle(report, agreement);
    if (!settled) return undefined;
    // Some entries may have been retried meanwhile: those outcomes are newer than this check.
    const now = reports.of(report.id) ?? report;
    const unknown = new Set(now.entries.filter(isUnknown).map(({ lora }) => lora.name));
    const fresh = settled.filter(({ lora }) => unknown.has(lora.name));
    const shown = { ...now, checkedAt: Date.now(), entries: mergedEntries(now.entries, fresh) };
    await reports.show(shown);
    return reports.of(report.id) ?? shown;
  }

  async #deleteOf(agreement: WholeAgreement, offer: Offer, before?: OpenReport): Promise<void> {
    const { catalogs, connections, reports } = this.#services;
    const { connection } = agreement;
    const ask = (signal: AbortSignal) => this.#agreedTo(connection, offer, signal);
    const agreed = await askWhileAgreed(this.#services, agreement, ask);
    if (!agreed || this.#isBusy()) return;
    const ended = await this.#run(agreement, agreed, before);
    if (!ended) return;
    const listed = connections.byId(connection.id);
    if (listed) void catalogs.loader(listed).refresh({ isNew: true });
    const known = before ? (reports.of(before.id) ?? before) : ended;
    const { endedAt } = ended;
    await this.#present({ ...known, endedAt, entries: mergedEntries(known.entries, ended.entries) });
  }

  /** Runs the deletion. The Models view shows the progress and can stop it. */
  async #run(agreement: WholeAgreement, agreed: readonly Lora[], before?: OpenReport) {
    const { pending } = this.#services;
    const say: OnProgress = (progress, deletion) => {
      const text = () => progressText(progress, agreement.connection);
      pending.bulk.say({ text, until: progress.wait?.until, deletion });
    };
    const location = { viewId: modelsViewId };
    const run = () => this.#runner.run(agreement, agreed, say, { before });
    pending.bulk.begin();
    try {
      return await vscode.window.withProgress({ location }, run);
    } finally {
      pending.bulk.end();
    }
  }

  /** Asks until the user agrees or cancels; only the user's own answers make this return LoRAs. */
  async #agreedTo(connection: Connection, offer: Offer, signal: AbortSignal) {
    const { pending, documents } = this.#services;
    const { title, loras } = offer;
    let { checked } = offer;
    const isStillThere = ({ kind, name }: Lora) => {
      const ref = { connectionId: connection.id, kind, name };
      return !pending.isDeleted(ref) && !pending.has(ref);
    };
    while (!signal.aborted) {
      const picked = await pickLoras({ title, loras, checked, signal });
      if (!picked) return undefined;
      checked = new Set(picked.map(({ name }) => name));
      const still = picked.filter(isStillThere);
      if (still.length === 0) return undefined;
      const agreed = await confirmMany(connection, still, isStillThere, documents, signal);
      if (agreed !== 'back') return agreed;
    }
    return undefined;
  }

  /** Opens the report if the user sees the progress; otherwise announces it. */
  async #present(report: OpenReport): Promise<void> {
    const { reports, isInSight } = this.#services;
    if (isInSight()) return reports.show(report, true);
    reports.add(report);
    const text = t(
      'The deletion from {0} has ended: {1}',
      placeName(report.connection),
      countsText(report.entries),
    );
    await this.offer(report, text);
  }

  #reportAt(uri: unknown): OpenReport | undefined {
    const at = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
    return at && this.#services.reports.at(at);
  }
}
