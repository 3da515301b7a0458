import { type AskJob, answersJob } from '../ask/askJob.ts';
import { PromptRun } from '../ask/promptRun.ts';
import type { RunFile } from '../run/runFile.ts';
import { comparedModels } from '../run/runRecord.ts';
import type { VerdictMaker } from '../worker/verdictThread.ts';
import { runFindings } from './runFindings.ts';

/** Asks for what a run lacks until it is clear of each model whether it is better or worse than the base, whenever one stops. */
export function askUntilClear(thread: VerdictMaker): AskJob {
  return {
    ...answersJob,
    run: (file, options) => new PromptRun(file, { ...options, isClear: () => isClear(file, thread) }).run(),
  };
}

async function isClear(file: RunFile, thread: VerdictMaker): Promise<boolean> {
  const compared = comparedModels(file.run);
  const { verdicts } = await runFindings(file, thread, { minimumDifference: 0 });
  return verdicts.every(({ model, verdict }) => !compared.includes(model) || verdict.clear !== undefined);
}
