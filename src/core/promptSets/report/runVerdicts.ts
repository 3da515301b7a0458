import { inSlices } from '../../../api/clocks/eventLoop.ts';
import type { RunFile } from '../run/runFile.ts';
import type { CellState, RunIndex } from '../run/runIndex.ts';
import type { Run } from '../run/runRecord.ts';
import { verdictsTogether } from '../verdict/holm.ts';
import { fewestUnits, type Verdict, type VerdictOptions } from '../verdict/pairedVerdict.ts';
import { pairBits } from '../worker/packedPairs.ts';
import { verdictInWorker } from './verdictInWorker.ts';

/** What a run says of a model, by the model's number, compared with the base. */
export interface ModelVerdict {
  model: number;
  verdict: Verdict;
}

/**
 * Judges each model of a run against the base, over the prompts that have checks and were asked of both. Prompts that a model was
 * not asked any more since it kept failing are lost. The base against itself stands apart from the others.
 */
export async function runVerdicts(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  options: VerdictOptions = {},
): Promise<ModelVerdict[]> {
  const judged: (ModelVerdict & { isNoiseFloor: boolean | undefined })[] = [];
  for (const [model, { isNoiseFloor }] of run.models.entries()) {
    if (model > 0)
      judged.push({ model, isNoiseFloor, verdict: await modelVerdict(run, index, model, options) });
  }
  const others = judged.filter(({ isNoiseFloor }) => !isNoiseFloor);
  const together = verdictsTogether(others.map(({ verdict }) => verdict));
  return judged.map(({ model, isNoiseFloor, verdict }) => {
    const own = others.findIndex((other) => other.model === model);
    return { model, verdict: (isNoiseFloor ? undefined : together[own]) ?? verdict };
  });
}

async function modelVerdict(
  run: Run,
  index: RunIndex,
  model: number,
  options: VerdictOptions,
): Promise<Verdict> {
  const units = new Uint32Array(run.prompts * run.repetitions);
  const bits = new Uint8Array(units.length);
  let [pairs, answered, unchecked, different] = [0, 0, 0, 0];
  await inSlices(Array(run.prompts).keys(), (prompt) => {
    for (let repetition = 0; repetition < run.repetitions; repetition++) {
      const base = index.facts({ prompt, model: 0, repetition });
      const other = index.facts({ prompt, model, repetition });
      const isLost = isLostIn(index, 0, base.state) || isLostIn(index, model, other.state);
      if (!isLost && (isOpen(base.state) || isOpen(other.state))) continue;
      if (!isLost) {
        answered += 1;
        if (base.digest !== other.digest) different += 1;
      }
      if (!index.isChecked(prompt)) continue;
      if (!isLost && (base.check === 'none' || other.check === 'none')) unchecked += 1;
      units[pairs] = index.unitOf(prompt);
      bits[pairs] =
        (base.check === 'passed' ? pairBits.base : 0) |
        (other.check === 'passed' ? pairBits.other : 0) |
        (isLost ? pairBits.isLost : 0) |
        (isCut(base.state) || isCut(other.state) ? pairBits.isCut : 0);
      pairs += 1;
    }
  });
  const verdict = await verdictInWorker(
    { units: units.slice(0, pairs), bits: bits.slice(0, pairs) },
    options,
  );
  if (answered >= fewestUnits && different === 0) return { ...verdict, kind: 'none', why: 'identical' };
  if (answered > 0 && (pairs === 0 || unchecked > 0)) return { ...verdict, kind: 'none', why: 'notChecked' };
  return verdict;
}

function isLostIn(index: RunIndex, model: number, state: CellState): boolean {
  return state === 'failed' || (isOpen(state) && index.gaveUp.has(model));
}

function isOpen(state: CellState): boolean {
  return state === 'missing' || state === 'sent';
}

function isCut(state: CellState): boolean {
  return state === 'limit' || state === 'cut';
}
