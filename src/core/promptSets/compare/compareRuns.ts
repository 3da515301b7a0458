import { inSlices } from '../../../base/eventLoop.ts';
import { AnswerPairs, isYetToCome, packedPair } from '../report/answerPairs.ts';
import type { RunFile } from '../run/runFile.ts';
import type { CellFacts } from '../run/runIndex.ts';
import type { Verdict, VerdictOptions } from '../verdict/pairedVerdict.ts';
import { verdictsTogether } from '../verdict/verdictsTogether.ts';
import type { VerdictMaker } from '../worker/verdictThread.ts';
import type { ModelPair } from './modelPairs.ts';

type ComparedRun = Pick<RunFile, 'run' | 'index'>;

/** What has become of a model since an earlier run. */
interface ModelChange extends ModelPair {
  /** The earlier answers are the base. */
  verdict: Verdict;
}

/** What has changed since an earlier run of prompts that both asked. */
export interface RunChange {
  /** The models that are compared. */
  models: ModelChange[];
  /** By the number of a prompt, its number in the earlier run; -1 if that didn't ask it. */
  before: Int32Array;
  shared: number;
  /** How many of the shared prompts are checked by other rules now: they are not compared. */
  otherRules: number;
  /** Prompts whose score of any of the models fell or rose, most first. */
  worse: number[];
  better: number[];
}

/**
 * Compares a run with an earlier one, answer by answer, for these models and the prompts that both have. A prompt is the same if it
 * asks the same; one that a set asks several times is paired in order.
 */
export async function compareRuns(
  now: ComparedRun,
  earlier: ComparedRun,
  modelPairs: readonly ModelPair[],
  thread: VerdictMaker,
  options: Pick<VerdictOptions, 'minimumDifference'>,
  signal?: AbortSignal,
): Promise<RunChange> {
  const { before, ...counts } = await pairedPrompts(now, earlier, signal);
  const [falls, rises] = [new Map<number, number>(), new Map<number, number>()];
  const models: ModelChange[] = [];
  const repetitions = Math.min(now.run.repetitions, earlier.run.repetitions);
  for (const { model, before: modelBefore } of modelPairs) {
    const pairs = new AnswerPairs(now.run.prompts * repetitions);
    await inSlices(
      before.entries(),
      ([prompt, there]) => {
        if (there < 0) return;
        const isChecked = now.index.isChecked(prompt) && hasSameRules(now, prompt, earlier, there);
        let change = 0;
        for (let repetition = 0; repetition < repetitions; repetition++) {
          const old = earlier.index.facts({ prompt: there, model: modelBefore, repetition });
          const own = now.index.facts({ prompt, model, repetition });
          const isToCome = isYetToCome(earlier.index, modelBefore, old) || isYetToCome(now.index, model, own);
          pairs.add(now.index.unitOf(prompt), packedPair(old, own, { isChecked, isToCome }));
          if (isChecked) change += scoreChange(old, own);
        }
        if (change < 0) falls.set(prompt, Math.max(falls.get(prompt) ?? 0, -change));
        if (change > 0) rises.set(prompt, Math.max(rises.get(prompt) ?? 0, change));
      },
      signal,
    );
    const isComplete = now.index.isComplete(model) && earlier.index.isComplete(modelBefore);
    const verdict = await pairs.verdict(thread, { ...options, isComplete });
    models.push({ model, before: modelBefore, verdict });
  }
  return {
    models: verdictsTogether(models),
    before,
    ...counts,
    worse: mostFirst(falls),
    better: mostFirst(rises),
  };
}

async function pairedPrompts(
  now: ComparedRun,
  earlier: ComparedRun,
  signal?: AbortSignal,
): Promise<Pick<RunChange, 'before' | 'shared' | 'otherRules'>> {
  const alike = new Map<number, number[]>();
  await inSlices(
    Array(earlier.run.prompts).keys(),
    (prompt) => {
      const digest = earlier.index.promptDigest(prompt);
      const known = alike.get(digest);
      if (known) known.push(prompt);
      else alike.set(digest, [prompt]);
    },
    signal,
  );
  const taken = new Map<number, number>();
  const before = new Int32Array(now.run.prompts).fill(-1);
  let [shared, otherRules] = [0, 0];
  await inSlices(
    before.keys(),
    (prompt) => {
      const digest = now.index.promptDigest(prompt);
      const nth = taken.get(digest) ?? 0;
      taken.set(digest, nth + 1);
      const there = alike.get(digest)?.[nth];
      if (there === undefined) return;
      before[prompt] = there;
      shared += 1;
      if (!hasSameRules(now, prompt, earlier, there)) otherRules += 1;
    },
    signal,
  );
  return { before, shared, otherRules };
}

function hasSameRules(now: ComparedRun, prompt: number, earlier: ComparedRun, there: number): boolean {
  return now.index.ruleDigest(prompt) === earlier.index.ruleDigest(there);
}

function scoreChange(old: CellFacts, own: CellFacts): number {
  if (old.check === 'none' || own.check === 'none') return 0;
  return Number(own.check === 'passed') - Number(old.check === 'passed');
}

function mostFirst(changes: ReadonlyMap<number, number>): number[] {
  // A change is at most the number of repetitions, so there are few of them.
  const alike = Map.groupBy(changes.keys(), (prompt) => changes.get(prompt) ?? 0);
  return [...alike]
    .sort(([one], [other]) => other - one)
    .flatMap(([, prompts]) => prompts.sort((a, b) => a - b));
}
