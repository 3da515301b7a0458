import { ServiceError, type ServiceErrorKind } from '../../api/serviceError.ts';
import type { CallOptions, Model, OnWait } from '../../api/types.ts';
import { runExchange } from '../exchange/exchange.ts';
import { isNear } from '../languageModels/chatPlaces.ts';
import { deployedFirst } from '../models/modelSort.ts';
import type { DiagnosisRun, Remark, SkipReason, Step, TakeStep, WhyMissing } from './diagnosis.ts';

/** What every diagnosis sends to a model: harmless, with an answer long enough to see whether it streams. */
export const chatPrompt = 'Count from 1 to 10.';
const maxTokens = 32;

/** Each read endpoint once, a chat, and what VS Code's chat makes of the models. */
export const serviceSteps = {
  async listLoras(run, step) {
    const loras = await read(run, step, (options) => run.client.listLoras(options));
    run.listed = { ...run.listed, loras };
  },
  async listBaseModels(run, step) {
    const baseModels = await read(run, step, (options) => run.client.listBaseModels(options));
    run.listed = { ...run.listed, baseModels };
  },
  getLora: (run, step) =>
    retrieve(run, step, run.listed.loras, (name, options) => run.client.getLora(name, options)),
  getBaseModel: (run, step) =>
    retrieve(run, step, run.listed.baseModels, (name, options) => run.client.getBaseModel(name, options)),
  chat,
  vscodeChat,
} satisfies Record<string, TakeStep>;

async function read<T>(run: DiagnosisRun, step: Step, ask: (options: CallOptions) => Promise<T>): Promise<T> {
  const { facts } = step;
  try {
    const value = await ask({
      signal: run.signal,
      onAnswer: (answer) => {
        facts.answer = answer;
      },
      onRaw: (json) => {
        facts.content = { bytes: Buffer.byteLength(JSON.stringify(json)) };
      },
      onSkipped: () => {
        facts.skippedEntries = (facts.skippedEntries ?? 0) + 1;
      },
      onWait: countingRetries(run, step),
    });
    if (facts.content && Array.isArray(value)) facts.content.entries = value.length;
    step.remark = facts.skippedEntries ? 'skippedEntries' : facts.retries ? 'retried' : undefined;
    return value;
  } catch (error) {
    if (error instanceof ServiceError) {
      // A slow endpoint says nothing about the others.
      const isLost = error.kind === 'timeout' && error.code === 'connect';
      run.end = isLost ? 'unreachable' : ends[error.kind];
    }
    throw error;
  }
}

function countingRetries({ onWait }: DiagnosisRun, { facts }: Step): OnWait {
  return (wait) => {
    if (wait) facts.retries = (facts.retries ?? 0) + 1;
    onWait(wait);
  };
}

/** The failures after which every further request would fail too. */
const ends: Partial<Record<ServiceErrorKind, SkipReason>> = {
  noKey: 'noKey',
  unauthorized: 'refusedKey',
  network: 'unreachable',
  tls: 'unreachable',
};

/** Retrieves the chosen model if it is listed, otherwise the first deployed one, or the first of all. */
async function retrieve(
  run: DiagnosisRun,
  step: Step,
  models: readonly Model[],
  ask: (name: string, options: CallOptions) => Promise<Model>,
): Promise<void> {
  const { choice } = run;
  const isChosen = ({ name }: Model) => typeof choice === 'object' && choice.model === name;
  const model = models.find(isChosen) ?? deployedFirst(models)[0];
  if (model) await read(run, step, (options) => ask(model.name, options));
}

async function chat(run: DiagnosisRun, step: Step): Promise<void> {
  const { choice, client, signal, now } = run;
  if (typeof choice === 'string') return;
  const { facts } = step;
  facts.model = choice.model;
  let pieces = 0;
  const result = await runExchange(
    (request, options) =>
      client.streamChat(request, {
        ...options,
        onAnswer: (answer) => {
          facts.answer = answer;
          options?.onAnswer?.(answer);
        },
      }),
    { model: choice.model, messages: [{ role: 'user', content: chatPrompt }], temperature: 0, maxTokens },
    {
      signal,
      isFirstRequest: false,
      onContent: () => {
        pieces += 1;
      },
      onSent: ({ omitted = [] }) => {
        facts.omitted = omitted;
      },
      onWait: countingRetries(run, step),
      ...(now && { now }),
    },
  );
  const isJson = facts.answer?.contentType?.includes('json');
  facts.chat = { ...result, pieces: isJson ? undefined : pieces };
  if (result.error) step.failure = result.error;
  else if (result.state === 'cut') step.failure = { kind: 'cut' };
  else step.remark = chatRemark(step, pieces);
}

function chatRemark({ facts: { chat, retries = 0 } }: Step, pieces: number): Remark | undefined {
  if (pieces === 0) return 'emptyAnswer';
  if (chat?.pieces === undefined) return 'notStreamed';
  // What came in one moment has no rate.
  if (pieces === 1 || chat.figures.tokensPerSecond === undefined) return 'atOnce';
  // Without the fields that we add, the figures are estimated, and the form tells that nothing streams.
  if (chat.droppedFields.length > 0) return 'refusedFields';
  return retries > 0 ? 'retried' : undefined;
}

/** Compares what was added to VS Code's chat with what VS Code lists. */
async function vscodeChat(run: DiagnosisRun, step: Step): Promise<void> {
  const { added, ask } = run.vscodeChat;
  const { listed, offered, ...chat } = await ask();
  const inService = new Set([...run.listed.loras, ...run.listed.baseModels].map(({ name }) => name));
  const lists = run.steps.filter(({ name }) => name === 'listLoras' || name === 'listBaseModels');
  const isWhole = lists.every(({ skipped, failure, facts }) => !skipped && !failure && !facts.skippedEntries);
  const whyMissing = (name: string): WhyMissing => {
    if (isWhole && !inService.has(name)) return 'notInService';
    if (offered.has(name)) return 'leftOut';
    return inService.has(name) ? 'notRefreshed' : 'unknown';
  };
  const missing = added
    .filter((name) => listed && !listed.has(name))
    .map((name) => ({ name, because: whyMissing(name) }));
  step.facts.vscodeChat = { added: added.length, missing: listed && missing, ...chat };
  if (missing.length > 0) step.remark = 'missing';
  else if (chat.hiding.some(isNear)) step.remark = 'hidden';
  else if (!listed) step.remark = 'late';
  else if (chat.limits.length > 0) step.remark = 'contextSize';
}
