import * as vscode from 'vscode';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import { defaultSettings } from '../../../core/presets/presets.ts';
import { chosenModels } from '../../models/modelArguments.ts';
import { sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import type { RunParts } from '../runParts.ts';
import { plainSettings } from './askSettings.ts';
import { chooseSetFile } from './chooseSetFile.ts';
import { busyStep, type StepLook } from './pickStep.ts';
import { type Draft, planStep } from './planStep.ts';
import { promptsOf, type ReadSet, setName } from './readSet.ts';
import { readStep } from './readStep.ts';
import { chooseRunModels, withBases } from './runModels.ts';
import type { SetDiagnostics } from './setDiagnostics.ts';
import { promptsText } from './setProblems.ts';

interface Parts extends Pick<RunParts, 'connections' | 'catalogs' | 'recent' | 'runs'> {
  chats: Pick<RunParts['chats'], 'presets'>;
  view: Pick<RunParts['view'], 'selection'>;
  diagnostics: Pick<SetDiagnostics, 'show'>;
  /** Opens the page of a run. */
  openRun: (id: string) => unknown;
}

/** Commands that start a run of a prompt set. Nothing is sent before the last step. */
export class StartCommands {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** *Run Prompt Set…*: of the file on which it was called; from the palette, the user chooses one. */
  async runPromptSet(from?: unknown): Promise<void> {
    await this.#start([], from instanceof vscode.Uri ? from : undefined);
  }

  /** *Run Prompt Set on…*: with the selected models. */
  async runPromptSetOn(argument?: unknown, selection?: unknown): Promise<void> {
    const { view } = this.#parts;
    await this.#start(withBases(chosenModels(argument, selection, view.selection), this.#parts));
  }

  async #start(models: readonly ModelRef[], file?: vscode.Uri): Promise<void> {
    if (this.#parts.connections.all.length === 0)
      return void (await vscode.commands.executeCommand('hostedModels.addConnection'));
    const title = file ? t('Run Prompt Set: {0}', setName(file)) : t('Run Prompt Set');
    const totalSteps = file ? 2 : 3;
    for (;;) {
      const look = { title, totalSteps, step: 1, hasBack: !file };
      const uri = file ?? (await chooseSetFile({ ...look, hasBack: false }, await this.#recentSets()));
      const set = uri && (await readStep(uri, file ? { title } : look, this.#parts.diagnostics));
      if (!set) return;
      if (set !== 'back' && (await this.#plan(set, models, look)) !== 'back') return;
    }
  }

  /** The steps after the file. */
  async #plan(set: ReadSet, given: readonly ModelRef[], { totalSteps = 2, hasBack }: StepLook) {
    const { chats, connections } = this.#parts;
    const title = t('Run Prompt Set: {0}', set.name);
    const presets = await chats.presets.read();
    let draft: Draft | undefined;
    for (;;) {
      const look = { title, totalSteps, step: totalSteps - 1, ...(hasBack && { hasBack }) };
      const models = await chooseRunModels(this.#parts, draft?.models ?? given, look);
      if (!models || models === 'back') return models;
      const urls = models.map(({ connectionId }) => connections.byId(connectionId)?.baseUrl);
      // A LoRA's own preset, as its chats begin with it.
      const own = defaultSettings(presets, (models[1] ?? models[0])?.name ?? '');
      const settings = Object.keys(own).length > 0 ? own : plainSettings;
      const end = await planStep(
        set,
        { settings, repetitions: 1, ...draft, models },
        { title, totalSteps, step: totalSteps, hasBack: true },
        { ...this.#parts, presets },
      );
      if (!end) return undefined;
      draft = end.draft;
      if (end.is === 'back') continue;
      const isSame = models.every(
        ({ connectionId }, at) => connections.byId(connectionId)?.baseUrl === urls[at],
      );
      if (isSame) await this.#run(set, draft);
      else void sayWarning(t('The connections have changed meanwhile. Nothing was sent.'));
      return undefined;
    }
  }

  async #run(set: ReadSet, { models, settings, repetitions }: Draft): Promise<void> {
    const { runs, recent, openRun } = this.#parts;
    const plan = {
      set: { name: set.name, uri: set.uri.toString() },
      models: models.map(({ connectionId, name }) => ({ connectionId, name })),
      settings,
      repetitions,
    };
    const title = t('Run Prompt Set: {0}', set.name);
    const file = await busyStep({ title }, (say, signal) => {
      say(t('Preparing {0}…', set.name), promptsText(set.prompts));
      return runs.create(plan, promptsOf(set, signal));
    });
    if (!file || file === 'back') return;
    for (const model of models) recent.use(model);
    void runs.ask(file);
    await openRun(file.run.id);
    runs.close(file.run.id);
  }

  /** The addresses of the sets that were run last. */
  async #recentSets(): Promise<string[]> {
    return (await this.#parts.runs.store.list()).flatMap(({ set }) => set.uri ?? []);
  }
}
