import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyUnit, knownUnits, length, longest, readRepeated, readThrice } from './repetitions.ts';

/** Enough for the slowest machines; what this is to find takes seconds. */
const leastMs = 200;
const factor = 20;
/** The longest steps come last; in the larger pieces before, so do those that only some lengths have. */
const streamedFrom = length - 1024;

describe('An answer that repeats itself for 64 KB', () => {
  let maxMs: number;
  before(() => {
    maxMs = Math.max(leastMs, factor * longest(readRepeated('word ')));
  });

  function assertQuick(unit: string): void {
    const ms = longest(readThrice(unit, maxMs, streamedFrom));
    assert.ok(ms <= maxMs, `${JSON.stringify(unit)}: a step takes ${ms} ms, more than ${maxMs}`);
  }

  for (const unit of knownUnits) {
    it(`takes no step much longer than plain words: ${JSON.stringify(unit)}`, () => {
      assertQuick(unit);
    }).timeout(120_000);
  }

  it('takes no step much longer than plain words, whatever it repeats', () => {
    fc.assert(
      fc.property(anyUnit, (unit) => assertQuick(unit)),
      { numRuns: 5 },
    );
  }).timeout(240_000);
});
