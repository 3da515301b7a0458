import assert from 'node:assert/strict';
import {
  type CorrectedPair,
  correctedVerdict,
} from '../../../../../src/core/promptSets/verdict/correctedVerdict.ts';
import { anchored } from '../../../../../src/core/statistics/index.ts';
import { createRandom } from '../../../../service/random.ts';

interface Truth {
  /** How often the judge says what the person would. */
  agreement: number;
  /** Where it does not, how often it is for the other. */
  bias: number;
  ties: number;
  /** How often the other wins where one does. */
  wins: number;
  rated: number;
}

const units = 200;
const draws = 600;

/** The first of them were rated: any are as good, since they were drawn. */
function draw({ agreement, bias, ties, wins, rated }: Truth, random: () => number): CorrectedPair[] {
  const side = (share: number) => (random() < share ? 'other' : 'base');
  return Array.from({ length: units }, (_, unit) => {
    const person = random() < ties ? 'tie' : side(wins);
    const preferred = random() < agreement ? person : side(bias);
    return { unit, preferred, ...(unit < rated && { person }) };
  });
}

const repeated = (count: number, pair: Omit<CorrectedPair, 'unit'>, from = 0) =>
  Array.from({ length: count }, (_, at): CorrectedPair => ({ unit: from + at, ...pair }));

describe('A judge’s verdict that ratings correct', () => {
  it('takes fifty rated units, of which those of a group are one', () => {
    const rated = repeated(49, { preferred: 'other', person: 'other' });
    assert.equal(correctedVerdict([...rated, ...repeated(100, { preferred: 'other' }, 100)]), undefined);
    const grouped = [
      ...rated,
      ...repeated(10, { preferred: 'base', person: 'base' }).map((one) => ({ ...one, unit: 99 })),
    ];
    const found = correctedVerdict(grouped);
    assert.deepEqual([found?.rated, found?.units, found?.share], [50, 50, 0.98]);
  });

  it('is what the formula gives by hand', () => {
    const many = Array.from({ length: 100 }, (_, at) => ({
      judge: at % 2,
      person: at % 4 === 3 ? 0 : at % 2,
    }));
    const found = anchored(
      many.map(({ judge }) => judge),
      many,
    );
    // θ = 0.25; s²_f = 25 / 99, s²_(y−f) = 18.75 / 99; t₀.₉₇₅ with 99: 1.984217
    const reach = 1.9842169516 * Math.sqrt((25 / 99 + 18.75 / 99) / 100);
    assert.ok(Math.abs(found[0] - (0.25 - reach)) < 1e-9 && Math.abs(found[1] - (0.25 + reach)) < 1e-9);
  });

  it('has the width of the ratings alone where nothing varies', () => {
    const all = repeated(60, { preferred: 'other', person: 'other' });
    const { low = 0, high = 0 } = correctedVerdict(all) ?? {};
    assert.deepEqual([low.toFixed(3), high], ['0.940', 1]);
  });

  it('turns what a judge says where the person says otherwise', () => {
    // The judge likes the other in all; the person likes the base in 45 of 60.
    const found = correctedVerdict([
      ...repeated(45, { preferred: 'other', person: 'base' }),
      ...repeated(15, { preferred: 'other', person: 'other' }, 45),
      ...repeated(200, { preferred: 'other' }, 100),
    ]);
    assert.equal(found?.kind, 'worse');
    assert.ok(Math.abs((found?.share ?? 0) - 0.25) < 1e-9);
  });

  it('must hold if what was skipped had gone to either side', () => {
    const pairs = [
      ...repeated(37, { preferred: 'other', person: 'other' }),
      ...repeated(15, { preferred: 'base', person: 'base' }, 40),
      ...repeated(100, { preferred: 'other' }, 100),
      ...repeated(60, { preferred: 'base' }, 200),
    ];
    assert.equal(correctedVerdict(pairs)?.kind, 'better');
    const skipped = [...pairs, ...repeated(30, { preferred: 'other', person: 'skipped' }, 300)];
    const found = correctedVerdict(skipped);
    assert.deepEqual([found?.kind, found?.why, found?.skipped, found?.rated], ['unclear', 'skipped', 30, 52]);
  });

  it('tells what twenty more ratings would be worth, unless so few are left', () => {
    const random = createRandom(7);
    const truth = { agreement: 0.8, bias: 0.5, ties: 0.1, wins: 0.5, rated: 60 };
    const { narrower = 0, low = 0, high = 0 } = correctedVerdict(draw(truth, random)) ?? {};
    assert.ok(narrower > 0.01 && narrower < (high - low) / 3, String(narrower));
    assert.equal(correctedVerdict(draw({ ...truth, rated: 190 }, random))?.narrower, undefined);
  });

  for (const [rated, least] of [
    [50, 0.935],
    [100, 0.94],
  ] as const) {
    it(`holds the truth in ${least * 100}% of 95% intervals from ${rated} ratings, whatever the judge`, () => {
      const random = createRandom(1998);
      const shares: [string, number, number][] = [];
      for (const agreement of [0.5, 0.7, 0.9])
        for (const bias of [0.1, 0.5, 0.9])
          for (const ties of [0, 0.3]) {
            const truth = { agreement, bias, ties, wins: 0.5, rated };
            let [held, wrong] = [0, 0];
            for (let run = 0; run < draws; run++) {
              const found = correctedVerdict(draw(truth, random));
              if (found && found.low <= 0.5 && found.high >= 0.5) held += 1;
              if (found?.kind !== 'unclear') wrong += 1;
            }
            shares.push([JSON.stringify(truth), held / draws, wrong / draws]);
          }
      const mean = shares.reduce((sum, [, held]) => sum + held, 0) / shares.length;
      assert.ok(mean >= least, String(mean));
      // Two standard errors of so many draws.
      const error = 2 * Math.sqrt((least * (1 - least)) / draws);
      for (const [name, held, wrong] of shares) {
        assert.ok(held >= least - error, `${name}: ${held}`);
        assert.equal(Math.round((held + wrong) * draws), draws);
      }
    }).timeout(20_000);
  }
});
