import * as vscode from 'vscode';
import type { BulkFiles, OwnedBulk } from '../../core/deletion/bulkFiles.ts';
import { type BulkEntry, isLeft } from '../../core/deletion/bulkOutcome.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import { type BulkReport, bulkReportText } from './bulkReportText.ts';

/** A report of this window. */
export interface OpenReport extends BulkReport {
  id: string;
  /** The files that it comes from and that are still there: one for each time that it was tried. */
  bulks: readonly OwnedBulk[];
  entries: readonly BulkEntry[];
}

/**
 * The reports of bulk deletions. A file on disk goes once its report was shown and nothing in it is unknown; until then the next
 * window finds it.
 */
export class BulkReports {
  readonly #documents: Pick<ReadOnlyDocuments, 'open' | 'addressOf'>;
  readonly #files: Pick<BulkFiles, 'remove'>;
  /** By the address of their document. */
  readonly #shown = new Map<string, OpenReport>();
  #waiting: OpenReport[] = [];

  constructor(documents: Pick<ReadOnlyDocuments, 'open' | 'addressOf'>, files: Pick<BulkFiles, 'remove'>) {
    this.#documents = documents;
    this.#files = files;
  }

  /** Those that nobody has looked at yet, and those of which something is left: their tab may be closed. */
  get waiting(): readonly OpenReport[] {
    return this.#waiting;
  }

  /** The report that an editor shows; `undefined` for any other document. */
  at(uri: vscode.Uri): OpenReport | undefined {
    return this.#shown.get(uri.toString());
  }

  /** The report as it was shown last: its unknown ones may be settled meanwhile, or what is left tried again. */
  latest(report: OpenReport): OpenReport {
    return [...this.#shown.values()].find(({ id }) => id === report.id) ?? report;
  }

  /** Keeps a report for later. */
  add(report: OpenReport): void {
    this.#waiting = [...this.#waiting.filter(({ id }) => id !== report.id), report];
  }

  /** Opens the report, or shows the one that is open anew. */
  async show(report: OpenReport, preserveFocus = false): Promise<void> {
    const count = report.entries.length;
    const name =
      count === 1
        ? vscode.l10n.t('Deletion of 1 LoRA')
        : vscode.l10n.t('Deletion of {0} LoRAs', String(count));
    const place = [`deletion ${report.id}`, `${name}.txt`] as const;
    const isSettled = !report.entries.some(isUnknown);
    const shown = isSettled ? { ...report, bulks: [] } : report;
    this.#shown.set(this.#documents.addressOf(...place).toString(), shown);
    await this.#documents.open(...place, bulkReportText(report), false, preserveFocus);
    this.#waiting = this.#waiting.filter(({ id }) => id !== report.id);
    await this.#setContext();
    if (report.entries.some(isLeft)) this.add(shown);
    if (isSettled) for (const { id } of report.bulks) await this.#files.remove(id);
  }

  /** All local data goes: nothing can be tried again from a report that is still open. */
  async forget(): Promise<void> {
    this.#shown.clear();
    this.#waiting = [];
    await this.#setContext();
  }

  /** The buttons of a report stand only where they have something to do. */
  async #setContext(): Promise<void> {
    const where = (has: (entry: BulkEntry) => boolean) =>
      [...this.#shown].flatMap(([uri, { entries }]) => (entries.some(has) ? [uri] : []));
    await Promise.all([
      vscode.commands.executeCommand('setContext', 'hostedModels.reportsLeft', where(isLeft)),
      vscode.commands.executeCommand('setContext', 'hostedModels.reportsUnknown', where(isUnknown)),
    ]);
  }
}

export function isUnknown({ outcome }: BulkEntry): boolean {
  return outcome.is === 'unknown';
}
