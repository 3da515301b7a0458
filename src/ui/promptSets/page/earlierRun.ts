import * as vscode from 'vscode';
import { textWithCalls } from '../../../core/messageContent.ts';
import {
  type VersionHistory,
  versionHistory,
  versionOf,
} from '../../../core/promptSets/compare/adapterVersions.ts';
import { compareRuns, type RunChange } from '../../../core/promptSets/compare/compareRuns.ts';
import { isSamePair, possiblePairs } from '../../../core/promptSets/compare/modelPairs.ts';
import { runStanding } from '../../../core/promptSets/report/runFindings.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { changeFacts } from '../../../core/promptSets/words/changeFacts.ts';
import { dayAndTime, modelNames } from '../../../core/promptSets/words/runFacts.ts';
import { type BothDisplay, changeTexts } from '../../../core/promptSets/words/runVerdictTexts.ts';
import { versionName, versionTable } from '../../../core/promptSets/words/versionTexts.ts';
import type {
  ChangeFilter,
  ComparedWith,
  RunComparison,
  RunPageDetail,
  RunState,
  VersionTable,
} from '../../../protocol/run.ts';
import { minimumDifference } from '../../shared/settings.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { wholeText } from '../words/detailText.ts';

/** Open runs: the one that another is compared with, then those of still earlier versions of its adapter, the oldest first. */
export type EarlierRuns = readonly [RunFile, ...RunFile[]];

/** The earlier run that the one on a page is compared with, if any. */
export class EarlierRun {
  readonly #file: RunFile;
  readonly #services: Pick<RunServices, 'runs' | 'connections' | 'documents'>;
  #earlier: { file: RunFile; pairs: ComparedWith['pairs']; versions: readonly RunFile[] } | undefined;
  #change: RunChange | undefined;
  #history: { of: VersionHistory; table: VersionTable } | undefined;

  constructor(file: RunFile, services: Pick<RunServices, 'runs' | 'connections' | 'documents'>) {
    this.#file = file;
    this.#services = services;
  }

  /** Takes runs in place of those before, and which models are compared. Call `compute` then. */
  choose([file, ...versions]: EarlierRuns, pairs: ComparedWith['pairs']): void {
    this.close();
    this.#earlier = { file, pairs: possiblePairs(this.#file.run, file.run, pairs), versions };
  }

  /** Compares the runs anew, which takes a while for many answers. */
  async compute(): Promise<void> {
    const earlier = this.#earlier;
    if (!earlier) return;
    const options = { minimumDifference: minimumDifference.value };
    const { verdictThread } = this.#services.runs;
    if (earlier.versions.length > 0) {
      // In the order that was chosen: an answer that comes meanwhile may tell of another.
      const versions = [...earlier.versions, earlier.file, this.#file].map(versionOf);
      const of = await versionHistory(versions, verdictThread, options);
      const table = await versionTable(t, of, options.minimumDifference);
      if (earlier === this.#earlier) [this.#change, this.#history] = [of.change, { of, table }];
      return;
    }
    const change = await compareRuns(this.#file, earlier.file, earlier.pairs, verdictThread, options);
    if (earlier === this.#earlier) this.#change = change;
  }

  /** Returns what is said of the one run, and beside it what is said of both. */
  addTo(state: RunState, isRunning: boolean): RunState {
    if (!this.#earlier) return state;
    const { file, pairs, versions } = this.#earlier;
    const comparison = this.comparison(isRunning);
    const ids = versions.map(({ run }) => run.id);
    const earlier = { runId: file.run.id, pairs, ...(ids.length > 0 && { versions: ids }) };
    return { ...state, earlier, ...(comparison && { comparison }) };
  }

  /** Returns what is said of both runs, once it is computed. */
  comparison(isRunning: boolean): RunComparison | undefined {
    const [earlier, change] = [this.#earlier?.file, this.#change];
    if (!earlier || !change) return undefined;
    const file = this.#file;
    const display = this.#display(earlier);
    const situation = { isAsking: isRunning, minimumDifference: minimumDifference.value };
    return {
      title: t('Compared with the run of {0}', dayAndTime(t, earlier.run.createdAt)),
      facts: changeFacts(file, earlier, change, { ...display, connections: this.#services.connections }),
      verdicts: changeTexts(runStanding(file, situation), earlier, change, display),
      ...(this.#history && { versions: this.#history.table }),
    };
  }

  /** Returns the prompts that got better or worse since then, most first; `undefined` without an earlier run. */
  rows(show: ChangeFilter): readonly number[] | undefined {
    return show === 'betterThanBefore' ? this.#change?.better : this.#change?.worse;
  }

  /** Adds what the models answered then. */
  async addBefore(detail: RunPageDetail): Promise<RunPageDetail> {
    const [change, earlier] = [this.#change, this.#earlier?.file];
    const prompt = change?.before[detail.prompt] ?? -1;
    if (!change || !earlier || prompt < 0) return detail;
    const { namesBefore } = this.#display(earlier);
    const answers = detail.answers.map(async (answer) => {
      const pair = change.models.find((one) => one.model === answer.model);
      if (!pair) return answer;
      const cell = { prompt, model: pair.before, repetition: answer.repetition };
      // It may just be deleted.
      const result = await earlier.result(cell).catch(() => undefined);
      if (!result) return answer;
      const name = isSamePair(this.#file.run, earlier.run, pair) ? undefined : namesBefore[pair.before];
      const before = { is: earlier.index.facts(cell).check, text: wholeText(textWithCalls(result)) };
      const since = this.#sinceText(detail.prompt);
      return {
        ...answer,
        before: { ...before, ...(name !== undefined && { name }) },
        ...(since && { since }),
      };
    });
    return { ...detail, answers: await Promise.all(answers) };
  }

  /** Opens the system prompts of both runs in VS Code's diff editor. */
  async openSystemPrompts(): Promise<void> {
    const earlier = this.#earlier?.file.run;
    if (!earlier) return;
    const { documents } = this.#services;
    const [left, right] = [earlier, this.#file.run].map(({ id, settings }) =>
      documents.putText(id, `${t('System prompt')}.md`, settings.systemPrompt ?? ''),
    );
    const title = t('System prompt: {0} ↔ now', dayAndTime(t, earlier.createdAt));
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
  }

  /** Whether the run of this id is one of those compared with. */
  has(id: string): boolean {
    const { file, versions = [] } = this.#earlier ?? {};
    return [file, ...versions].some((one) => one?.run.id === id);
  }

  close(): void {
    const { file, versions = [] } = this.#earlier ?? {};
    for (const one of file ? [file, ...versions] : []) this.#services.runs.close(one.run.id);
    this.#earlier = undefined;
    this.#change = undefined;
    this.#history = undefined;
  }

  /** Says since which version each one has failed a prompt; nothing if this one doesn't, or the one before didn't. */
  #sinceText(prompt: number): string | undefined {
    const { versions = [], failedSince } = this.#history?.of ?? {};
    const since = failedSince?.(prompt) ?? versions.length;
    const first = versions[since]?.version;
    if (!first || since === versions.length - 1) return undefined;
    return since === 0
      ? t('Failed in all versions, from {0} on.', versionName(t, first))
      : t('Failed since {0}.', versionName(t, first));
  }

  #display({ run: earlier }: RunFile): BothDisplay {
    const { models } = this.#file.run;
    const all = modelNames(t, [...models, ...earlier.models], this.#services.connections);
    return { t, names: all.slice(0, models.length), namesBefore: all.slice(models.length) };
  }
}
