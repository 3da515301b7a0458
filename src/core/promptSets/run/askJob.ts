import { PromptRun, type PromptRunOptions, type RunEnd } from './promptRun.ts';
import type { RunFile } from './runFile.ts';

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
