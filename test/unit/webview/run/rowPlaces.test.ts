import assert from 'node:assert/strict';
import {
  detailStart,
  gapsAbove,
  heightOf,
  RowKeys,
  rowForKey,
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

  it('have what is free above them: more below details, and where rows are not drawn', () => {
    assert.deepEqual(gapsAbove(closed, [2, 3, 4]), [56, 0, 0]);
    assert.deepEqual(gapsAbove(opened, [2, 3, 4]), [56, 0, 300]);
    assert.deepEqual(gapsAbove(closed, [1, 10, 11]), [28, 224, 0]);
    assert.deepEqual(gapsAbove(closed, []), []);
  });

  it('are taken over by the rows that come into sight, in their order, but for those that stay', () => {
    const keys = new RowKeys();
    assert.deepEqual(keys.of([0, 1, 2, 3]), [0, 1, 2, 3]);
    assert.deepEqual(keys.of([2, 3, 4, 5]), [2, 3, 0, 1]);
    assert.deepEqual(keys.of([12, 13, 14, 15]), [2, 3, 0, 1]);
    assert.deepEqual(keys.of([13, 80, 81, 82, 83]), [3, 2, 0, 1, 4]);
    assert.deepEqual(keys.of([13]), [3]);
  });
});
