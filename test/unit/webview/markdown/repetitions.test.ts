import assert from 'node:assert/strict';
import { knownUnits, readRepeated, type Steps } from './repetitions.ts';

/** Enough for the slowest machines; what this is to find takes seconds. */
const leastMs = 1000;
const factor = 20;

describe('An answer that repeats itself for 64 KB', () => {
  let words: Steps;
  before(() => {
    words = readRepeated('word ');
  });

  function assertQuick(unit: string): void {
    const steps = readRepeated(unit);
    for (const way of ['streamed', 'whole'] as const) {
      const most = Math.max(leastMs, factor * words[way]);
      assert.ok(steps[way] <= most, `${way}: ${steps[way]} ms, where words take ${words[way]} ms`);
    }
  }

  for (const unit of knownUnits) {
    it(`takes no step much longer than plain words: ${JSON.stringify(unit)}`, () => {
      assertQuick(unit);
    }).timeout(60_000);
  }
});
