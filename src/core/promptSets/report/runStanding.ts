import type { RunFile } from '../run/runFile.ts';
import type { RunIndex } from '../run/runIndex.ts';
import type { VerdictOptions } from '../verdict/pairedVerdict.ts';
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
  /** None while it is not complete. */
  verdicts: ModelVerdict[];
}

export async function runStanding(
  file: Pick<RunFile, 'run' | 'index'>,
  options: VerdictOptions,
): Promise<RunStanding> {
  const { state, answered, failed, size: of } = file.index;
  const unchecked = file.index.unchecked();
  const verdicts = state === 'complete' ? await runVerdicts(file, options) : [];
  return { state, answered, failed, unchecked, of, verdicts };
}
