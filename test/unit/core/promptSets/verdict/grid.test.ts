import assert from 'node:assert/strict';
import { average, bounds, brokenBounds, type CellResult, measures, sharesOf } from './bounds.ts';
import { quickGrid, quickPlans } from './grid.ts';
import { simulatePlan } from './plannedRuns.ts';
import { simulate } from './simulate.ts';
import { quickTaggedTruths, simulateTags } from './taggedRuns.ts';

// All cells with 10,000 runs each, as a table: npm run bench -- --only statistics
const draws = 500;

describe('Verdicts on simulated runs', () => {
  const results: CellResult[] = [];

  function check(cells: readonly CellResult[]): void {
    results.push(...cells);
    const broken = cells.flatMap((cell) => brokenBounds(cell).map((bound) => `${cell.name}: ${bound}`));
    assert.deepEqual(broken, []);
  }

  const kinds = Map.groupBy(quickGrid, ({ units, answers }) => `${units} units, answers: ${answers}`);
  for (const [kind, truths] of kinds) {
    it(`are false no oftener than they may be, and hold the true difference: ${kind}`, () => {
      check(truths.map((truth) => simulate(truth, draws)));
    }).timeout(60_000);
  }

  it('find what a run was planned for, and sooner if there is more', () => {
    check(quickPlans.map((plan) => simulatePlan(plan, draws)));
  }).timeout(60_000);

  it('say that the difference depends on the tag, and on which, no oftener than they may, and find it', () => {
    check(quickTaggedTruths.map((truth) => simulateTags(truth, draws)));
  }).timeout(60_000);

  it('are false in at most 5% on average', () => {
    for (const measure of measures) {
      const mean = average(sharesOf(results, measure));
      assert.ok(mean <= (bounds[measure].mostOnAverage ?? 1), `${measure}: ${mean}`);
    }
  });

  it('say everything that is bounded now and then, so that no bound holds for want of a claim', () => {
    const unsaid = measures.filter((measure) => sharesOf(results, measure).every((share) => share === 0));
    assert.deepEqual(unsaid, []);
  });
});
