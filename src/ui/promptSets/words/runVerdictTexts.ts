import { type ModelVerdict, runVerdicts } from '../../../core/promptSets/report/runVerdicts.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { comparedModels } from '../../../core/promptSets/run/runRecord.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';
import { runProgress } from '../verdict/unfinishedText.ts';
import type { VerdictSubject } from '../verdict/verdictName.ts';
import { verdictText } from '../verdict/verdictText.ts';

/** What is known of a run's verdicts beside their numbers. */
export interface VerdictAbout {
  /** The models, as they are shown. */
  names: readonly string[];
  /** Whether requests are being sent. */
  isRunning: boolean;
  /** The smallest difference that matters, from 0 to 1. */
  minimumDifference: number;
}

/** Says in words what a run found out about each model: of the base against itself last. */
export function runVerdictTexts(
  file: Pick<RunFile, 'run' | 'index'>,
  verdicts: readonly ModelVerdict[],
  about: VerdictAbout,
): RunPageVerdict[] {
  return verdicts.map(({ model, verdict }) => ({
    model,
    ...verdictText(verdict, verdictSubject(file, model, about)),
  }));
}

export function verdictSubject(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  model: number,
  { names, isRunning, minimumDifference }: VerdictAbout,
): VerdictSubject {
  return {
    base: names[0] ?? '',
    other: names[model] ?? '',
    isNoiseFloor: run.models[model]?.isNoiseFloor ?? false,
    unit: index.hasGroups ? 'group' : run.repetitions > 1 ? 'repeated' : 'prompt',
    progress: runProgress(index, isRunning),
    minimumDifference,
    comparisons: comparedModels(run).length,
  };
}

/** Returns in words what a run found out about its first model, or `undefined` if it has only one. */
export async function firstVerdictText(
  file: Pick<RunFile, 'run' | 'index'>,
  about: VerdictAbout,
): Promise<string | undefined> {
  const [first] = await runVerdicts(file, about);
  if (!first) return undefined;
  return runVerdictTexts(file, [first], about)[0]?.text;
}
