import * as vscode from 'vscode';
import type { OpenDeletions } from '../../core/deletion/openDeletions.ts';
import { type DeletionEntry, isLeft, isUnknown, type Outcome } from '../../core/deletion/outcome.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { lorasText } from '../shared/text/countText.ts';
import { t } from '../shared/text/t.ts';
import { deletionReport, type OpenReport } from './deletionReport.ts';

/**
 * Reports of deletions. A deletion is finished once its report was shown and no outcome in it is unknown; until then the next
 * window finds it.
 */
export class DeletionReports {
  readonly #documents: Pick<ReadOnlyDocuments, 'open' | 'addressOf'>;
  readonly #open: Pick<OpenDeletions, 'seen'>;
  /** The reports in documents, by the documents' addresses. */
  readonly #shown = new Map<string, OpenReport>();
  #waiting: OpenReport[] = [];

  constructor(documents: Pick<ReadOnlyDocuments, 'open' | 'addressOf'>, open: Pick<OpenDeletions, 'seen'>) {
    this.#documents = documents;
    this.#open = open;
  }

  /** Reports that are unread or have something left, even if their tab is closed. */
  get waiting(): readonly OpenReport[] {
    return this.#waiting;
  }

  /** The report that an editor shows; `undefined` for any other document. */
  at(uri: vscode.Uri): OpenReport | undefined {
    return this.#shown.get(uri.toString());
  }

  /** The report of a deletion as last shown or told, if this window has it: unknown entries may have been settled since. */
  of(id: string): OpenReport | undefined {
    return [...this.#shown.values(), ...this.#waiting].find((one) => one.id === id);
  }

  /** Call when the user has said how an unknown entry ended. */
  async settled(id: string, name: string, outcome: Outcome): Promise<void> {
    const report = this.of(id);
    if (!report) return;
    const entries = report.entries.map((one) => (one.lora.name === name ? { ...one, outcome } : one));
    const now = { ...report, entries };
    if ([...this.#shown.values()].some((one) => one.id === id)) await this.show(now, true);
    else await this.told(now);
  }

  /** Keeps a report for later. */
  add(report: OpenReport): void {
    this.#waiting = [...this.#waiting.filter(({ id }) => id !== report.id), report];
  }

  /** Opens the report, or updates it if it is open. */
  async show(report: OpenReport, preserveFocus = false): Promise<void> {
    const name = t('Deletion of {0}', lorasText(report.entries.length));
    const place = [`deletion ${report.id}`, `${name}.txt`] as const;
    const uri = this.#documents.addressOf(...place);
    this.#shown.set(uri.toString(), report);
    const titles = { checkDeletion: t('Check Now'), retryDeletion: t('Retry') };
    const { text, commands } = deletionReport(report);
    const lenses = commands.map(({ line, command }) => ({
      line,
      command: { title: titles[command], command: `hostedModels.${command}`, arguments: [uri] },
    }));
    await this.#documents.open(...place, text, { preserveFocus }, lenses);
    await this.#setContext();
    await this.told(report);
  }

  /**
   * Call once the user knows the outcome. While an entry is unknown, the deletion stays open; while `isAtHand` is true for one, the
   * report can be shown again.
   */
  async told(report: OpenReport, isAtHand = isLeft): Promise<void> {
    this.#waiting = this.#waiting.filter(({ id }) => id !== report.id);
    if (report.entries.some(isAtHand)) this.add(report);
    if (report.entries.some(isUnknown)) return;
    await this.#open.seen(report.id);
  }

  /** Forgets all reports. Call when all local data is deleted: then nothing can be retried from a report that is still open. */
  async forget(): Promise<void> {
    this.#shown.clear();
    this.#waiting = [];
    await this.#setContext();
  }

  /** Shows the buttons of a report only if they have something to do. */
  async #setContext(): Promise<void> {
    const where = (has: (entry: DeletionEntry) => boolean) =>
      [...this.#shown].flatMap(([uri, { entries }]) => (entries.some(has) ? [uri] : []));
    await Promise.all([
      vscode.commands.executeCommand('setContext', 'hostedModels.reportsLeft', where(isLeft)),
      vscode.commands.executeCommand('setContext', 'hostedModels.reportsUnknown', where(isUnknown)),
    ]);
  }
}
