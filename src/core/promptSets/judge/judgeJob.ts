import { ratablePrompts } from '../rate/ratablePrompts.ts';
import type { AskJob } from '../run/askJob.ts';
import type { RunFile } from '../run/runFile.ts';
import { goesOn, type JudgePlan } from './judgeRequests.ts';
import { judgeRun } from './judgeRun.ts';

/** Returns the job of asking a judge. Its progress tells before how many requests there will be. */
export async function judgeJob(file: RunFile, plan: JudgePlan): Promise<AskJob> {
  const { judgments } = file.index;
  const { other } = plan;
  const former = judgments.of(other)?.seed;
  const seed = await goesOn(file, plan);
  const { prompts } = await ratablePrompts(file, { other, seed: seed ?? 0 });
  const of = prompts.length * 2;
  return {
    is: 'judge',
    progress: ({ index }) => {
      // What another judge said is none of it.
      const isFormer = seed === undefined && index.judgments.of(other)?.seed === former;
      return { done: isFormer ? 0 : index.judgments.answers(other), of };
    },
    run: (owned, options) => judgeRun(owned, plan, options),
  };
}
