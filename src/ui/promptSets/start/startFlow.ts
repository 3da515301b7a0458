import * as vscode from 'vscode';
import { defined } from '../../../base/defined.ts';
import { isOpenAi } from '../../../core/connections/connection.ts';
import { failureLine } from '../../../core/files/errorCode.ts';
import { findModel } from '../../../core/models/catalog.ts';
import { type ModelRef, nameKey } from '../../../core/models/modelKey.ts';
import { defaultSettings } from '../../../core/presets/presets.ts';
import { earlierDiscordance } from '../../../core/promptSets/report/discordance.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { plainSettings, type Run } from '../../../core/promptSets/run/runRecord.ts';
import type { TestedAdapter } from '../../../core/weights/weightsTest.ts';
import { sayWarning } from '../../shared/messages.ts';
import { busyStep, type StepLook } from '../../shared/pickStep.ts';
import { t } from '../../shared/text/t.ts';
import type { WeightsCommands } from '../../weights/weightsCommands.ts';
import type { RunServices } from '../runServices.ts';
import { chooseRunModels } from './chooseRunModels.ts';
import { chooseSetFile } from './chooseSetFile.ts';
import { type PlanGoal, planStep } from './planStep.ts';
import type { Draft } from './planText.ts';
import { promptsOf, type ReadSet, setName } from './readSet.ts';
import { readStep } from './readStep.ts';
import type { SetDiagnostics } from './setDiagnostics.ts';
import { promptsText } from './setProblems.ts';

export interface StartServices
  extends Pick<
    RunServices,
    'connections' | 'catalogs' | 'recent' | 'runs' | 'presets' | 'openRun' | 'extensionUri' | 'memory' | 'log'
  > {
  diagnostics: Pick<SetDiagnostics, 'show'>;
  view: Pick<RunServices['view'], 'selection'>;
  weights: Pick<WeightsCommands, 'send'>;
}

/** Under which it is kept whether a run was to stop as soon as it is clear. */
export const clearKey = 'runs.stopsWhenClear';

/** A way to a new run: what it is called, and what comes of it. */
export interface StartFlow {
  /** Without a name as long as no set is chosen. */
  title: (set?: string) => string;
  goal: PlanGoal;
  end: (set: ReadSet, draft: Draft) => Promise<void>;
}

/** What is chosen before the first step. */
interface Given {
  file?: vscode.Uri | undefined;
  models?: readonly ModelRef[];
  /** A run of the file that is to be run once more: the first step is the plan. */
  again?: Run;
}

/** Takes the user through the steps of a new run: a set if there is no `file`, models, settings. */
export async function startFlow(flow: StartFlow, given: Given, services: StartServices): Promise<void> {
  const { extensionUri } = services;
  const { file } = given;
  if (services.connections.all.length === 0)
    return void (await vscode.commands.executeCommand('hostedModels.addConnection'));
  const title = flow.title(file && setName(file));
  const totalSteps = file ? 2 : 3;
  for (;;) {
    const look = { title, totalSteps, step: 1, hasBack: !file };
    const uri =
      file ??
      (await await chooseSetFile({ ...look, hasBack: false }, await recentSets(services), extensionUri));
    const set = uri && (await readStep(uri, file ? { title } : look, services));
    if (!set) return;
    if (set !== 'back' && (await planRun(flow, set, given, look, services)) !== 'back') return;
  }
}

/** The steps after the file. The models and the settings are those of the last time, unless others are given. */
async function planRun(
  flow: StartFlow,
  set: ReadSet,
  given: Given,
  { totalSteps = 2, hasBack }: StepLook,
  services: StartServices,
): Promise<'back' | undefined> {
  const { connections } = services;
  const { goal } = flow;
  const title = flow.title(set.name);
  const runs = await runsOf(set, services);
  const discordance = goal.isAsking && discordanceOf(runs, services);
  const presets = await services.presets.read();
  const stopsWhenClear = services.memory.get(clearKey, false);
  const last = given.again ?? runs[0];
  const before = given.models ?? (last ? modelsOf(last, services) : []);
  let draft: Draft | undefined;
  for (;;) {
    const look = { title, totalSteps, step: totalSteps - 1, ...(hasBack && { hasBack }) };
    const isPlanned = given.again !== undefined && !draft && before.length > 0;
    const models = isPlanned ? before : await chooseRunModels(services, draft?.models ?? before, look);
    if (!models || models === 'back') return models;
    const urls = models.map(({ connectionId }) => connections.byId(connectionId)?.baseUrl);
    // A LoRA's own preset, as its chats begin with it.
    const own = defaultSettings(presets, (models[1] ?? models[0])?.name ?? '');
    const settings = Object.keys(own).length > 0 ? own : plainSettings;
    const end = await planStep(
      set,
      {
        settings,
        repetitions: 1,
        stopsWhenClear,
        ...earlierSettings(last ? [last, ...runs] : [], models),
        ...draft,
        models,
        tested: [],
      },
      { title, totalSteps, step: totalSteps, hasBack: true },
      {
        ...{ presets, goal, discordance: await discordance },
        baseOf: (model) => services.catalogs.baseOf(model),
        adapters: ownAdapters(models, services),
      },
    );
    if (!end) return undefined;
    draft = end.draft;
    if (end.is === 'back') continue;
    const isSame = models.every(
      ({ connectionId }, at) => connections.byId(connectionId)?.baseUrl === urls[at],
    );
    if (isSame) await flow.end(set, draft);
    else void sayWarning(t('The connections have changed meanwhile. Nothing was sent.'));
    return undefined;
  }
}

