import assert from 'node:assert/strict';
import {
  detailStart,
  heightOf,
  rowForKey,
  rowKeys,
  startOf,
} from '../../../../src/webview/run/list/rowPlaces.ts';

describe('The places of rows', () => {
  const closed = { row: 28, detail: 0, opened: undefined };
  const opened = { row: 28, detail: 300, opened: 3 };

  it('follow each other', () => {
    assert.equal(startOf(closed, 0), 0);
    assert.equal(startOf(closed, 100), 2800);
  });

  it('leave room for the details below the row that is opened', () => {
    assert.equal(startOf(opened, 3), 84);
    assert.equal(detailStart(opened), 112);
    assert.equal(heightOf(opened, 3), 328);
    assert.equal(startOf(opened, 4), 412);
  });

  it('come after details whose row the list lacks', () => {
    const elsewhere = { ...opened, opened: -1 };
    assert.equal(detailStart(elsewhere), 0);
    assert.equal(startOf(elsewhere, 0), 300);
  });

  it('are reached by keys, never beyond the ends', () => {
    const from = (key: string, at: number) => rowForKey(key, at, 100, 10);
    assert.equal(from('ArrowDown', 0), 1);
    assert.equal(from('ArrowUp', 0), 0);
    assert.equal(from('PageDown', 95), 99);
    assert.equal(from('PageUp', 50), 40);
    assert.equal(from('Home', 50), 0);
    assert.equal(from('End', 50), 99);
    assert.equal(from('Tab', 50), undefined);
  });

  it('are taken over by the rows that come into sight, but for the one with the focus', () => {
    assert.deepEqual(rowKeys([0, 1, 2, 3], 4, undefined), [0, 1, 2, 3]);
    assert.deepEqual(rowKeys([2, 3, 4, 5], 4, undefined), [2, 3, 0, 1]);
    assert.deepEqual(rowKeys([1, 8, 9, 10, 11], 4, 1), [1, 0, 4, 2, 3]);
    assert.deepEqual(rowKeys([0, 1, 2, 3], 4, 1), [0, 1, 2, 3]);
  });
});
