import { ServiceError } from '../../api/serviceError.ts';
import type { CallOptions, Model } from '../../api/types.ts';
import type { ModelClient } from '../modelClient.ts';
import type { OnWait } from '../retryWait.ts';
import type { FailureFacts, Finding, ListedModels, ReadFacts, ReadName, SkipReason } from './diagnosis.ts';
import type { StepLog } from './stepLog.ts';

export type ReadClient = Omit<ModelClient, 'deleteLora'>;

export interface ReadOptions {
  signal: AbortSignal;
  /** Retrieved if it is listed, otherwise the first deployed model, or the first of all. */
  preferred: string | undefined;
  onWait: OnWait;
  /** Called with each loaded list. */
  onListed: (models: readonly Model[]) => void;
}

/** Calls every read endpoint once. `end`: why further requests are pointless. */
export async function takeReadSteps(
  log: StepLog,
  client: ReadClient,
  { signal, preferred, onWait, onListed }: ReadOptions,
): Promise<{ listed: ListedModels; end: SkipReason | undefined }> {
  let end: SkipReason | undefined;
  const read = async <T>(
    name: ReadName,
    ask: (options: CallOptions) => Promise<T>,
  ): Promise<T | undefined> => {
    if (end !== undefined) return undefined;
    const { value, error } = await takeRead(log, name, { signal, onWait }, ask);
    end = endAfter(error);
    return value;
  };
  const list = async (name: 'listLoras' | 'listBaseModels'): Promise<Model[]> => {
    const models = await read<Model[]>(name, (options) => client[name](options));
    if (models) onListed(models);
    return models ?? [];
  };
  const retrieve = async (name: 'getLora' | 'getBaseModel', models: readonly Model[]): Promise<void> => {
    const model = models.find((one) => one.name === preferred) ?? deployedFirst(models)[0];
    if (model) await read<Model>(name, (options) => client[name](model.name, options));
    else if (end === undefined) log.skip([name], 'noModel');
  };
  const loras = await list('listLoras');
  await retrieve('getLora', loras);
  const baseModels = await list('listBaseModels');
  await retrieve('getBaseModel', baseModels);
  return { listed: { loras, baseModels }, end };
}

/** Returns deployed models before the others, otherwise in their order. */
export function deployedFirst(models: readonly Model[]): Model[] {
  return models.toSorted((a, b) => Number(!a.activeDeployment) - Number(!b.activeDeployment));
}

async function takeRead<T>(
  log: StepLog,
  name: ReadName,
  { signal, onWait }: Pick<ReadOptions, 'signal' | 'onWait'>,
  ask: (options: CallOptions) => Promise<T>,
): Promise<{ value: T | undefined; error: FailureFacts | undefined }> {
  let value: T | undefined;
  const { facts } = await log.take(name, async (): Promise<Finding<ReadName>> => {
    const found: ReadFacts = { ...noFacts };
    try {
      value = await ask({
        signal,
        onAnswer: (answer) => {
          found.answer = answer;
        },
        onRaw: (json) => {
          found.bytes = Buffer.byteLength(JSON.stringify(json));
        },
        onSkipped: () => {
          found.skipped += 1;
        },
        onRetry: (waitMs, error) => {
          found.retries += 1;
          onWait({ waitMs, error });
        },
        onWaited: () => onWait(undefined),
      });
    } catch (error) {
      found.error = failureFacts(error);
      return { outcome: 'failed', facts: found };
    }
    if (Array.isArray(value)) found.count = value.length;
    return { outcome: found.skipped > 0 || found.retries > 0 ? 'warning' : 'ok', facts: found };
  });
  return { value, error: facts.error };
}

const noFacts = {
  answer: undefined,
  count: undefined,
  skipped: 0,
  bytes: undefined,
  retries: 0,
  error: undefined,
};

/** Rethrows anything but a `ServiceError`, e.g. the reason for a stop. */
export function failureFacts(error: unknown): FailureFacts {
  if (!(error instanceof ServiceError)) throw error;
  const { kind, status, code, serverMessage, requestId, retryAfterMs } = error;
  return { kind, status, code, serverMessage, requestId, retryAfterMs };
}

/** Returns why to end if every further request would fail too. */
function endAfter(error: FailureFacts | undefined): SkipReason | undefined {
  switch (error?.kind) {
    case 'noKey':
      return 'noKey';
    case 'unauthorized':
      return 'refusedKey';
    case 'network':
    case 'tls':
      return 'unreachable';
    case 'timeout':
      // A slow endpoint says nothing about the others.
      return error.code === 'connect' ? 'unreachable' : undefined;
    default:
      return undefined;
  }
}
