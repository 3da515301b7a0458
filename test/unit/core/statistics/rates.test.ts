import assert from 'node:assert/strict';
import fc from 'fast-check';
import { newcombe, type PairedTable, wilson } from '../../../../src/core/statistics/index.ts';

function assertDigits([low, high]: [number, number], expected: [string, string]): void {
  const digits = (text: string) => text.split('.')[1]?.length ?? 0;
  assert.deepEqual([low.toFixed(digits(expected[0])), high.toFixed(digits(expected[1]))], expected);
}

const counts = fc.record({
  both: fc.nat({ max: 300 }),
  onlyOther: fc.nat({ max: 300 }),
  onlyBase: fc.nat({ max: 300 }),
  neither: fc.nat({ max: 300 }),
});

describe('The Wilson interval', () => {
  for (const [passed, of, ...expected] of [
    // Newcombe 1998 (857–872), table I, method 3.
    [81, 263, '0.2553', '0.3662'],
    [15, 148, '0.0624', '0.1605'],
    [0, 20, '0.0000', '0.1611'],
    [1, 29, '0.0061', '0.1718'],
    [29, 29, '0.8830', '1.0000'],
  ] as [number, number, string, string][]) {
    it(`of ${passed} of ${of} is ${expected.join(' to ')}`, () => assertDigits(wilson(passed, of), expected));
  }

  it('of nothing says nothing', () => assert.deepEqual(wilson(0, 0), [0, 1]));

  it('holds its rate, within 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), fc.nat({ max: 100_000 }), (passed, failed) => {
        const [low, high] = wilson(passed, passed + failed);
        const rate = passed + failed === 0 ? 0.5 : passed / (passed + failed);
        assert.ok(low >= 0 && low <= rate && rate <= high && high <= 1);
      }),
    );
  });
});

describe("Newcombe's paired interval", () => {
  for (const [both, onlyOther, onlyBase, neither, ...expected] of [
    [36, 12, 2, 0, '0.0569', '0.3404'],
    [1, 1, 7, 12, '-0.507', '-0.026'],
    [794, 150, 86, 570, '0.0212', '0.0587'],
  ] as [number, number, number, number, string, string][]) {
    it(`of ${both}, ${onlyOther}, ${onlyBase}, ${neither} is ${expected.join(' to ')}`, () => {
      assertDigits(newcombe({ both, onlyOther, onlyBase, neither }), expected);
    });
  }

  it('of nothing says nothing', () => {
    assert.deepEqual(newcombe({ both: 0, onlyOther: 0, onlyBase: 0, neither: 0 }), [-1, 1]);
  });

  it('holds the difference, within -1 and 1', () => {
    fc.assert(
      fc.property(counts, (table) => {
        const count = total(table);
        const [low, high] = newcombe(table);
        const difference = count === 0 ? 0 : (table.onlyOther - table.onlyBase) / count;
        const slack = 1e-12;
        assert.ok(low >= -1 - slack && low <= difference && difference <= high && high <= 1 + slack);
      }),
    );
  });

  it('is mirrored if the two models change places, and if passing and failing do', () => {
    fc.assert(
      fc.property(counts, (table) => {
        const { both, onlyOther, onlyBase, neither } = table;
        const [low, high] = newcombe(table);
        const swapped = newcombe({ both, onlyOther: onlyBase, onlyBase: onlyOther, neither });
        const inverted = newcombe({ both: neither, onlyOther: onlyBase, onlyBase: onlyOther, neither: both });
        for (const [otherLow, otherHigh] of [swapped, inverted]) {
          assert.ok(Math.abs(low + otherHigh) < 1e-12 && Math.abs(high + otherLow) < 1e-12);
        }
      }),
    );
  });
});

function total({ both, onlyOther, onlyBase, neither }: PairedTable): number {
  return both + onlyOther + onlyBase + neither;
}
