import type { RunFile } from '../run/runFile.ts';
import type { RunIndex } from '../run/runIndex.ts';
import { answersIn } from '../run/windowRuns.ts';
import type { VerdictOptions } from '../verdict/pairedVerdict.ts';
import { type ModelVerdict, runVerdicts } from './runVerdicts.ts';

/** How a run stands, in a few words; what a list shows of it. */
export interface RunStanding {
  state: RunIndex['state'];
  /** How many answers there are, whether or not they pass. */
  answered: number;
  failed: number;
  /** Of so many answers the run consists. */
  of: number;
  /** None while it is not complete. */
  verdicts: ModelVerdict[];
}

export async function runStanding(
  file: Pick<RunFile, 'run' | 'index'>,
  options: VerdictOptions,
): Promise<RunStanding> {
  const { run, index } = file;
  const { state } = index;
  const verdicts = state === 'complete' ? await runVerdicts(file, options) : [];
  const failed = run.models.reduce((sum, _, model) => sum + index.counts(model).failed, 0);
  return { state, answered: answersIn(file), failed, of: index.size, verdicts };
}
