import { missingRequests } from '../../../core/promptSets/ask/askJob.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { ComparedWith, RunComparison } from '../../../protocol/run.ts';
import { chosenRows, isOwnRow } from '../../shared/ownRows.ts';
import type { RunServices } from '../runServices.ts';
import type { SetDiagnostics } from '../start/setDiagnostics.ts';
import type { StartCommands } from '../start/startCommands.ts';
import { exportRun } from '../transfer/exportRun.ts';
import { checkAgain } from './checkAgain.ts';
import { deleteRuns } from './deleteRuns.ts';
import type { ListedRuns } from './listedRuns.ts';
import { maySend } from './maySend.ts';
import { pickEarlierRun } from './pickEarlierRun.ts';
import type { RunsView } from './runsView.ts';
import { setFile, showSet } from './showSet.ts';
import { runFrom, withRun } from './withRun.ts';

/** Where runs are shown and judged. */
interface Places {
  diagnostics: Pick<SetDiagnostics, 'show'>;
  list: ListedRuns;
  runsView: RunsView;
  panels: {
    /** Opens a run's page, compared with an earlier run. */
    compare: (id: string, earlier: ComparedWith) => unknown;
    /** What a run's open page shows of an earlier run. */
    comparisonOf: (id: string) => RunComparison | undefined;
  };
  start: Pick<StartCommands, 'runAgain'>;
  /** *Export… › CI Folder…* */
  exportForCi: (file: RunFile) => Promise<void>;
  judges: { judge: (file: RunFile, argument: unknown) => Promise<void> };
}

/** Commands on runs that there are: from their rows or, those that make sense there, from the page. */
export class RunCommands {
  readonly #services: Pick<RunServices, 'runs' | 'connections' | 'log' | 'openRun' | 'activeRun'>;
  readonly #places: Places;

  constructor(
    services: Pick<RunServices, 'runs' | 'connections' | 'log' | 'openRun' | 'activeRun'>,
    places: Places,
  ) {
    this.#services = services;
    this.#places = places;
  }

  /** A click on a row, or Enter, gives no argument, but selects the row first. */
  async openRun(argument: unknown): Promise<void> {
    const id = runFrom(argument ?? (await this.#places.runsView.selectedRow()));
    if (id) await this.#services.openRun(id);
  }

  /** Sends the requests that are missing or failed, unasked only for a row of ours. How that ends, the page says, or a notification. */
  runMissing(argument: unknown): Promise<void> {
    return this.#with(argument, async (file) => {
      const requests = missingRequests(file);
      if (await maySend(file, requests, isOwnRow(argument), this.#services))
        void this.#services.runs.ask(file);
    });
  }

  runAgain(argument: unknown): Promise<void> {
    return this.#with(argument, async (file) => {
      const set = await setFile(file);
      await (set ? this.#places.start.runAgain(set, file.run) : showSet(file));
    });
  }

  judgeRun(argument: unknown): Promise<void> {
    return this.#with(argument, (file) => this.#places.judges.judge(file, argument));
  }

  exportRun(argument: unknown): Promise<void> {
    return this.#with(argument, (file) =>
      exportRun(
        file,
        { ...this.#services, exportForCi: this.#places.exportForCi },
        this.#places.panels.comparisonOf(file.run.id),
      ),
    );
  }

  compareRuns(argument: unknown): Promise<void> {
    return this.#with(argument, async ({ run }) => {
      const earlier = await pickEarlierRun(run, this.#services);
      if (earlier) await this.#places.panels.compare(run.id, earlier);
    });
  }

  checkRunAgain(argument: unknown): Promise<void> {
    return this.#with(argument, (file) => checkAgain(file, this.#services, this.#places.diagnostics));
  }

  showRunSet(argument: unknown): Promise<void> {
    return this.#with(argument, showSet);
  }

  async deleteRun(argument: unknown, selection: unknown): Promise<void> {
    const { list, runsView } = this.#places;
    const ids = chosenRows(argument, selection, runsView.tree.selection, runFrom) ?? [];
    if (ids.length === 0) return;
    const next = list.rowAfter(ids);
    const isDeleted = await deleteRuns(ids, this.#services);
    // Not awaited: VS Code may never answer for a view that is being drawn anew.
    if (isDeleted && next) void runsView.focus(next);
  }

  /** Opens the run of the row, or of the active page, while `work` uses it. */
  async #with(argument: unknown, work: (file: RunFile) => Promise<void>): Promise<void> {
    await withRun(runFrom(argument) ?? this.#services.activeRun(), this.#services, work);
  }
}
