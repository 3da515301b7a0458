import * as v from 'valibot';
import * as vscode from 'vscode';
import { namesTaken } from '../../../core/promptSets/batch/exportBatch.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { sayInfo } from '../../shared/messages.ts';
import { isOwnRow } from '../../shared/ownRows.ts';
import { parsed } from '../../shared/parsed.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { type Draft, tellsApartText } from '../start/planText.ts';
import type { ReadSet } from '../start/readSet.ts';
import { createRun, type StartFlow, type StartServices, startFlow } from '../start/startFlow.ts';
import { pickRun } from '../view/pickRun.ts';
import { runFrom, withRun } from '../view/withRun.ts';
import { writtenText } from '../words/requestsText.ts';
import { copyCommand } from './copyCommand.ts';
import { exportSetForCi } from './exportCiFolder.ts';
import { chooseFolder, exportForBatch, exportTo } from './exportForBatch.ts';
import { importResults } from './importResults.ts';
import { openScriptRun } from './openScriptRun.ts';
import { restoreDeleted } from './restoreDeleted.ts';

type Services = StartServices &
  Pick<RunServices, 'keys' | 'documents' | 'extensionUri' | 'log' | 'activeRun'>;

const scriptRunId = 'ofScript';

const dropped = v.object({ uris: v.array(v.string()) });

/** Commands that take a run to another engine and back. */
export class BatchCommands {
  readonly #services: Services;
  readonly #flow: StartFlow;

  constructor(services: Services) {
    this.#services = services;
    this.#flow = {
      title,
      goal: {
        label: t('Export…'),
        icon: 'export',
        placeholder: t('Export it, or select a setting to change it'),
        detail: ({ set, draft: { models, repetitions } }) =>
          writtenText(models.length * set.prompts * repetitions),
      },
      end: (set, draft) => this.#exportNew(set, draft),
    };
  }

  /** *Export for Batch…* in the palette: a new run of a set. */
  async exportSetForBatch(): Promise<void> {
    await startFlow(this.#flow, {}, this.#services);
  }

  /** *Export CI Folder…* of a set's file. */
  async exportCiFolder(from: unknown): Promise<void> {
    const flow: StartFlow = {
      title: (set = '') => t('Export CI Folder: {0}', set),
      goal: {
        ...this.#flow.goal,
        description: tellsApartText,
        detail: () => t('a script, the set and a workflow; nothing is sent'),
      },
      end: (set, draft) => exportSetForCi(set, draft, this.#services),
    };
    await startFlow(flow, { file: from instanceof vscode.Uri ? from : undefined }, this.#services);
  }

  exportForBatch(argument: unknown): Promise<void> {
    return this.#with(argument, (file) => exportForBatch(file, false, this.#services));
  }

  exportMissing(argument: unknown): Promise<void> {
    return this.#with(argument, (file) => exportForBatch(file, true, this.#services));
  }

  copyBatchCommand(argument: unknown): Promise<void> {
    return this.#with(argument, async ({ run, index: { exported } }) => {
      if (exported) await copyCommand(run, exported, this.#services);
      else void sayInfo(t('This run has no files for another engine yet. Choose Export for Batch… first.'));
    });
  }

  /** *Import Results…*: of a row, of the active page, or of a run that the user chooses; of files that were dropped on the page. */
  async importResults(argument: unknown): Promise<void> {
    const id = runFrom(argument) ?? this.#services.activeRun() ?? (await this.#pickRun());
    if (id === scriptRunId) {
      const opened = await openScriptRun(this.#services);
      if (opened !== undefined) await this.#services.openRun(opened);
      return;
    }
    const uris = isOwnRow(argument) ? parsed(dropped, argument)?.uris : undefined;
    await withRun(id, this.#services, (file) => importResults(file, uris, this.#services));
  }

  /** A folder first: nothing is left of a run that the user canceled. */
  async #exportNew(set: ReadSet, draft: Draft): Promise<void> {
    const { runs, openRun } = this.#services;
    const run = { set, models: draft.models };
    const folder = await chooseFolder(title(set.name), (names) => namesTaken(run, false, names));
    const file = folder && (await createRun(title(set.name), set, draft, this.#services));
    if (!file) return;
    try {
      await exportTo(folder, file, false, this.#services);
      await openRun(file.run.id);
    } finally {
      runs.close(file.run.id);
    }
  }

  async #pickRun(): Promise<string | undefined> {
    const runs = (await this.#services.runs.store.list()).filter((run) => 'models' in run);
    const look = { title: t('Import Results'), placeHolder: t('Which run do these results belong to?') };
    const back = {
      label: t('Bring Back a Deleted Run…'),
      description: t('from the .run.json file beside its requests'),
      iconPath: new vscode.ThemeIcon('history'),
      alwaysShow: true,
      id: 'bringBack',
    };
    const ofScript = {
      label: t("Open a Script's Run…"),
      description: t('from the folder that prompt-set.mjs wrote'),
      iconPath: new vscode.ThemeIcon('folder-opened'),
      alwaysShow: true,
      id: scriptRunId,
    };
    const chosen = await pickRun(runs, this.#services.connections, look, { last: [back, ofScript] });
    return chosen === back.id ? restoreDeleted(this.#services) : chosen;
  }

  async #with(argument: unknown, work: (file: RunFile) => Promise<void>): Promise<void> {
    await withRun(runFrom(argument) ?? this.#services.activeRun(), this.#services, work);
  }
}

function title(set?: string): string {
  return set === undefined ? t('Export for Batch') : t('Export for Batch: {0}', set);
}
