import assert from 'node:assert/strict';
import { withoutJitter } from '../api/harness.ts';
import { type Cell, calls, expectedOf, isUnreachable, ways } from './cell.ts';
import { runCell } from './runCell.ts';

/** Declares a test for each call of each cell over each transport. */
export function describeSection(section: string, cells: readonly Cell[]): void {
  describe(`Faults: ${section}`, function () {
    this.timeout(30_000);
    withoutJitter();
    for (const cell of cells) {
      for (const call of calls) {
        const expectation = cell.expect[call];
        if (expectation === undefined) continue;
        for (const way of cell.ways ?? ways) {
          it(`${cell.fault}: ${call} over ${way}`, async function () {
            const outcome = await runCell({ cell, call, way });
            if (isUnreachable(outcome)) return this.skip();
            const expected = expectedOf(expectation, way);
            const allowed = typeof expected === 'string' ? [expected] : expected;
            if (!allowed.includes(outcome)) assert.equal(outcome, allowed[0]);
          });
        }
      }
    }
  });
}
