import { missingRequests } from '../../../core/promptSets/run/askJob.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { ComparedWith, RunComparison } from '../../../protocol/run.ts';
import { chosenRows, isOwnRow } from '../../shared/ownRows.ts';
import type { RunParts } from '../runParts.ts';
import type { SetDiagnostics } from '../start/setDiagnostics.ts';
import { exportRun } from '../transfer/exportRun.ts';
import { checkAgain } from './checkAgain.ts';
import { deleteRuns } from './deleteRuns.ts';
import type { ListedRuns } from './listedRuns.ts';
import { maySend } from './maySend.ts';
import { pickEarlierRun } from './pickEarlierRun.ts';
import type { RunsView } from './runsView.ts';
import { showSet } from './showSet.ts';
import { runFrom, withRun } from './withRun.ts';

interface Parts extends Pick<RunParts, 'runs' | 'connections' | 'log'> {
  diagnostics: Pick<SetDiagnostics, 'show'>;
  list: ListedRuns;
  runsView: RunsView;
  /** Opens a run's page. */
  openRun: (id: string) => unknown;
  /** Opens a run's page, compared with an earlier run. */
  compare: (id: string, earlier: ComparedWith) => unknown;
  /** What a run's open page shows of an earlier run. */
  comparisonOf: (id: string) => RunComparison | undefined;
  /** Asks for a judge of a run; see `RunJudges.judge`. */
  judge: (file: RunFile, argument: unknown) => Promise<void>;
  /** The run whose page is the active tab. */
  activeRun: () => string | undefined;
}

/** Commands on runs that there are: from their rows or, those that make sense there, from the page. */
export class RunCommands {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A click on a row, or Enter, gives no argument, but selects the row first. */
  async openRun(argument: unknown): Promise<void> {
    const id = runFrom(argument ?? (await this.#parts.runsView.selectedRow()));
    if (id) await this.#parts.openRun(id);
  }

  /** Sends the requests that are missing or failed, unasked only for a row of ours. How that ends, the page says, or a notification. */
  runMissing(argument: unknown): Promise<void> {
    return this.#with(argument, async (file) => {
      const requests = missingRequests(file);
      if (await maySend(file, requests, isOwnRow(argument), this.#parts)) void this.#parts.runs.ask(file);
    });
  }

  judgeRun(argument: unknown): Promise<void> {
    return this.#with(argument, (file) => this.#parts.judge(file, argument));
  }

  exportRun(argument: unknown): Promise<void> {
    return this.#with(argument, (file) =>
      exportRun(file, this.#parts, this.#parts.comparisonOf(file.run.id)),
    );
  }

  compareRuns(argument: unknown): Promise<void> {
    return this.#with(argument, async ({ run }) => {
      const earlier = await pickEarlierRun(run, this.#parts);
      if (earlier) await this.#parts.compare(run.id, earlier);
    });
  }

  checkRunAgain(argument: unknown): Promise<void> {
    return this.#with(argument, (file) => checkAgain(file, this.#parts));
  }

  showRunSet(argument: unknown): Promise<void> {
    return this.#with(argument, showSet);
  }

  async deleteRun(argument: unknown, selection: unknown): Promise<void> {
    const { list, runsView } = this.#parts;
    const ids = chosenRows(argument, selection, runsView.tree.selection, runFrom) ?? [];
    if (ids.length === 0) return;
    const next = list.rowAfter(ids);
    const isDeleted = await deleteRuns(ids, this.#parts);
    // Not awaited: VS Code may never answer for a view that is being drawn anew.
    if (isDeleted && next) void runsView.focus(next);
  }

  /** Opens the run of the row, or of the active page, while `work` uses it. */
  async #with(argument: unknown, work: (file: RunFile) => Promise<void>): Promise<void> {
    await withRun(runFrom(argument) ?? this.#parts.activeRun(), this.#parts, work);
  }
}
