import { ServiceError } from '../../api/serviceError.ts';
import type { BaseModel, CallOptions, Lora, Model } from '../../api/types.ts';
import type { OnWait } from '../retryWait.ts';
import type { FailureFacts, Finding, ListedModels, ReadFacts, ReadName, SkipReason } from './diagnosis.ts';
import type { StepLog } from './stepLog.ts';

/** The read endpoints of the client. */
export interface ReadClient {
  listLoras(options?: CallOptions): Promise<Lora[]>;
  getLora(name: string, options?: CallOptions): Promise<Lora>;
  listBaseModels(options?: CallOptions): Promise<BaseModel[]>;
  getBaseModel(name: string, options?: CallOptions): Promise<BaseModel>;
}

export interface ReadResult {
  listed: ListedModels;
  /** Why further requests are pointless. */
  end: SkipReason | undefined;
}

export interface ReadOptions {
  signal: AbortSignal;
  /** Retrieved if it is listed, otherwise the first deployed model, or the first of all. */
  preferred: string | undefined;
  onWait: OnWait;
  /** Called with each loaded list. */
  onListed: (models: readonly Model[]) => void;
}

/** Calls every read endpoint once. */
export async function takeReadSteps(
  log: StepLog,
  client: ReadClient,
  { signal, preferred, onWait, onListed }: ReadOptions,
): Promise<ReadResult> {
  const result: ReadResult = { listed: { loras: [], baseModels: [] }, end: undefined };
  const list = async (name: ReadName, ask: (options: CallOptions) => Promise<Model[]>): Promise<Model[]> => {
    if (result.end !== undefined) return [];
    const { value, facts } = await takeRead(log, name, { signal, onWait }, ask);
    result.end = endAfter(facts.error);
    if (value) onListed(value);
    return value ?? [];
  };
  const retrieve = async (
    name: ReadName,
    models: readonly Model[],
    ask: (model: string, options: CallOptions) => Promise<Model>,
  ): Promise<void> => {
    if (result.end !== undefined) return;
    const model = models.find((one) => one.name === preferred) ?? deployedFirst(models)[0];
    if (!model) return log.skip([name], 'noModel');
    const { facts } = await takeRead(log, name, { signal, onWait }, (options) => ask(model.name, options));
    result.end = endAfter(facts.error);
  };

  const loras = await list('listLoras', (options) => client.listLoras(options));
  await retrieve('getLora', loras, (model, options) => client.getLora(model, options));
  const baseModels = await list('listBaseModels', (options) => client.listBaseModels(options));
  await retrieve('getBaseModel', baseModels, (model, options) => client.getBaseModel(model, options));
  result.listed = { loras, baseModels };
  return result;
}

/** Returns deployed models before the others, otherwise in their order. */
export function deployedFirst(models: readonly Model[]): Model[] {
  const isDeployed = (model: Model) => model.activeDeployment !== undefined;
  return [...models.filter(isDeployed), ...models.filter((model) => !isDeployed(model))];
}

async function takeRead<T>(
  log: StepLog,
  name: ReadName,
  { signal, onWait }: Pick<ReadOptions, 'signal' | 'onWait'>,
  ask: (options: CallOptions) => Promise<T>,
): Promise<{ value: T | undefined; facts: ReadFacts }> {
  let value: T | undefined;
  const { facts } = await log.take(name, async (): Promise<Finding<ReadName>> => {
    const found = emptyFacts();
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
  return { value, facts };
}

function emptyFacts(): ReadFacts {
  return { answer: undefined, count: undefined, skipped: 0, bytes: undefined, retries: 0, error: undefined };
}

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
