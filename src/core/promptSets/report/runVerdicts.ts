import { runInSlices } from '../../../base/eventLoop.ts';
import type { RunFile } from '../run/runFile.ts';
import type { CellFacts, RunIndex } from '../run/runIndex.ts';
import { comparedModels, type Run } from '../run/runRecord.ts';
import type { Verdict, VerdictOptions } from '../verdict/pairedVerdict.ts';
import type { TaggedUnits } from '../verdict/tagVerdicts.ts';
import { verdictsTogether } from '../verdict/verdictsTogether.ts';
import type { VerdictMaker } from '../worker/verdictThread.ts';
import { AnswerPairs, isFlaky, isYetToCome, packedPair } from './answerPairs.ts';

/** A look at the clock for each pair would take as long as the pair. */
const pairsAtOnce = 64;

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
  await index.prepareAskedOrder();
  const pairs = await runInSlices(collectedPairs(run, index, model));
  const isComplete = index.isComplete(0) && index.isComplete(model);
  const options = { ...(minimumDifference !== undefined && { minimumDifference }), isComplete };
  // That the base differs from itself is no claim.
  if (run.models[model]?.isNoiseFloor) return pairs.verdict(thread, options);
  return pairs.verdict(thread, { ...options, tagged, models: comparedModels(run).length });
}

/** Collects the answers of the base and of a model; yields now and then. */
function* collectedPairs(
  { prompts, repetitions }: Run,
  index: RunIndex,
  model: number,
): Generator<void, AnswerPairs> {
  const packed = new Uint16Array(prompts * repetitions);
  // In the order in which the index has them: in any other one, most of a large run's time would be spent on waiting for memory.
  for (let prompt = 0; prompt < prompts; prompt++) {
    const [bases, others]: [CellFacts[], CellFacts[]] = [[], []];
    for (let repetition = 0; repetition < repetitions; repetition++) {
      bases.push(index.facts({ prompt, model: 0, repetition }));
      others.push(index.facts({ prompt, model, repetition }));
    }
    const isChecked = index.isChecked(prompt);
    const flaky = repetitions > 1 && (isFlaky(bases) || isFlaky(others));
    for (const [at, base] of bases.entries()) {
      const other = others[at] ?? base;
      const isToCome = isYetToCome(index, 0, base) || isYetToCome(index, model, other);
      packed[prompt * repetitions + at] = packedPair(base, other, { isChecked, isToCome, isFlaky: flaky });
    }
    if (prompt % pairsAtOnce === 0) yield;
  }
  const pairs = new AnswerPairs(packed.length);
  for (const [place, prompt] of index.askedOrder.entries()) {
    const unit = index.unitOf(prompt);
    for (let at = prompt * repetitions; at < (prompt + 1) * repetitions; at++)
      pairs.add(unit, packed[at] ?? 0);
    if (place % pairsAtOnce === 0) yield;
  }
  return pairs;
}
