import * as v from 'valibot';
import * as vscode from 'vscode';
import { namesTaken } from '../../../core/promptSets/batch/exportBatch.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { Run, WrittenBatch } from '../../../core/promptSets/run/runRecord.ts';
import { sayInfo } from '../../shared/messages.ts';
import { isOwnRow } from '../../shared/ownRows.ts';
import { parsed } from '../../shared/parsed.ts';
import { t } from '../../shared/text/t.ts';
import type { RunParts } from '../runParts.ts';
import type { Draft } from '../start/planStep.ts';
import type { ReadSet } from '../start/readSet.ts';
import { createRun, type StartFlow, type StartParts, startFlow } from '../start/startFlow.ts';
import { pickRun } from '../view/pickRun.ts';
import { runFrom, withRun } from '../view/withRun.ts';
import { writtenText } from '../words/requestsText.ts';
import { copyCommand } from './copyCommand.ts';
import { chooseFolder, type ExportParts, exportForBatch, exportTo } from './exportForBatch.ts';
import { importResults } from './importResults.ts';
import { restoreDeleted } from './restoreDeleted.ts';

interface Parts extends StartParts, Pick<RunParts, 'keys' | 'documents' | 'extensionUri' | 'log'> {
  /** The run whose page is the active tab. */
  activeRun: () => string | undefined;
}

const dropped = v.object({ uris: v.array(v.string()) });

/** Commands that take a run to another engine and back. */
export class BatchCommands {
  readonly #parts: Parts;
  readonly #flow: StartFlow;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#flow = {
      title,
      goal: {
        label: t('Export…'),
        icon: 'export',
        placeholder: t('Export it, or select a setting to change it'),
        detail: (models, requestsEach) => writtenText(models.length * requestsEach),
      },
      end: (set, draft) => this.#exportNew(set, draft),
    };
  }

  /** *Export for Batch…* in the palette: a new run of a set. */
  async exportSetForBatch(): Promise<void> {
    await startFlow(this.#flow, [], undefined, this.#parts);
  }

  exportForBatch(argument: unknown): Promise<void> {
    return this.#with(argument, (file) => exportForBatch(file, false, this.#exportParts));
  }

  exportMissing(argument: unknown): Promise<void> {
    return this.#with(argument, (file) => exportForBatch(file, true, this.#exportParts));
  }

  copyBatchCommand(argument: unknown): Promise<void> {
    return this.#with(argument, async ({ run, index: { exported } }) => {
      if (exported) await copyCommand(run, exported, this.#parts);
      else void sayInfo(t('This run has no files for another engine yet. Choose Export for Batch… first.'));
    });
  }

  /** *Import Results…*: of a row, of the active page, or of a run that the user chooses; of files that were dropped on the page. */
  async importResults(argument: unknown): Promise<void> {
    const id = runFrom(argument) ?? this.#parts.activeRun() ?? (await this.#pickRun());
    const uris = isOwnRow(argument) ? parsed(dropped, argument)?.uris : undefined;
    await withRun(id, this.#parts, (file) => importResults(file, uris, this.#parts));
  }

  /** A folder first: nothing is left of a run that the user canceled. */
  async #exportNew(set: ReadSet, draft: Draft): Promise<void> {
    const { runs, openRun } = this.#parts;
    const run = { set, models: draft.models };
    const folder = await chooseFolder(title(set.name), (names) => namesTaken(run, false, names));
    const file = folder && (await createRun(title(set.name), set, draft, this.#parts));
    if (!file) return;
    try {
      await exportTo(folder, file, false, this.#exportParts);
      await openRun(file.run.id);
    } finally {
      runs.close(file.run.id);
    }
  }

  get #exportParts(): ExportParts {
    const copy = (run: Pick<Run, 'models'>, written: WrittenBatch) => copyCommand(run, written, this.#parts);
    return { runs: this.#parts.runs, catalogs: this.#parts.catalogs, copyCommand: copy };
  }

  async #pickRun(): Promise<string | undefined> {
    const runs = (await this.#parts.runs.store.list()).filter((run) => 'models' in run);
    const look = { title: t('Import Results'), placeHolder: t('Which run are the results of?') };
    const back = {
      label: t('Bring Back a Deleted Run…'),
      description: t('from the .run.json file beside its requests'),
      iconPath: new vscode.ThemeIcon('history'),
      alwaysShow: true,
      id: 'bringBack',
    };
    const chosen = await pickRun(runs, look, [back]);
    return chosen === back.id ? restoreDeleted(this.#parts) : chosen;
  }

  async #with(argument: unknown, work: (file: RunFile) => Promise<void>): Promise<void> {
    await withRun(runFrom(argument) ?? this.#parts.activeRun(), this.#parts, work);
  }
}

function title(set?: string): string {
  return set === undefined ? t('Export for Batch') : t('Export for Batch: {0}', set);
}
