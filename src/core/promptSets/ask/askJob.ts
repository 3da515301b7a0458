import type { RunFile } from '../run/runFile.ts';
import { PromptRun, type PromptRunOptions, type RunEnd } from './promptRun.ts';

/** What is asked for a run: its answers, or what a judge says of them. */
export interface AskJob {
  is: 'answers' | 'judge';
  /** How far it is, in requests. */
  progress: (file: RunFile) => { done: number; of: number };
  /** Resolves when nothing more is asked or recorded. */
  run: (file: RunFile, options: PromptRunOptions) => Promise<RunEnd>;
}

/** Asks for all that a run lacks. */
export const answersJob: AskJob = {
  is: 'answers',
  progress: ({ index }) => ({ done: index.answered, of: index.size }),
  run: (file, options) => new PromptRun(file, options).run(),
};

/** Asks as `job` does, until the answers have so many tokens together. */
export function upToTokens(job: AskJob, maxTotalTokens: number | undefined): AskJob {
  if (maxTotalTokens === undefined) return job;
  return { ...job, run: (file, options) => job.run(file, { ...options, maxTotalTokens }) };
}

/** Asks the base all prompts once more, as one more model: the noise floor. Asks for what else is missing, too. */
export const baseAgainJob: AskJob = {
  ...answersJob,
  async run(file, options) {
    const { models } = file.run;
    const [base] = models;
    if (base && !models.some(({ isNoiseFloor }) => isNoiseFloor))
      await file.add({ is: 'modelAdded', place: models.length, model: { ...base, isNoiseFloor: true } });
    return answersJob.run(file, options);
  },
};

/** How many requests a model gets. */
export interface RequestCount {
  connectionId: string;
  /** Those whose answers are wanted. */
  requests: number;
  /** One, which isn't counted among the answers, before the others: the first may have to wait until the model is loaded. */
  warmUps: number;
}

/** Returns how many requests each model of a new run gets. `each`: the answers wanted of a model. */
export function newRequests(
  models: readonly Pick<RequestCount, 'connectionId'>[],
  each: number,
): RequestCount[] {
  return models.map(({ connectionId }) => ({ connectionId, requests: each, warmUps: 1 }));
}

/** Returns how many requests *Run Missing* sends to each model that lacks any answer. */
export function missingRequests({ run, index }: Pick<RunFile, 'run' | 'index'>): RequestCount[] {
  return run.models.flatMap(({ connectionId }, model) => {
    const requests = index.unanswered(model);
    return requests === 0 ? [] : [{ connectionId, requests, warmUps: 1 }];
  });
}

/** Returns how many requests *Base against Itself* sends: all to the base once more, and what is missing. */
export function baseAgainRequests(file: Pick<RunFile, 'run' | 'index'>): RequestCount[] {
  const { models, prompts, repetitions } = file.run;
  return [...missingRequests(file), ...newRequests(models.slice(0, 1), prompts * repetitions)];
}
