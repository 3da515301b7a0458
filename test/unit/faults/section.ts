import assert from 'node:assert/strict';
import { withoutJitter } from '../api/harness.ts';
import { type CallName, type Cell, calls, expectedOf, isUnreachable, type WayName, ways } from './cell.ts';
import { type Row, type Section, writeSection } from './matrix.ts';
import { type Run, runCell } from './runCell.ts';

/** Declares a test for each call of each cell over each transport, and writes all outcomes to the matrix. */
export function describeSection(section: Section, cells: readonly Cell[]): void {
  describe(`Faults: ${section}`, function () {
    this.timeout(30_000);
    withoutJitter();
    const rows = cells.flatMap(rowsOf);
    for (const { cell, row } of rows) {
      for (const way of cell.ways ?? ways) {
        it(`${cell.fault}: ${row.call} over ${way}`, async function () {
          const outcome = await tryCell({ cell, call: row.call, way });
          row.outcomes[way] = outcome.text;
          if (outcome.isSkipped) this.skip();
          else if (!outcome.allowed.includes(outcome.text)) assert.equal(outcome.text, outcome.allowed[0]);
        });
      }
    }

    after(() => {
      const isWhole = rows.every(({ cell, row }) =>
        (cell.ways ?? ways).every((way) => row.outcomes[way] !== ''),
      );
      // A run limited to some cells (`--grep`) would leave the other rows empty.
      if (isWhole)
        writeSection(
          section,
          rows.map(({ row }) => row),
        );
    });
  });
}

function rowsOf(cell: Cell): { cell: Cell; row: Row }[] {
  return calls
    .filter((call) => cell.expect[call] !== undefined)
    .map((call) => ({ cell, row: { fault: cell.fault, call, outcomes: { undici: '', host: '' } } }));
}

interface Tried {
  text: string;
  allowed: readonly string[];
  isSkipped: boolean;
}

async function tryCell(run: Run): Promise<Tried> {
  const expected = expectationOf(run.cell, run.call, run.way);
  if (isUnreachable(expected))
    return { text: `not reachable: ${expected.unreachable}`, allowed: [], isSkipped: true };
  const told = await runCell(run);
  if (isUnreachable(told)) return { text: `not tried: ${told.unreachable}`, allowed: [], isSkipped: true };
  return { text: told, allowed: typeof expected === 'string' ? [expected] : expected, isSkipped: false };
}

function expectationOf(cell: Cell, call: CallName, way: WayName) {
  const expectation = cell.expect[call];
  assert.ok(expectation !== undefined);
  return expectedOf(expectation, way);
}
