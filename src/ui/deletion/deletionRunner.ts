import type { Lora, Model } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type Agreement, Deletion, type DeletionProgress } from '../../core/deletion/deletion.ts';
import type { DeletionJournal } from '../../core/deletion/journal.ts';
import type { OpenDeletions } from '../../core/deletion/openDeletions.ts';
import { type DeletionEntry, isUnknown } from '../../core/deletion/outcome.ts';
import { runDeletion } from '../../core/deletion/runDeletion.ts';
import { settle } from '../../core/deletion/settle.ts';
import { errorCode } from '../../core/files/errorCode.ts';
import { nameKey } from '../../core/models/modelKey.ts';
import type { WholeAgreement } from '../connections/serviceClients.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { showError } from '../shared/errors/showError.ts';
import { sayError, sayWarning } from '../shared/messages.ts';
import { stoppable } from '../shared/stoppable.ts';
import { plural, t } from '../shared/text/t.ts';
import type { OpenReport } from './deletionReport.ts';
import type { DeletionReports } from './reportDocuments.ts';

/** The state of the Models view: its selected rows, and what each connection's filter matches. */
interface DeletionView {
  readonly selection: readonly unknown[];
  readonly tree: { matching(connection: Connection): readonly Model[] };
  filterOf(connectionId: string): string;
}

/** What deletes and what shows it, made in `buildDeletions.ts`. */
export interface DeletionServices
  extends Pick<
    WindowServices,
    'connections' | 'catalogs' | 'clients' | 'keys' | 'pending' | 'documents' | 'log'
  > {
  view: DeletionView;
  journal: DeletionJournal;
  open: OpenDeletions;
  reports: DeletionReports;
  /** Returns true if the user sees the progress now, and so would see the report open. */
  isInSight(): boolean;
}

/** Reports the progress of a deletion; the callback may stop it. */
export type OnProgress = (progress: DeletionProgress, deletion: Pick<Deletion, 'stop'>) => void;

interface RunOptions {
  /** The earlier report whose remaining entries are deleted now. */
  before?: OpenReport | undefined;
  /** Unknown fields that may have changed since the user agreed. */
  ignored?: ReadonlySet<string>;
}

/** Deletes what the user agreed to, one LoRA or many, and finds out afterwards what became of them. */
export class DeletionRunner {
  readonly #services: DeletionServices;
  readonly #running = new Map<Deletion, Promise<unknown>>();
  /** The LoRAs that are being deleted or waiting for their turn, as `nameKey`. */
  readonly #claimed = new Set<string>();
  #isDisposed = false;

  constructor(services: DeletionServices) {
    this.#services = services;
  }

  /** Resolves with the report; with `undefined` if the user was told why not, or this window is deleting all of them already. */
  async run(
    agreement: Agreement,
    agreed: readonly Lora[],
    onProgress: OnProgress,
    { before, ignored }: RunOptions = {},
  ): Promise<OpenReport | undefined> {
    const { connections, clients, keys, open, pending, log } = this.#services;
    const { id, name, baseUrl } = agreement.connection;
    // LoRAs that this window is already deleting are left out: a second request would follow a single check.
    const keyOf = (lora: Lora) => nameKey({ connectionId: id, name: lora.name });
    const loras = agreed.filter((lora) => !this.#claimed.has(keyOf(lora)));
    if (loras.length === 0) return undefined;
    for (const lora of loras) this.#claimed.add(keyOf(lora));
    const cleanUps: { dispose(): void }[] = [];
    try {
      const at = Date.now();
      const record = await open.begin(agreement, loras, before?.id).catch((error: unknown) => {
        const code = errorCode(error) ?? 'unknown error';
        log.error(`A deletion could not be written down: ${code}`);
        void sayError(t("The deletion can't be recorded first ({0}). Nothing was deleted.", code));
      });
      if (!record) return undefined;
      const deletion: Deletion = new Deletion(loras, {
        agreed: agreement,
        connection: () => connections.byId(id),
        credentials: (now) => clients.credentials(now),
        record,
        unsettled: new Set((before?.entries ?? []).filter(isUnknown).map(({ lora }) => lora.name)),
        ignored,
        log,
        during: (lora, work) => pending.during({ connectionId: id, kind: 'lora', name: lora }, work),
        onProgress: (progress) => onProgress(progress, deletion),
      });
      if (this.#isDisposed) deletion.interrupt();
      const recheck = () => void deletion.recheck();
      cleanUps.push(connections.onDidChange(recheck), keys.onDidChange(recheck));
      cleanUps.push({ dispose: () => this.#running.delete(deletion) });
      const running = runDeletion(deletion);
      this.#running.set(deletion, running);
      const entries = await running;
      return { id: record.id, connection: { id, name, baseUrl }, at, endedAt: Date.now(), entries };
    } finally {
      for (const one of cleanUps) one.dispose();
      for (const lora of loras) this.#claimed.delete(keyOf(lora));
    }
  }

  /**
   * Settles unknown entries, records their outcomes, and deletes nothing. Resolves with the entries that were looked up, or with
   * `undefined` if the user stopped it or was told why the service could not tell. Entries that were agreed to with another key or
   * other headers stay unknown, and the user is told.
   */
  async settle(
    report: OpenReport,
    { connection, client, credentials }: WholeAgreement,
  ): Promise<readonly DeletionEntry[] | undefined> {
    const { catalogs, open } = this.#services;
    const unknown = report.entries.filter(isUnknown);
    const before = unknown.filter((entry) => entry.credentials === credentials);
    if (before.length < unknown.length) {
      void sayWarning(
        t('The API key was changed after you confirmed. It is still unknown what was deleted.'),
      );
    }
    if (before.length === 0) return undefined;
    const title = plural(
      before.length,
      'Looking up the unconfirmed LoRA',
      'Looking up the unconfirmed LoRAs',
    );
    const settled = await stoppable(title, connection, (options) =>
      settle(before, {
        lister: client,
        credentials,
        options,
        write: (name, outcome) => open.record(report.id).outcome(name, outcome),
      }),
    );
    if (!settled) return undefined;
    if (settled.problem) {
      const nothing = t('It is still unknown what was deleted.');
      await showError(settled.problem, connection, undefined, nothing);
      return undefined;
    }
    void catalogs.loader(connection).refresh({ isNew: true });
    return settled.entries;
  }

  /** Stops all deletions; resolves when none is running. */
  async stop(): Promise<void> {
    for (const deletion of this.#running.keys()) deletion.stop();
    await Promise.all(this.#running.values());
  }

  /** Call when the window is closing: requests that are not sent yet must not be sent unseen. */
  dispose(): void {
    this.#isDisposed = true;
    for (const deletion of this.#running.keys()) deletion.interrupt();
  }
}

/** Returns the entries, those in `again` replaced by their new outcomes. */
export function mergedEntries(before: readonly DeletionEntry[], again: readonly DeletionEntry[]) {
  const names = new Map(again.map((entry) => [entry.lora.name, entry]));
  return before.map((entry) => names.get(entry.lora.name) ?? entry);
}
