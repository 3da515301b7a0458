import { arch, release, type } from 'node:os';
import { isLoopback } from '../../api/config/baseUrl.ts';
import { ServiceError } from '../../api/serviceError.ts';
import { keepError } from '../keptError.ts';
import {
  type Diagnosis,
  type DiagnosisOptions,
  type DiagnosisRun,
  maxMissingNamed,
  type SkipReason,
  type Step,
  type StepName,
  stepNames,
  type TakeStep,
} from './diagnosis.ts';
import { networkSteps } from './networkSteps.ts';
import { serviceSteps } from './serviceSteps.ts';

/** Diagnoses a connection step by step. If the signal aborts, the result has the steps so far. */
export async function runDiagnosis(options: DiagnosisOptions): Promise<Diagnosis> {
  const { connection } = options;
  const startedAt = Date.now();
  const run: DiagnosisRun = {
    ...options,
    url: new URL(connection.baseUrl),
    steps: [],
    addresses: [],
    address: undefined,
    listed: { loras: [], baseModels: [] },
    choice: 'noModel',
    end: undefined,
  };
  for (const name of stepNames) {
    if (name === 'proxy' && !(isProxied(run) && run.route.decision.proxy)) continue;
    if (name === 'getLora') await choose(run);
    await takeStep(run, name);
  }
  excuseNetwork(run.steps);
  const named = new Set(run.steps.flatMap(namesIn));
  const listed = new Set([...run.listed.loras, ...run.listed.baseModels].map(({ name }) => name));
  return { connection, startedAt, steps: run.steps, hiddenNames: [...listed.difference(named)] };
}

const steps: Record<StepName, TakeStep> = {
  async place({ place }, step) {
    step.facts.place = place;
  },
  ...networkSteps,
  async key(run, step) {
    const { network } = run.route;
    const key = await run.key();
    step.facts.key = key;
    // Without another route, requests would only fail in the same way, after all their retries.
    const hasOtherWay = network !== 'direct' && !isLoopback(run.url) && !run.route.isUnchecked;
    if (key.source === undefined && run.connection.kind !== 'openai') {
      step.failure = { kind: 'noKey' };
      run.end = 'noKey';
    } else if (run.steps.some(isNetworkFault) && !hasOtherWay) run.end = 'unreachable';
  },
  ...serviceSteps,
};

async function takeStep(run: DiagnosisRun, name: StepName): Promise<void> {
  const step: Step = { name, ms: 0, facts: {} };
  run.steps.push(step);
  step.skipped = whySkipped(run, name);
  if (step.skipped) return;
  run.onStep(name);
  const startedAt = performance.now();
  try {
    await steps[name](run, step);
    run.signal.throwIfAborted();
  } catch (error) {
    if (run.signal.aborted) step.skipped = 'stopped';
    else if (error instanceof ServiceError) step.failure = keepError(error);
    else throw error;
  }
  step.ms = Math.round(performance.now() - startedAt);
}

function whySkipped(run: DiagnosisRun, name: StepName): SkipReason | undefined {
  const { url, choice, listed, end, signal } = run;
  if (signal.aborted || end === 'stopped') return 'stopped';
  if (isProxied(run) && ['lookup', 'connect', 'tls'].includes(name)) return 'proxied';
  switch (name) {
    case 'lookup':
      return undefined;
    case 'connect':
      return run.addresses.length === 0 ? 'unreachable' : undefined;
    case 'tls':
      if (url.protocol !== 'https:') return 'unencrypted';
      return run.address === undefined ? 'unreachable' : undefined;
    case 'getLora':
      return end ?? (listed.loras.length === 0 ? 'noModel' : undefined);
    case 'getBaseModel':
      return end ?? (listed.baseModels.length === 0 ? 'noModel' : undefined);
    case 'chat':
      return end ?? (typeof choice === 'string' ? choice : undefined);
    case 'vscodeChat':
      // VS Code lists models without the service, so this can be told whatever was found before.
      return run.vscodeChat.added.length === 0 ? 'noneAdded' : undefined;
    default:
      return end;
  }
}

function isProxied({ route: { network, decision } }: DiagnosisRun): boolean {
  return network !== 'direct' && decision.isProxied;
}

/** Asks between two steps, so that the user's time is part of neither. */
async function choose(run: DiagnosisRun): Promise<void> {
  if (run.end !== undefined || run.signal.aborted) return;
  run.choice = await run.chooseModel(run.listed);
  if (run.choice === 'stopped') run.end = 'stopped';
}

function isNetworkFault({ name, failure }: Step): boolean {
  return ['proxy', 'lookup', 'connect', 'tls'].includes(name) && failure !== undefined;
}

/** If the service answered, failed network probes are worth only a remark: its requests found another route. */
function excuseNetwork(all: readonly Step[]): void {
  if (!all.some(({ facts, failure }) => facts.answer || failure?.status !== undefined)) return;
  for (const step of all) if (isNetworkFault(step)) step.remark = 'notDirect';
}

/** Names of models that the report of this step has. */
function namesIn({ facts: { model, vscodeChat } }: Step): string[] {
  const models: (readonly { name: string }[])[] = [vscodeChat?.missing ?? [], vscodeChat?.limits ?? []];
  const named = models.flatMap((some) => some.slice(0, maxMissingNamed).map(({ name }) => name));
  return model === undefined ? named : [model, ...named];
}

/** Returns the operating system, e.g. `Linux 6.8.0 x64`. */
export function systemText(): string {
  return `${type()} ${release()} ${arch()}`;
}
