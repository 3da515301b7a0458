import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type BulkEntry, isLeft } from '../../core/deletion/bulkOutcome.ts';
import { settleUnknown } from '../../core/deletion/settleUnknown.ts';
import { sayInfo, sayWarning } from '../messages.ts';
import { StoppedByPerson, stoppable } from '../stoppable.ts';
import { type BulkReports, isUnknown, type OpenReport } from './bulkReports.ts';
import { BulkRunner, type BulkRunnerParts } from './bulkRunner.ts';
import { countsText, placeName } from './bulkWords.ts';
import { type DeletionView, offeredLoras } from './chooseLoras.ts';
import { confirmBulk } from './confirmBulk.ts';
import type { MyCreators } from './myCreators.ts';
import { pickLoras } from './pickLoras.ts';

export interface BulkCommandParts extends BulkRunnerParts {
  view: DeletionView;
  /** Whether the person sees the progress now, and so would see the report open. */
  isInSight(): boolean;
  mine: MyCreators;
  reports: BulkReports;
}

/** *Delete LoRAs…* and what its reports offer. Whatever calls it, the person checks, types the number, and nobody else. */
export class BulkCommands {
  readonly #parts: BulkCommandParts;
  readonly #runner: BulkRunner;

  constructor(parts: BulkCommandParts) {
    this.#parts = parts;
    this.#runner = new BulkRunner(parts);
  }

  async deleteLoras(argument?: unknown, selection?: unknown): Promise<void> {
    if (this.#isBusy()) return;
    const offered = await offeredLoras(argument, selection, this.#parts);
    if (!offered) return;
    const { connection, loras, filter } = offered;
    const place = placeName(connection);
    const title = filter
      ? vscode.l10n.t('Delete LoRAs of {0} that match “{1}”', place, cleanText(filter, 60))
      : vscode.l10n.t('Delete LoRAs of {0}', place);
    await this.#deleteOf(connection, loras, title);
  }

  /** *Try Again* on a report: what is left of it, through the same questions. */
  async tryAgain(uri: unknown): Promise<void> {
    const report = this.#reportAt(uri);
    if (report) await this.#tryLeft(report);
  }

  /** *Check Now* on a report: retrieves what is unknown, and deletes nothing. */
  async checkNow(uri: unknown): Promise<void> {
    const report = this.#isBusy() ? undefined : this.#reportAt(uri);
    const connection = report && this.#sameConnection(report.connection);
    if (report && connection) await this.#settle(report, connection);
  }

  /** Says that there is a report, and shows it if the person wants to. */
  async offer(report: OpenReport, text: string): Promise<void> {
    const show = vscode.l10n.t('Show Report');
    const again = vscode.l10n.t('Try Again');
    const chosen = await sayInfo(text, ...(report.entries.some(isLeft) ? [show, again] : [show]));
    if (chosen === undefined) return;
    await this.#parts.reports.show(report);
    if (chosen === again) await this.#tryLeft(report);
  }

  stop(): void {
    this.#parts.pending.bulk.stop();
  }

  /** Ends when nothing runs any more, and forgets what was remembered for it. */
  async forget(): Promise<void> {
    await this.#runner.stop();
    await this.#parts.reports.forget();
    await this.#parts.mine.forgetAll();
  }

  #isBusy(): boolean {
    if (!this.#runner.isRunning) return false;
    void sayInfo(vscode.l10n.t('A deletion is running. Stop it in the Models view, or wait for its end.'));
    return true;
  }

  async #tryLeft(report: OpenReport): Promise<void> {
    const connection = this.#isBusy() ? undefined : this.#writable(report.connection);
    if (!connection) return;
    // What an earlier request deleted would pass for "already gone" when tried once more, and be missing from the journal.
    const settled = report.entries.some(isUnknown) ? await this.#settle(report, connection) : report;
    if (!settled) return;
    const left = settled.entries.filter(isLeft).map(({ lora }) => this.#asListed(connection, lora));
    if (left.length === 0) return;
    const title = vscode.l10n.t('Try Again: Delete LoRAs of {0}', placeName(connection));
    await this.#deleteOf(connection, left, title, settled);
  }

  /** Retrieves what is unknown, and shows the report with what came. `undefined`: the person stopped it. */
  async #settle(report: OpenReport, connection: Connection): Promise<OpenReport | undefined> {
    const { clients, journal, catalogs, reports } = this.#parts;
    const title = vscode.l10n.t('Checking what became of the unknown LoRAs');
    try {
      const settled = await stoppable(title, connection, async (options) =>
        settleUnknown(report.entries.filter(isUnknown), {
          kept: { ...report, retrieved: await retrievedBefore(report) },
          remover: clients.for(connection),
          journal,
          record: {
            outcome: async (name, outcome) => {
              for (const { file } of report.bulks) await file.outcome(name, outcome);
            },
          },
          options,
        }),
      );
      // Meanwhile some of it may have been tried again: that is newer than this look.
      const now = reports.latest(report);
      const unknown = new Set(now.entries.filter(isUnknown).map(({ lora }) => lora.name));
      const fresh = settled.filter(({ lora }) => unknown.has(lora.name));
      const shown = { ...now, entries: merged(now.entries, fresh) };
      await reports.show(shown);
      void catalogs.loader(connection).refresh({ isNew: true });
      return reports.latest(shown);
    } catch (error) {
      if (!(error instanceof StoppedByPerson)) throw error;
      return undefined;
    }
  }

  /** What is agreed to is what the list shows now; one that it does not show is asked for all the same. */
  #asListed({ id }: Connection, lora: Lora): Lora {
    const now = this.#parts.catalogs.find({ connectionId: id, kind: 'lora', name: lora.name });
    return now?.kind === 'lora' ? now : lora;
  }

