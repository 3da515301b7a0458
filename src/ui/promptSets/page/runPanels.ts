import * as v from 'valibot';
import * as vscode from 'vscode';
import { errorTrace } from '../../../core/files/errorCode.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { ComparedWith, RunComparison, RunPageState } from '../../../protocol/run.ts';
import { sayError } from '../../shared/messages.ts';
import { openTab, restoreTab } from '../../shared/page.ts';
import { parsed } from '../../shared/parsed.ts';
import { minimumDifference } from '../../shared/settings.ts';
import { t } from '../../shared/text/t.ts';
import type { RunPageServices } from '../runServices.ts';
import { runPanelType } from '../runServices.ts';
import { notOpenedText } from '../words/endText.ts';
import type { EarlierRuns } from './earlierRun.ts';
import { RunPanel } from './runPanel.ts';

const id = v.pipe(v.string(), v.uuid());
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const comparedWith = v.object({
  runId: id,
  pairs: v.pipe(v.array(v.object({ model: count, before: count })), v.minLength(1)),
  versions: v.exactOptional(v.array(id)),
});
const pageState = v.object({ runId: id, earlier: v.fallback(v.optional(comparedWith), undefined) });

/** All open pages of runs: one per run, restored after a reload. Closing one ends no run. */
export class RunPanels implements vscode.WebviewPanelSerializer {
  readonly #services: RunPageServices;
  /** By the run's id; `undefined` while it is being read. */
  readonly #panels = new Map<string, RunPanel | undefined>();
  readonly #subscriptions: { dispose(): void }[];

  constructor(services: RunPageServices) {
    this.#services = services;
    const { runs, connections, catalogs } = services;
    const followAll = () => {
      for (const panel of this.#panels.values()) panel?.follow();
    };
    const tellOthers = (id: string, isDeleted?: boolean) => {
      for (const panel of this.#panels.values()) panel?.followOther(id, isDeleted);
    };
    this.#subscriptions = [
      runs.onDidChange((id) => {
        this.#panels.get(id)?.follow();
        tellOthers(id);
      }),
      runs.onDidEnd(({ file, end, job }) => this.#panels.get(file.run.id)?.ended(end, job)),
      runs.onDidDelete((id) => {
        this.#panels.get(id)?.close();
        tellOthers(id, true);
      }),
      connections.onDidChange(followAll),
      catalogs.onDidChange(followAll),
      minimumDifference.onDidChange(followAll),
    ];
  }

  /** The run whose page is the active tab. */
  get activeId(): string | undefined {
    return [...this.#panels].find(([, panel]) => panel?.isActive)?.[0];
  }

  /** Whether the user sees the run's page. */
  isInSight(runId: string): boolean {
    return vscode.window.state.focused && (this.#panels.get(runId)?.isVisible ?? false);
  }

  /** Opens a run's page, or reveals it. */
  async show(runId: string): Promise<void> {
    if (this.#panels.has(runId)) return this.#panels.get(runId)?.reveal();
    const file = await this.#read(runId);
    if (file) this.#adopt(openTab(runPanelType, t('Run'), this.#services.extensionUri), file);
    else await this.#sayNotOpened(runId);
  }

  /** Opens a run's page and compares the run there with an earlier one. */
  async compare(runId: string, earlier: ComparedWith): Promise<void> {
    await this.show(runId);
    const files = await this.#openCompared(earlier);
    if (files) await this.#compareWith(runId, files, earlier.pairs);
    else await this.#sayNotOpened(earlier.runId);
  }

  /** Returns what a run's open page says of an earlier run, if anything. */
  comparisonOf(runId: string): RunComparison | undefined {
    return this.#panels.get(runId)?.comparison;
  }

  async deserializeWebviewPanel(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = parsed(pageState, state) satisfies Pick<RunPageState, 'runId'> | undefined;
    const { runId = '', earlier } = kept ?? {};
    await restoreTab(tab, this.#services.extensionUri, {
      load: async () => {
        if (!kept || this.#panels.has(runId)) return undefined;
        const file = await this.#read(runId);
        // Before the page is made, whose first state says what it keeps.
        return file && { file, before: earlier && (await this.#openCompared(earlier)) };
      },
      show: async ({ file, before }) => {
        this.#adopt(tab, file);
        if (before && earlier) await this.#compareWith(runId, before, earlier.pairs);
      },
      putAway: ({ file, before }) => {
        this.#panels.delete(runId);
        for (const one of [file, ...(before ?? [])]) this.#services.runs.close(one.run.id);
      },
    });
  }

  /** Closes all pages. */
  closeAll(): void {
    for (const panel of this.#panels.values()) panel?.close();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #sayNotOpened(runId: string): Promise<void> {
    void sayError(await notOpenedText(runId, this.#services.runs.store));
  }

  /** Compares the run of an open page with earlier ones, which are open and then the page's. */
  async #compareWith(runId: string, earlier: EarlierRuns, pairs: ComparedWith['pairs']): Promise<void> {
    const panel = this.#panels.get(runId);
    if (panel) await panel.compareWith(earlier, pairs);
    else for (const { run } of earlier) this.#services.runs.close(run.id);
  }

  /** Opens an earlier run, and those of earlier versions as far as they are still there. */
  async #openCompared({ runId, versions = [] }: ComparedWith): Promise<EarlierRuns | undefined> {
    const file = await this.#open(runId);
    if (!file) return undefined;
    const more = await Promise.all(versions.map((one) => this.#open(one)));
    return [file, ...more.filter((one) => one !== undefined)];
  }

  async #open(runId: string): Promise<RunFile | undefined> {
    try {
      return await this.#services.runs.open(runId);
    } catch (error) {
      this.#services.log.error(`A run could not be read: ${errorTrace(error)}`);
      return undefined;
    }
  }

  /** Reads a run for its page. Meanwhile, none else is opened for it. */
  async #read(runId: string): Promise<RunFile | undefined> {
    this.#panels.set(runId, undefined);
    const file = await this.#open(runId);
    if (!file) this.#panels.delete(runId);
    return file;
  }

  #adopt(tab: vscode.WebviewPanel, file: RunFile): void {
    const { id: runId } = file.run;
    this.#panels.set(runId, new RunPanel(tab, file, this.#services));
    tab.onDidDispose(() => this.#panels.delete(runId));
  }
}
