import type { Model, StreamChat } from '../../api/types.ts';
import type { KeySource } from '../connections/connection.ts';
import type { OnWait } from '../retryWait.ts';
import { takeChatStep } from './chatStep.ts';
import {
  type Diagnosis,
  type ListedModels,
  type ModelChoice,
  mostMissingNamed,
  type Outcome,
  type PlaceFacts,
  type RouteFacts,
  type Step,
  type StepName,
} from './diagnosis.ts';
import { type NetworkProbes, takeNetworkSteps } from './networkSteps.ts';
import { type ReadClient, takeReadSteps } from './readSteps.ts';
import { StepLog } from './stepLog.ts';
import { settle } from './verdict.ts';
import { takeVscodeChatStep, type VscodeChatModels } from './vscodeChatStep.ts';

export interface DiagnosisOptions {
  connection: { name: string; baseUrl: string };
  /** The base URL can only reach this machine. */
  isLoopback: boolean;
  place: PlaceFacts;
  route: RouteFacts;
  probes: NetworkProbes;
  key: () => Promise<{ source: KeySource | undefined; headers: number }>;
  client: ReadClient & { streamChat: StreamChat };
  /** The model chosen before; it is then also the one to retrieve. */
  chosen: string | undefined;
  /** Asks which model to chat with, or returns the earlier choice. */
  chooseModel: (listed: ListedModels) => Promise<ModelChoice>;
  vscodeChat: VscodeChatModels;
  signal: AbortSignal;
  /** A monotonic clock in milliseconds, for the chat. */
  now?: () => number;
  onWait: OnWait;
  /** Called when a step begins. */
  onStep: (name: StepName) => void;
}

/** Diagnoses a connection step by step. If the signal aborts, the result has the steps so far. */
export async function runDiagnosis(options: DiagnosisOptions): Promise<Diagnosis> {
  const { connection, signal, onStep } = options;
  const startedAt = Date.now();
  const log = new StepLog(signal, onStep);
  const listed = new Set<string>();
  try {
    await takeSteps(log, options, (models) => {
      for (const { name } of models) listed.add(name);
    });
    // VS Code lists models without the service, so this can be told whatever was found before.
    if (!log.has('vscodeChat')) await takeVscodeChatStep(log, options.vscodeChat, listed);
  } catch (error) {
    if (!signal.aborted) throw error;
    log.skipRest('stopped');
  }
  const steps = settle(log.steps);
  for (const name of steps.flatMap(namesIn)) listed.delete(name);
  return { connection, startedAt, steps, hiddenNames: [...listed] };
}

/** Names of models that the report of this step has. */
function namesIn(step: Step): string[] {
  if (step.outcome === 'skipped') return [];
  if (step.name === 'chat') return [step.facts.model];
  if (step.name !== 'vscodeChat') return [];
  return step.facts.missing.slice(0, mostMissingNamed).map(({ name }) => name);
}

async function takeSteps(
  log: StepLog,
  options: DiagnosisOptions,
  onListed: (models: readonly Model[]) => void,
): Promise<void> {
  const { connection, isLoopback, place, route, probes, client, signal } = options;
  const url = new URL(connection.baseUrl);
  await log.take('place', () => ({ outcome: 'ok', facts: place }));
  await log.take('address', () => {
    const isUnencrypted = url.protocol === 'http:' && !isLoopback;
    const facts = { baseUrl: connection.baseUrl, isUnencrypted };
    return { outcome: isUnencrypted ? 'warning' : 'ok', facts };
  });
  await log.take('route', () => ({ outcome: routeOutcome(route), facts: route }));
  const isReached = await takeNetworkSteps(log, probes, url, route);
  const { facts } = await log.take('key', async () => {
    const found = await options.key();
    return { outcome: found.source === undefined ? 'failed' : 'ok', facts: found };
  });
  if (facts.source === undefined) return log.skipRest('noKey');
  // Without another route, requests would only fail in the same way, after all their retries.
  const hasOtherWay = route.network !== 'direct' && !isLoopback && !route.isUnchecked;
  if (!isReached && !hasOtherWay) return log.skipRest('unreachable');

  const readOptions = { signal, preferred: options.chosen, onWait: options.onWait, onListed };
  const { end, listed } = await takeReadSteps(log, client, readOptions);
  if (end === undefined) await takeChat(log, options, listed);
  else log.skipRest(end);
}

function routeOutcome({ network, decision, isUnchecked }: RouteFacts): Outcome {
  if (!isUnchecked) return 'ok';
  return network === 'vscode' || decision.isProxied ? 'failed' : 'warning';
}

async function takeChat(log: StepLog, options: DiagnosisOptions, listed: ListedModels): Promise<void> {
  const { chooseModel, client, signal, now, onWait, chosen } = options;
  const hasModels = listed.loras.length + listed.baseModels.length > 0;
  if (!hasModels && chosen === undefined) return log.skip(['chat'], 'noModel');
  const choice = await chooseModel(listed);
  if (choice === undefined) return log.skipRest('stopped');
  if (choice === 'none') return log.skip(['chat'], 'notWanted');
  await takeChatStep(log, client, choice.model, { signal, now, onWait });
}
