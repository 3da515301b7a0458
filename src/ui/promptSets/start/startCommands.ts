import * as vscode from 'vscode';
import { answersJob, upToTokens } from '../../../core/promptSets/ask/askJob.ts';
import { askUntilClear } from '../../../core/promptSets/report/askUntilClear.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import type { TestedAdapter } from '../../../core/weights/weightsTest.ts';
import { chosenModels } from '../../models/modelArguments.ts';
import { isAgreed } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import { verdictText } from '../../weights/weightsText.ts';
import { pricesText } from '../words/requestsText.ts';
import { withBases } from './chooseRunModels.ts';
import { costText, type Draft, tellsApartText } from './planText.ts';
import type { ReadSet } from './readSet.ts';
import { clearKey, createRun, type StartFlow, type StartServices, startFlow } from './startFlow.ts';

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
        description: tellsApartText,
        detail: (planned) =>
          [costText(planned, services.connections), pricesText(planned.draft.models, services.catalogs)].join(
            ' · ',
          ),
      },
      end: (set, draft) => this.#run(set, draft),
    };
  }

  /** *Run Prompt Set…*: of the file on which it was called; from the palette, the user chooses one. */
  async runPromptSet(from?: unknown): Promise<void> {
    await startFlow(this.#flow, { file: from instanceof vscode.Uri ? from : undefined }, this.#services);
  }

  /** *Run Prompt Set on…*: with the selected models. */
  async runPromptSetOn(argument?: unknown, selection?: unknown): Promise<void> {
    const models = withBases(
      chosenModels(argument, selection, this.#services.view.selection),
      this.#services,
    );
    await startFlow(this.#flow, { models }, this.#services);
  }

  /** *Run Again…*: what the file of a run's set holds now, of the same models and with the same settings, once that is confirmed. */
  async runAgain(file: vscode.Uri, again: Run): Promise<void> {
    await startFlow(this.#flow, { file, again }, this.#services);
  }

  /** Tests an adapter's weights; if they may not be its own, the user decides. */
  async #isApplied(adapter: TestedAdapter): Promise<boolean> {
    const { connections, weights } = this.#services;
    const connection = connections.byId(adapter.connectionId);
    const verdict = connection && (await weights.send(connection, adapter));
    if (!verdict || verdict.adapter.is === 'differs') return verdict !== undefined;
    return isAgreed(t('Run the prompt set all the same?'), verdictText(verdict, adapter), t('Run'));
  }

  async #run(set: ReadSet, draft: Draft): Promise<void> {
    const { runs, openRun, memory } = this.#services;
    const { stopsWhenClear, maxTotalTokens, tested = [] } = draft;
    for (const adapter of tested) if (!(await this.#isApplied(adapter))) return;
    const file = await createRun(title(set.name), set, draft, this.#services);
    if (!file) return;
    void memory.update(clearKey, stopsWhenClear);
    const job = stopsWhenClear ? askUntilClear(runs.verdictThread) : answersJob;
    void runs.ask(file, upToTokens(job, maxTotalTokens));
    await openRun(file.run.id);
    runs.close(file.run.id);
  }
}

function title(set?: string): string {
  return set === undefined ? t('Run Prompt Set') : t('Run Prompt Set: {0}', set);
}
