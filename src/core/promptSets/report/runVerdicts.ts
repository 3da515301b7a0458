import { inSlices } from '../../../base/eventLoop.ts';
import type { RunFile } from '../run/runFile.ts';
import type { RunIndex } from '../run/runIndex.ts';
import { comparedModels, type Run, type RunCell } from '../run/runRecord.ts';
import type { Verdict, VerdictOptions } from '../verdict/pairedVerdict.ts';
import type { TaggedUnits } from '../verdict/tagVerdicts.ts';
import { verdictsTogether } from '../verdict/verdictsTogether.ts';
import type { VerdictMaker } from '../worker/verdictThread.ts';
import { AnswerPairs, type AnswerSide, isFlaky } from './answerPairs.ts';

/** What a run says of a model, by the model's number, compared with the base. */
export interface ModelVerdict {
  model: number;
  verdict: Verdict;
}

interface JudgeOptions extends Pick<VerdictOptions, 'minimumDifference'> {
  /** Verdicts say, too, on which tags a model is better or worse. */
  tagged?: TaggedUnits | undefined;
}

/**
 * Judges each model of a run against the base, over the prompts that have checks and were asked of both. What a model was not asked any
 * more since it kept failing is not known. The base against itself stands apart from the others, and last.
 */
export async function runVerdicts(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  thread: VerdictMaker,
  options: JudgeOptions = {},
): Promise<ModelVerdict[]> {
  const judged: ModelVerdict[] = [];
  for (const model of run.models.keys())
    if (model > 0) judged.push({ model, verdict: await modelVerdict(run, index, model, thread, options) });
  const isNoiseFloor = ({ model }: ModelVerdict) => run.models[model]?.isNoiseFloor ?? false;
  return [...verdictsTogether(judged.filter((one) => !isNoiseFloor(one))), ...judged.filter(isNoiseFloor)];
}

/** Judges one model of a run by itself. */
export async function modelVerdict(
  run: Run,
  index: RunIndex,
  model: number,
  thread: VerdictMaker,
  { minimumDifference, tagged }: JudgeOptions,
): Promise<Verdict> {
  const pairs = new AnswerPairs(run.prompts * run.repetitions);
  await inSlices(index.askedOrder, (prompt) => {
    const sidesOf = (of: number) =>
      Array.from({ length: run.repetitions }, (_, repetition) =>
        sideIn(index, { prompt, model: of, repetition }),
      );
    const [bases, others] = [sidesOf(0), sidesOf(model)];
    const about = {
      ...{ unit: index.unitOf(prompt), isChecked: index.isChecked(prompt) },
      isFlaky: isFlaky(bases) || isFlaky(others),
    };
    for (const [at, base] of bases.entries()) pairs.add(base, others[at] ?? base, about);
  });
  const isComplete = index.isComplete(0) && index.isComplete(model);
  const options = { ...(minimumDifference !== undefined && { minimumDifference }), isComplete };
  // That the base differs from itself is no claim.
  if (run.models[model]?.isNoiseFloor) return pairs.verdict(thread, options);
  return pairs.verdict(thread, { ...options, tagged, models: comparedModels(run).length });
}

/** Returns what is known of an answer. */
export function sideIn(index: RunIndex, cell: RunCell): AnswerSide {
  return { ...index.facts(cell), isGivenUp: index.models.gaveUp.has(cell.model) };
}
