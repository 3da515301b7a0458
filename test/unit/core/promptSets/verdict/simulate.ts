import { earlyClaim } from '../../../../../src/core/promptSets/verdict/earlyClaim.ts';
import { pairedVerdict } from '../../../../../src/core/promptSets/verdict/pairedVerdict.ts';
import { createRandom, hashText } from '../../../../service/random.ts';
import type { CellResult, Measure } from './bounds.ts';
import { drawPairs, type SimulatedPairs, type Truth } from './simulatedPairs.ts';

const rounding = 1e-12;

/** Judges so many runs of a truth, as they are at their end and where they are stopped: the same ones every time. */
export function simulate(truth: Truth, draws: number): CellResult {
  const random = createRandom(hashText(JSON.stringify(truth)));
  const judge = truth.difference === 0 ? judgeEqual : judgeDifferent;
  const counts = new Map<string, number>();
  for (let draw = 0; draw < draws; draw++) {
    for (const [measure, isFound] of Object.entries(judge(drawPairs(truth, random), truth, random)))
      counts.set(measure, (counts.get(measure) ?? 0) + Number(isFound));
  }
  const shares = Object.fromEntries([...counts].map(([measure, count]) => [measure, count / draws]));
  return { name: nameOf(truth), draws, shares };
}

type Findings = Partial<Record<Measure, boolean>>;

/** Of models that are equally good. */
function judgeEqual(run: SimulatedPairs, { units }: Truth, random: () => number): Findings {
  const { kind, low = 1, high = -1 } = pairedVerdict(run.pairs);
  const isFalse = kind === 'better' || kind === 'worse';
  const atRandom = isClear(run, 1 + Math.floor(random() * units));
  // What is clear at a look is so at all later ones.
  const atAny = atRandom || isClear(run, units);
  return {
    'false, complete': isFalse,
    'false, stopped at any look': atAny,
    'false, stopped at a random look': atRandom,
    'false, stopped when clear': atAny || isFalse,
    coverage: low <= 0 && high >= 0,
  };
}

/** Of models that differ by exactly what matters. */
function judgeDifferent({ pairs }: SimulatedPairs, { difference }: Truth): Findings {
  const { kind, isAtLeast, low = 1, high = -1 } = pairedVerdict(pairs, { minimumDifference: difference });
  return {
    coverage: low <= difference + rounding && high >= difference - rounding,
    'false, at least N': isAtLeast === true,
    'false, below N': kind === 'belowMinimum',
    'false, equivalent': kind === 'equivalent',
  };
}

/** Whether a run says that a model is better, or worse, if it is stopped after so many units. */
export function isClear({ pairs, ends }: SimulatedPairs, look: number): boolean {
  return earlyClaim(pairs, { pairs: ends[look - 1] ?? 0, models: 1 }) !== undefined;
}

function nameOf({ units, answers, passing, discordance, difference }: Truth): string {
  const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`;
  const what = { one: 'prompts', repeated: 'prompts, repeated', groups: 'groups' }[answers];
  const count = `${units} ${passing > 0.5 ? 'easy ' : ''}${what}`;
  return `${count}, ${percent(discordance)} differ, by ${percent(difference)}`;
}
