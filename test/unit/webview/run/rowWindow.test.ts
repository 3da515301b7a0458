import assert from 'node:assert/strict';
import { rowsToAsk, windowAround } from '../../../../src/webview/run/state/rowWindow.ts';

describe('The window of loaded rows', () => {
  it('has sixty rows before and after those in sight, within the list', () => {
    assert.deepEqual(windowAround({ from: 100, to: 120 }, 200_000), { from: 40, to: 180 });
    assert.deepEqual(windowAround({ from: 5, to: 25 }, 50), { from: 0, to: 50 });
  });

  it('has at most 200 rows, however many are in sight', () => {
    for (const to of [180, 300, 5000]) {
      const { from, to: end } = windowAround({ from: 100, to }, 200_000);
      assert.ok(from <= 100 && end - from <= 200, `${from} to ${end}`);
    }
  });

  it('is never empty if the list has rows, even where the list before was longer', () => {
    assert.deepEqual(windowAround({ from: 900, to: 920 }, 3), { from: 0, to: 3 });
    assert.deepEqual(windowAround({ from: 0, to: 0 }, 3), { from: 0, to: 3 });
  });

  it('is asked for anew when fewer than twenty rows are left on a side', () => {
    const loaded = { from: 40, to: 180 };
    assert.equal(rowsToAsk({ from: 60, to: 80 }, loaded, 1000), undefined);
    assert.deepEqual(rowsToAsk({ from: 59, to: 79 }, loaded, 1000), { from: 0, to: 139 });
    assert.deepEqual(rowsToAsk({ from: 500, to: 520 }, loaded, 1000), { from: 440, to: 580 });
  });

  it('is not asked for again where the list begins or ends', () => {
    assert.equal(rowsToAsk({ from: 0, to: 20 }, { from: 0, to: 80 }, 1000), undefined);
    assert.equal(rowsToAsk({ from: 980, to: 1000 }, { from: 920, to: 1000 }, 1000), undefined);
  });

  it('is not asked for twice if it can’t hold all that is in sight', () => {
    const sight = { from: 0, to: 400 };
    const loaded = windowAround(sight, 1000);
    assert.equal(rowsToAsk(sight, loaded, 1000), undefined);
  });
});
