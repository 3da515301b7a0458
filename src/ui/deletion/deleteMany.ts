import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { changeSince, isLeft, isUnknown } from '../../core/deletion/outcome.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { sameConnection, writableConnection } from '../connections/agreedConnection.ts';
import { modelsViewId } from '../models/view/modelsView.ts';
import { sayInfo } from '../shared/messages.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { placeName } from '../shared/text/placeName.ts';
import { type DeletionView, lorasAmong, offeredLoras } from './chooseLoras.ts';
import { confirmMany } from './confirmMany.ts';
import {
  type DeletionRunner,
  type DeletionRunnerParts,
  mergedEntries,
  type OnProgress,
} from './deletionRunner.ts';
import { countsText, progressText } from './deletionText.ts';
import type { MyCreators } from './myCreators.ts';
import { pickLoras } from './pickLoras.ts';
import type { DeletionReports, OpenReport } from './reports.ts';

export interface DeleteManyParts extends Pick<DeletionRunnerParts, 'connections' | 'catalogs' | 'pending'> {
  runner: DeletionRunner;
  view: DeletionView;
  /** Whether the user sees the progress now, and so would see the report open. */
  isInSight(): boolean;
  mine: MyCreators;
  reports: DeletionReports;
  documents: ReadOnlyDocuments;
}

interface Offer {
  title: string;
  loras: readonly Lora[];
  /** Names that are checked initially. */
  checked: ReadonlySet<string>;
}

/** *Delete LoRAs…* and the actions of its reports. Whatever calls it, only the user checks LoRAs and types the number. */
export class DeleteMany {
  readonly #parts: DeleteManyParts;

  constructor(parts: DeleteManyParts) {
    this.#parts = parts;
  }

