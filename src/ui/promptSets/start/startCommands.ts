import * as vscode from 'vscode';
import { untilClear } from '../../../core/promptSets/report/untilClear.ts';
import { answersJob, newRequests } from '../../../core/promptSets/run/askJob.ts';
import { chosenModels } from '../../models/modelArguments.ts';
import { t } from '../../shared/text/t.ts';
import { pricesText, requestsText } from '../words/requestsText.ts';
import { withBases } from './chooseRunModels.ts';
import type { Draft } from './planStep.ts';
import type { ReadSet } from './readSet.ts';
import { createRun, type StartFlow, type StartServices, startFlow } from './startFlow.ts';

/** Commands that start a run of a prompt set. Nothing is sent before the last step. */
export class StartCommands {
  readonly #services: StartServices;
  readonly #flow: StartFlow;

  constructor(services: StartServices) {
    this.#services = services;
    this.#flow = {
      title,
      goal: {
        label: t('Run'),
        icon: 'play',
        isAsking: true,
        placeholder: t('Run it, or select a setting to change it'),
        detail: (models, requestsEach) =>
          [
            requestsText(newRequests(models, requestsEach), services.connections),
            pricesText(models, services.catalogs),
          ].join(' · '),
      },
      end: (set, draft) => this.#run(set, draft),
    };
  }

  /** *Run Prompt Set…*: of the file on which it was called; from the palette, the user chooses one. */
  async runPromptSet(from?: unknown): Promise<void> {
    await startFlow(this.#flow, [], from instanceof vscode.Uri ? from : undefined, this.#services);
  }

  /** *Run Prompt Set on…*: with the selected models. */
  async runPromptSetOn(argument?: unknown, selection?: unknown): Promise<void> {
    const models = withBases(
      chosenModels(argument, selection, this.#services.view.selection),
      this.#services,
    );
    await startFlow(this.#flow, models, undefined, this.#services);
  }

  async #run(set: ReadSet, draft: Draft): Promise<void> {
    const { runs, openRun } = this.#services;
    const file = await createRun(title(set.name), set, draft, this.#services);
    if (!file) return;
    void runs.ask(file, draft.stopsWhenClear ? untilClear(runs.verdictThread) : answersJob);
    await openRun(file.run.id);
    runs.close(file.run.id);
  }
}

function title(set?: string): string {
  return set === undefined ? t('Run Prompt Set') : t('Run Prompt Set: {0}', set);
}
