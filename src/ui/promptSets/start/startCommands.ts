import * as vscode from 'vscode';
import { untilClear } from '../../../core/promptSets/report/untilClear.ts';
import { answersJob, newRequests } from '../../../core/promptSets/run/askJob.ts';
import { chosenModels } from '../../models/modelArguments.ts';
import { t } from '../../shared/text/t.ts';
import type { RunParts } from '../runParts.ts';
import { pricesText, requestsText } from '../words/requestsText.ts';
import { withBases } from './chooseRunModels.ts';
import type { Draft } from './planStep.ts';
import type { ReadSet } from './readSet.ts';
import { createRun, type StartFlow, type StartParts, startFlow } from './startFlow.ts';

interface Parts extends StartParts {
  view: Pick<RunParts['view'], 'selection'>;
}

/** Commands that start a run of a prompt set. Nothing is sent before the last step. */
export class StartCommands {
  readonly #parts: Parts;
  readonly #flow: StartFlow;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#flow = {
      title,
      goal: {
        label: t('Run'),
        icon: 'play',
        isAsking: true,
        placeholder: t('Run it, or select a setting to change it'),
        detail: (models, requestsEach) =>
          [
            requestsText(newRequests(models, requestsEach), parts.connections),
            pricesText(models, parts.catalogs),
          ].join(' · '),
      },
      end: (set, draft) => this.#run(set, draft),
    };
  }

  /** *Run Prompt Set…*: of the file on which it was called; from the palette, the user chooses one. */
  async runPromptSet(from?: unknown): Promise<void> {
    await startFlow(this.#flow, [], from instanceof vscode.Uri ? from : undefined, this.#parts);
  }

  /** *Run Prompt Set on…*: with the selected models. */
  async runPromptSetOn(argument?: unknown, selection?: unknown): Promise<void> {
    const models = withBases(chosenModels(argument, selection, this.#parts.view.selection), this.#parts);
    await startFlow(this.#flow, models, undefined, this.#parts);
  }

  async #run(set: ReadSet, draft: Draft): Promise<void> {
    const { runs, openRun } = this.#parts;
    const file = await createRun(title(set.name), set, draft, this.#parts);
    if (!file) return;
    void runs.ask(file, draft.stopsWhenClear ? untilClear : answersJob);
    await openRun(file.run.id);
    runs.close(file.run.id);
  }
}

function title(set?: string): string {
  return set === undefined ? t('Run Prompt Set') : t('Run Prompt Set: {0}', set);
}