  /** `given`: the rows it was called on, possibly none of them a LoRA; `undefined` without a row. */
  async deleteLoras(given?: readonly ModelRef[]): Promise<void> {
    if (this.#isBusy()) return;
    const offered = await offeredLoras(given, this.#parts);
    if (!offered) return;
    const { connection, loras, filter } = offered;
    const place = placeName(connection);
    const title = filter
      ? vscode.l10n.t('Delete LoRAs of {0} that match “{1}”', place, cleanText(filter, 60))
      : vscode.l10n.t('Delete LoRAs of {0}', place);
    // Nobody has picked the matches of a filter yet, nor rows that only the caller of the command names.
    const selected = filter === undefined ? lorasAmong(undefined, this.#parts.view.selection) : [];
    const own = selected.filter(({ connectionId }) => connectionId === connection.id);
    const checked = new Set(own.map(({ name }) => name));
    await this.#deleteOf(connection, { title, loras, checked });
  }

  /** *Try Again* on a report: retries what is left of it, with the same questions. */
  async tryAgain(uri: unknown): Promise<void> {
    const report = this.#reportAt(uri);
    if (report) await this.#tryLeft(report);
  }

  /** *Check Now* on a report: loads the list and deletes nothing. */
  async checkNow(uri: unknown): Promise<void> {
    const { connections } = this.#parts;
    const report = this.#isBusy() ? undefined : this.#reportAt(uri);
    const connection = report && sameConnection(connections, report.connection);
    if (report && connection) await this.#settle(report, connection);
  }

  /** Announces a report and shows it if the user wants to. */
  async offer(report: OpenReport, text: string): Promise<void> {
    const show = vscode.l10n.t('Show Report');
    const again = vscode.l10n.t('Try Again');
    const chosen = await sayInfo(text, ...(report.entries.some(isLeft) ? [show, again] : [show]));
    if (chosen === undefined) return;
    await this.#parts.reports.show(report);
    if (chosen === again) await this.#tryLeft(report);
  }

  #isBusy(): boolean {
    if (!this.#parts.pending.bulk.isRunning) return false;
    void sayInfo(vscode.l10n.t('A deletion is running. Stop it in the Models view, or wait until it ends.'));
    return true;
  }

  async #tryLeft(report: OpenReport): Promise<void> {
    const connection = this.#isBusy()
      ? undefined
      : writableConnection(this.#parts.connections, report.connection);
    if (!connection) return;
    // On a retry, what an earlier request deleted would count as "already gone" and be missing from the journal.
    const settled = report.entries.some(isUnknown) ? await this.#settle(report, connection) : report;
    const left = (settled?.entries ?? []).filter(isLeft).map(({ lora }) => {
      const now = this.#asListed(connection, lora);
      return { now, isAsAgreed: changeSince(lora, now) === undefined };
    });
    if (!settled || left.length === 0) return;
    const title = vscode.l10n.t('Try Again: Delete LoRAs of {0}', placeName(connection));
    const checked = new Set(left.flatMap(({ now, isAsAgreed }) => (isAsAgreed ? now.name : [])));
    await this.#deleteOf(connection, { title, loras: left.map(({ now }) => now), checked }, settled);
  }

  /** Settles unknown entries and shows the updated report. Resolves with `undefined` if they could not be settled. */
  async #settle(report: OpenReport, connection: Connection): Promise<OpenReport | undefined> {
    const { runner, reports } = this.#parts;
    const settled = await runner.settle(report, connection);
    if (!settled) return undefined;
    // Some entries may have been retried meanwhile: those outcomes are newer than this check.
    const now = reports.latest(report);
    const unknown = new Set(now.entries.filter(isUnknown).map(({ lora }) => lora.name));
    const fresh = settled.entries.filter(({ lora }) => unknown.has(lora.name));
    const shown = { ...now, entries: mergedEntries(now.entries, fresh) };
    await reports.show(shown);
    return reports.latest(shown);
  }

  /** Returns the LoRA as listed now, which is what the user agrees to; as given if it is not listed. */
  #asListed({ id }: Connection, lora: Lora): Lora {
    const now = this.#parts.catalogs.find({ connectionId: id, kind: 'lora', name: lora.name });
    return now?.kind === 'lora' ? now : lora;
  }

  async #deleteOf(connection: Connection, offer: Offer, before?: OpenReport): Promise<void> {
    const { catalogs, connections, reports } = this.#parts;
    const agreed = await this.#agreedTo(connection, offer);
    if (!agreed || this.#isBusy()) return;
    // The dialogs may have been open for long: the connection must still be the one agreed to.
    const now = writableConnection(connections, connection);
    if (!now) return;
    const ended = await this.#run(now, agreed, before);
    if (!ended) return;
    const listed = connections.byId(now.id);
    if (listed) void catalogs.loader(listed).refresh({ isNew: true });
    const known = before ? reports.latest(before) : ended;
    const { endedAt } = ended;
    await this.#present({ ...known, endedAt, entries: mergedEntries(known.entries, ended.entries) });
  }

  /** The Models view shows the progress and can stop it. */
  async #run(connection: Connection, agreed: readonly Lora[], before?: OpenReport) {
    const { pending, runner } = this.#parts;
    const say: OnProgress = (progress, deletion) =>
      pending.bulk.say(progressText(progress, connection), deletion);
    const location = { viewId: modelsViewId };
    const run = () => runner.run(connection, agreed, say, before);
    pending.bulk.begin();
    try {
      return await vscode.window.withProgress({ location }, run);
    } finally {
      pending.bulk.end();
    }
  }

  /** Asks until the user agrees or cancels; only the user's own answers make this return LoRAs. */
  async #agreedTo(connection: Connection, offer: Offer): Promise<readonly Lora[] | undefined> {
    const { mine, pending, catalogs, documents } = this.#parts;
    const { title, loras } = offer;
    let { checked } = offer;
    const isStillThere = ({ kind, name }: Lora) => {
      const ref = { connectionId: connection.id, kind, name };
      return !pending.isDeleted(ref) && !pending.has(ref);
    };
    for (;;) {
      const picked = await pickLoras({ title, loras, checked, mine: mine.of(connection.id) });
      if (!picked) return undefined;
      if (picked.is === 'creators') {
        checked = picked.checked;
        await mine.choose(connection.id, catalogs.of(connection).loras);
        continue;
      }
      checked = new Set(picked.loras.map(({ name }) => name));
      const still = picked.loras.filter(isStillThere);
      if (still.length === 0) return undefined;
      const agreed = await confirmMany(connection, still, isStillThere, documents);
      if (agreed !== 'back') return agreed;
    }
  }

  /** Opens the report if the user is looking; otherwise announces it. */
  async #present(report: OpenReport): Promise<void> {
    const { reports, isInSight } = this.#parts;
    if (isInSight()) return reports.show(report, true);
    reports.add(report);
    const text = vscode.l10n.t(
      'The deletion from {0} has ended: {1}',
      placeName(report.connection),
      countsText(report.entries),
    );
    await this.offer(report, text);
  }

  #reportAt(uri: unknown): OpenReport | undefined {
    const at = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
    return at && this.#parts.reports.at(at);
  }
}
