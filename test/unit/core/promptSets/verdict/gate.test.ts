import assert from 'node:assert/strict';
import { pointsToldApart } from '../../../../../src/core/promptSets/report/discordance.ts';
import { type GateEnd, gateEnd } from '../../../../../src/core/promptSets/verdict/gate.ts';
import { pairedVerdict } from '../../../../../src/core/promptSets/verdict/pairedVerdict.ts';
import type { ScoredPair } from '../../../../../src/core/promptSets/verdict/scoredPair.ts';
import { promptsNeeded } from '../../../../../src/core/statistics/index.ts';
import { createRandom } from '../../../../service/random.ts';
import { drawPairs } from './simulatedPairs.ts';

/** So many units of each kind; of the lost ones the other's side is unknown. */
interface Counts {
  both?: number;
  onlyOther?: number;
  onlyBase?: number;
  neither?: number;
  lost?: number;
}

function pairsOf({ both = 0, onlyOther = 0, onlyBase = 0, neither = 0, lost = 0 }: Counts): ScoredPair[] {
  const kinds = [
    ...[
      [both, 1, 1],
      [onlyOther, 0, 1],
      [onlyBase, 1, 0],
      [neither, 0, 0],
    ],
    [lost, 1, undefined],
  ] as const;
  const scores = kinds.flatMap(([count, base, other]) =>
    Array.from({ length: count }, () => ({ base, other })),
  );
  return scores.map((score, at) => ({ unit: at, ...score }));
}

const cases: [name: string, counts: Counts, minimum: number, end: GateEnd][] = [
  ['surely better', { both: 50, onlyOther: 40, onlyBase: 5 }, 0, 'pass'],
  ['surely better, whatever matters', { both: 50, onlyOther: 40, onlyBase: 5 }, 0.1, 'pass'],
  ['surely worse', { both: 50, onlyOther: 5, onlyBase: 40 }, 0, 'fail'],
  ['surely worse by what matters', { both: 50, onlyOther: 5, onlyBase: 40 }, 0.1, 'fail'],
  ['surely worse, but by less than matters', { both: 2000, onlyOther: 5, onlyBase: 40 }, 0.1, 'pass'],
  ['equivalent', { both: 500, onlyOther: 10, onlyBase: 10 }, 0.1, 'pass'],
  ['equivalent, if every difference matters', { both: 500, onlyOther: 10, onlyBase: 10 }, 0, 'unclear'],
  ['perhaps much better, surely not worse', { both: 60, onlyOther: 12, onlyBase: 6 }, 0.1, 'pass'],
  ['perhaps worse', { both: 60, onlyOther: 10, onlyBase: 12 }, 0.1, 'unclear'],
  [
    'surely not worse, unless what is unknown is',
    { both: 90, onlyOther: 7, onlyBase: 6, lost: 5 },
    0.1,
    'unclear',
  ],
  ['too few', { both: 5, onlyBase: 4 }, 0.1, 'unclear'],
  ['too many lost', { both: 90, lost: 10 }, 0.1, 'unclear'],
];

describe('A gate', () => {
  for (const [name, counts, minimum, end] of cases)
    it(`says “${end}” of what is ${name}`, () => {
      const verdict = pairedVerdict(pairsOf(counts), { minimumDifference: minimum });
      assert.equal(gateEnd(verdict, minimum), end, JSON.stringify(verdict));
    });

  it('says what was clear before the end', () => {
    const pairs = pairsOf({ onlyBase: 40 });
    const looked = { pairs: 40, models: 1 };
    assert.equal(gateEnd(pairedVerdict(pairs, { isComplete: false, looked }), 0.1), 'fail');
    assert.equal(gateEnd(pairedVerdict(pairs, { isComplete: false }), 0.1), 'unclear');
  });

  it('fails few of 500 pull requests that change nothing, and passes most', () => {
    const { fail, pass } = shares({ units: 200, difference: 0, points: pointsToldApart(200), seed: 1 });
    assert.ok(fail <= 0.025 + 2 * Math.sqrt((0.025 * 0.975) / 500), `${fail} fail`);
    assert.ok(pass >= 0.75, `${pass} pass`);
  });

  it('fails most of 500 that are 10 points worse, on a set of the planned size', () => {
    const { fail } = shares({ units: promptsNeeded(0.2, 0.1), difference: -0.1, points: 0, seed: 2 });
    assert.ok(fail >= 0.78, `${fail} fail`);
    const planned = promptsNeeded(0.2, 0.1);
    const atOwn = shares({ units: planned, difference: -0.1, points: pointsToldApart(planned), seed: 2 });
    assert.ok(atOwn.fail >= 0.78, `${atOwn.fail} fail at the folder's own difference`);
  });
});

function shares({
  units,
  difference,
  points,
  seed,
}: Record<'units' | 'difference' | 'points' | 'seed', number>) {
  const random = createRandom(seed);
  const minimumDifference = points / 100;
  const counts = { pass: 0, fail: 0, unclear: 0, notRun: 0 };
  for (let at = 0; at < 500; at++) {
    const truth = { units, discordance: 0.2, difference, answers: 'one', passing: 0.75 } as const;
    const verdict = pairedVerdict(drawPairs(truth, random).pairs, { minimumDifference });
    counts[gateEnd(verdict, minimumDifference)] += 1;
  }
  return { fail: counts.fail / 500, pass: counts.pass / 500 };
}