/** The LoRAs on servers of the user's own, whose weights can be tested. */
function ownAdapters(models: readonly ModelRef[], { connections, catalogs }: StartServices): TestedAdapter[] {
  return models.flatMap((model) => {
    const connection = connections.byId(model.connectionId);
    const baseModelName = catalogs.baseOf(model)?.name;
    return connection && isOpenAi(connection) && baseModelName !== undefined
      ? { connectionId: connection.id, name: model.name, baseModelName }
      : [];
  });
}

/** The runs of a set, the newest first. */
async function runsOf({ uri }: ReadSet, { runs }: StartServices): Promise<Run[]> {
  const all = await runs.store.list();
  return all.filter((run): run is Run => !('isNewer' in run) && run.set.uri === uri.toString());
}

/** The models of a run, as far as their connections are still there. */
function modelsOf({ models }: Run, { connections, catalogs }: StartServices): ModelRef[] {
  const named = new Map(models.map((model) => [nameKey(model), model]));
  return [...named.values()].flatMap(({ connectionId, name }) => {
    const connection = connections.byId(connectionId);
    if (!connection) return [];
    return { connectionId, name, kind: findModel(catalogs.of(connection), name)?.kind ?? 'lora' };
  });
}

/** What the newest of the runs that asked just these models was asked with. */
function earlierSettings(
  runs: readonly Run[],
  models: readonly ModelRef[],
): Partial<Pick<Run, 'settings' | 'repetitions'>> {
  const asked = new Set(models.map(nameKey));
  const like = runs.find((run) => asked.symmetricDifference(new Set(run.models.map(nameKey))).size === 0);
  return like ? { settings: like.settings, repetitions: like.repetitions } : {};
}

/** A run can be planned without it. */
async function discordanceOf(
  ofSet: readonly Run[],
  { runs, log }: StartServices,
): Promise<number | undefined> {
  try {
    return await earlierDiscordance(ofSet, runs);
  } catch (error) {
    log.warn(failureLine('An earlier run could not be read', error));
    return undefined;
  }
}

/** Makes a run, unanswered, and opens it. Resolves with `undefined` if the user cancels. */
export async function createRun(
  title: string,
  set: ReadSet,
  { models, settings, repetitions }: Draft,
  { runs, recent, connections }: Pick<StartServices, 'runs' | 'recent' | 'connections'>,
): Promise<RunFile | undefined> {
  const plan = {
    // An untitled file's address is another one's tomorrow.
    set: { name: set.name, ...(set.uri.scheme !== 'untitled' && { uri: set.uri.toString() }) },
    models: models.map(({ connectionId, name }) => ({
      ...{ connectionId, name },
      ...defined({ baseUrl: connections.byId(connectionId)?.baseUrl }),
    })),
    settings,
    repetitions,
  };
  const file = await busyStep({ title }, (say, signal) => {
    say(t('Preparing {0}…', set.name), promptsText(set.prompts));
    return runs.create(plan, promptsOf(set, signal)).then((made) => keptUnless(signal, made, runs));
  });
  if (!file || file === 'back') return undefined;
  for (const model of models) recent.use(model);
  return file;
}

/** Deletes a run that was made though the user canceled meanwhile. */
async function keptUnless(
  signal: AbortSignal,
  file: RunFile,
  runs: Pick<StartServices['runs'], 'delete' | 'close'>,
): Promise<RunFile> {
  if (!signal.aborted) return file;
  await runs.delete(file.run.id);
  runs.close(file.run.id);
  throw signal.reason;
}

/** The addresses of the sets that were run last. */
async function recentSets({
  runs,
  extensionUri,
}: Pick<StartServices, 'runs' | 'extensionUri'>): Promise<string[]> {
  const sets = (await runs.store.list()).flatMap(({ set }) => set.uri ?? []);
  // The sample has a row of its own.
  return sets.filter((uri) => !uri.startsWith(extensionUri.toString()));
}
