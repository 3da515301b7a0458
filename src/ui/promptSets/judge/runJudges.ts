import * as vscode from 'vscode';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import type { AskJob } from '../../../core/promptSets/ask/askJob.ts';
import { judgeTemplate, missingSlots } from '../../../core/promptSets/judge/judgeMessages.ts';
import type { JudgePlan } from '../../../core/promptSets/judge/judgeRequests.ts';
import { judgeJob } from '../../../core/promptSets/judge/judgeRun.ts';
import { judgesItself } from '../../../core/promptSets/judge/judgment.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { comparedModels } from '../../../core/promptSets/run/runRecord.ts';
import { modelNames } from '../../../core/promptSets/words/runFacts.ts';
import { shownName } from '../../../core/shownName.ts';
import { pickModel } from '../../models/pickModel.ts';
import { sayWarning, withoutIcons } from '../../shared/messages.ts';
import { pickStep, type StepItem, separator } from '../../shared/pickStep.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { pricesText, requestsText } from '../words/requestsText.ts';
import { TemplateDocuments } from './templateDocuments.ts';

/** What was chosen before the last step. */
interface Draft {
  /** The model whose answers are judged beside the base's, by its number. */
  other: number;
  judge: ModelRef;
  /** Where the judge was when it was chosen. */
  url: string | undefined;
}

/** *Judge With Model…*: nothing is sent before its last step. */
export class RunJudges {
  readonly #services: Pick<RunServices, 'runs' | 'connections' | 'catalogs' | 'recent' | 'openRun'>;
  readonly #templates = new TemplateDocuments<Draft>();

  constructor(services: Pick<RunServices, 'runs' | 'connections' | 'catalogs' | 'recent' | 'openRun'>) {
    this.#services = services;
  }

  /** Asks for a judge and what it is to be asked. `argument`: what the command was given; from a template, all is chosen but that. */
  async judge(file: RunFile, argument: unknown): Promise<void> {
    if (this.#services.runs.asking(file.run.id))
      return void sayWarning(t('Requests are being sent. Stop the run, or wait for its end.'));
    const edited = this.#templates.chosen(argument);
    const draft = edited?.draft ?? (await this.#choose(file));
    if (!draft) return;
    const kept = this.#templates.openFor(file.run.id) ?? file.index.judgments.of(draft.other)?.template;
    const template = edited?.template ?? kept ?? judgeTemplate;
    const missing = missingSlots(template);
    if (missing.length > 0) {
      const slots = missing.map((slot) => `{{${slot}}}`).join(', ');
      return void sayWarning(
        t('The template lacks {0}. Add it, then choose Use This Template again.', slots),
      );
    }
    await this.#lastStep(file, draft, template);
  }

  dispose(): void {
    this.#templates.dispose();
  }

  async #choose(file: RunFile): Promise<Draft | undefined> {
    const { connections, recent } = this.#services;
    const title = t('Judge With Model');
    const [first, ...more] = comparedModels(file.run);
    if (first === undefined) return void sayWarning(t('A judge compares two models; this run has one.'));
    const names = modelNames(t, file.run.models, connections);
    const items = [first, ...more].map((model) => ({ label: withoutIcons(names[model] ?? ''), model }));
    const placeholder = t('Which model is compared with {0}?', withoutIcons(names[0] ?? ''));
    const compared = more.length > 0 ? await pickStep({ title, placeholder }, items) : items[0];
    if (!compared || compared === 'back') return undefined;
    const judge = await pickModel(this.#services, { title, recent: recent.all });
    return judge && { other: compared.model, judge, url: connections.byId(judge.connectionId)?.baseUrl };
  }

  async #lastStep(file: RunFile, draft: Draft, template: string): Promise<void> {
    const { runs, connections, recent, openRun } = this.#services;
    const { connectionId, name } = draft.judge;
    const plan: JudgePlan = {
      ...{ other: draft.other, template, judge: { connectionId, name } },
      ...(this.#isCompared(file, draft.judge) && { isCompared: true as const }),
    };
    const job = await judgeJob(file, plan);
    if (job.progress(file).of === 0)
      return void sayWarning(t('There is nothing to judge: no prompt has two answers that differ.'));
    const items = this.#items(file, draft, plan, job);
    const title = t('Judge With {0}', withoutIcons(shownName(name, 60)));
    const placeholder = t('Ask the judge, or edit its template');
    const chosen = await pickStep({ title, placeholder }, items);
    if (!chosen || chosen === 'back') return;
    if (chosen.opensTemplate) return this.#templates.open(file.run.id, draft, template);
    if (connections.byId(connectionId)?.baseUrl !== draft.url)
      return void sayWarning(t('The connections have changed meanwhile. Nothing was sent.'));
    if (runs.asking(file.run.id))
      return void sayWarning(t('Requests are being sent. Stop the run, or wait for its end.'));
    recent.use(draft.judge);
    void runs.ask(file, job);
    await openRun(file.run.id);
  }

  #items(file: RunFile, { judge }: Draft, plan: JudgePlan, job: AskJob) {
    const { done, of } = job.progress(file);
    const { connectionId } = judge;
    const count = { connectionId, requests: of - done, warmUps: 0 };
    const asked = requestsText([count], this.#services.connections);
    const isDefault = plan.template === judgeTemplate;
    const notes = [
      t('The prompts and both answers to each are sent, in both orders, without names.'),
      ...(plan.isCompared
        ? [t('It is one of the compared models or their base: it may prefer its own words.')]
        : []),
      ...(done > 0 ? [t('It goes on where it was: {0} of {1} requests are answered.', done, of)] : []),
    ];
    const items: (StepItem & { opensTemplate?: true })[] = [
      {
        label: t('Judge'),
        detail: withoutIcons(`${asked} · ${pricesText([judge], this.#services.catalogs)}`),
        iconPath: new vscode.ThemeIcon('law'),
      },
      separator(t('settings')),
      {
        label: t('Template'),
        description: isDefault ? t('the default') : t('your own'),
        detail: t('Opens it as a document to read and edit'),
        opensTemplate: true,
      },
      separator(t('good to know')),
      ...notes.map((label) => ({ label, iconPath: new vscode.ThemeIcon('info'), isTold: true })),
    ];
    return items;
  }

  #isCompared(file: RunFile, judge: ModelRef): boolean {
    const models = file.run.models.map(({ connectionId, name }) => ({
      name,
      baseModelName: this.#services.catalogs.baseOf({ connectionId, kind: 'lora', name })?.name,
    }));
    return judgesItself(judge.name, models);
  }
}