  async #deleteOf(
    connection: Connection,
    loras: readonly Lora[],
    title: string,
    before?: OpenReport,
  ): Promise<void> {
    const agreed = await this.#agreedTo(connection, loras, title);
    if (!agreed || this.#isBusy()) return;
    // The questions may have stood open for long: what was agreed to has to hold still.
    const now = this.#writable(connection);
    if (!now) return;
    const ended = await this.#runner.run(now, agreed);
    if (!ended) return;
    const { id, name, baseUrl } = now;
    const known = before && this.#parts.reports.latest(before);
    const report: OpenReport = {
      id: before?.id ?? ended.bulk.id,
      connection: { id, name, baseUrl },
      at: before?.at ?? ended.at,
      endedAt: ended.endedAt,
      entries: known ? merged(known.entries, ended.entries) : ended.entries,
      bulks: [...(known?.bulks ?? []), ended.bulk],
    };
    await this.#present(report);
  }

  /** Asks until the person agrees or leaves; nothing but the person's own answers leads out of here with LoRAs. */
  async #agreedTo(
    connection: Connection,
    loras: readonly Lora[],
    title: string,
  ): Promise<readonly Lora[] | undefined> {
    const { mine, pending, catalogs } = this.#parts;
    let checked: ReadonlySet<string> | undefined;
    for (;;) {
      const picked = await pickLoras({ title, loras, checked, mine: mine.of(connection.id) });
      if (!picked) return undefined;
      if (picked.is === 'creators') {
        checked = picked.checked;
        await mine.choose(connection.id, catalogs.of(connection).loras);
        continue;
      }
      checked = new Set(picked.loras.map(({ name }) => name));
      const agreed = await confirmBulk(connection, () =>
        picked.loras.filter(({ kind, name }) => {
          const ref = { connectionId: connection.id, kind, name };
          return !pending.isDeleted(ref) && !pending.has(ref);
        }),
      );
      if (agreed !== 'back') return agreed;
    }
  }

  /** Opens the report where the person looks; else says that it is there. */
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
    const active = vscode.window.activeTextEditor?.document.uri;
    const at = uri instanceof vscode.Uri ? uri : active;
    return at && this.#parts.reports.at(at);
  }

  /** The connection, as long as it is the same service; else the person is told. */
  #sameConnection({ id, name, baseUrl }: OpenReport['connection']): Connection | undefined {
    const now = this.#parts.connections.byId(id);
    if (now?.baseUrl === baseUrl) return now;
    void sayWarning(
      now
        ? vscode.l10n.t('{0} has another address now. Nothing was deleted.', cleanText(now.name, 60))
        : vscode.l10n.t('{0} was removed. Nothing was deleted.', cleanText(name, 60)),
    );
    return undefined;
  }

  #writable(agreed: OpenReport['connection']): Connection | undefined {
    const now = this.#sameConnection(agreed);
    if (!now?.readOnly) return now;
    void sayWarning(vscode.l10n.t('{0} is read-only. Nothing was deleted.', cleanText(now.name, 60)));
    return undefined;
  }
}

/** What was tried again has its new outcome, in its old place. */
function merged(before: readonly BulkEntry[], again: readonly BulkEntry[]): BulkEntry[] {
  const names = new Map(again.map((entry) => [entry.lora.name, entry]));
  return before.map((entry) => names.get(entry.lora.name) ?? entry);
}

async function retrievedBefore({ bulks }: OpenReport): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const { file } of bulks) {
    const kept = await file.read();
    if (typeof kept === 'object') for (const [name, object] of kept.retrieved) found.set(name, object);
  }
  return found;
}
