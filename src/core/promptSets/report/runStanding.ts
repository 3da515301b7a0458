import type { RunFile } from '../run/runFile.ts';
import type { RunIndex } from '../run/runIndex.ts';
import { comparedModels } from '../run/runRecord.ts';
import { type ModelVerdict, runVerdicts } from './runVerdicts.ts';

/** How a run stands, in a few words; what a list shows of it. */
export interface RunStanding {
  state: RunIndex['state'];
  /** How many answers there are, whether or not they pass. */
  answered: number;
  failed: number;
  /** How many answers have something to check that was not checked. */
  unchecked: number;
  /** Of so many answers the run consists. */
  of: number;
  /** None while answers are asked for, before one of them is final: they take a while for many answers. */
  verdicts: ModelVerdict[];
  /** The smallest difference that matters, from 0 to 1, by which they were found. */
  minimumDifference: number;
}

export async function runStanding(
  file: Pick<RunFile, 'run' | 'index'>,
  { minimumDifference, isAsked = false }: { minimumDifference: number; isAsked?: boolean },
): Promise<RunStanding> {
  const { run, index } = file;
  const { state, answered, failed, size: of } = index;
  const isAnyFinal = index.isComplete(0) && comparedModels(run).some((model) => index.isComplete(model));
  const hasVerdicts = isAnyFinal || (!isAsked && answered > 0);
  const verdicts = hasVerdicts ? await runVerdicts(file, { minimumDifference }) : [];
  return { state, answered, failed, unchecked: index.unchecked(), of, verdicts, minimumDifference };
}
