import { inSlices } from '../../../base/eventLoop.ts';
import type { RunFile } from '../run/runFile.ts';
import type { RunIndex } from '../run/runIndex.ts';
import { comparedModels, type Run, type RunCell } from '../run/runRecord.ts';
import type { Verdict, VerdictOptions } from '../verdict/pairedVerdict.ts';
import type { TaggedUnits } from '../verdict/tagVerdicts.ts';
import { verdictsTogether } from '../verdict/verdictsTogether.ts';
import type { VerdictMaker } from '../worker/verdictThread.ts';
import { AnswerPairs, type AnswerSide, isFlaky, packedPair } from './answerPairs.ts';

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
  const { repetitions } = run;
  const packed = new Uint16Array(run.prompts * repetitions);
  // In the order in which the index has them: in any other one, most of a large run's time would be spent on waiting for memory.
  await inSlices(Array(run.prompts).keys(), (prompt) => {
    const [bases, others]: [AnswerSide[], AnswerSide[]] = [[], []];
    for (let repetition = 0; repetition < repetitions; repetition++) {
      bases.push(sideIn(index, { prompt, model: 0, repetition }));
      others.push(sideIn(index, { prompt, model, repetition }));
    }
    const about = { isChecked: index.isChecked(prompt), isFlaky: isFlaky(bases) || isFlaky(others) };
    for (const [at, base] of bases.entries())
      packed[prompt * repetitions + at] = packedPair(base, others[at] ?? base, about);
  });
  const pairs = new AnswerPairs(packed.length);
  await index.prepareAskedOrder();
  await inSlices(index.askedOrder, (prompt) => {
    const unit = index.unitOf(prompt);
    for (let at = prompt * repetitions; at < (prompt + 1) * repetitions; at++)
      pairs.add(unit, packed[at] ?? 0);
  });
  const isComplete = index.isComplete(0) && index.isComplete(model);
  const options = { ...(minimumDifference !== undefined && { minimumDifference }), isComplete };
  // That the base differs from itself is no claim.
  if (run.models[model]?.isNoiseFloor) return pairs.verdict(thread, options);
  return pairs.verdict(thread, { ...options, tagged, models: comparedModels(run).length });
}

/** Returns what is known of an answer. */
export function sideIn(index: RunIndex, cell: RunCell): AnswerSide {
  return Object.assign(index.facts(cell), { isGivenUp: index.models.gaveUp.has(cell.model) });
}
