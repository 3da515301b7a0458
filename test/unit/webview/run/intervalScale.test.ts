import assert from 'node:assert/strict';
import { placeOn, reachOf, signedPoints } from '../../../../src/webview/run/head/intervalScale.ts';

const interval = (low: number, high: number, minimum = 0) => ({
  difference: (low + high) / 2,
  low,
  high,
  minimum,
});

describe('The axis of an interval', () => {
  it('reaches as far on both sides, to a multiple of five points', () => {
    assert.equal(reachOf(interval(0.101, 0.232)), 0.25);
    assert.equal(reachOf(interval(-0.35, -0.1)), 0.35);
    assert.equal(reachOf(interval(-0.001, 0.001)), 0.05);
    assert.equal(reachOf(interval(0.01, 0.02, 0.1)), 0.1);
  });

  it('has 0 in its middle, and no end at the edge', () => {
    assert.equal(placeOn(0.25, 0), 50);
    assert.equal(placeOn(0.25, 0.25), 98);
    assert.equal(placeOn(0.25, -0.25), 2);
  });

  it('is written in points', () => {
    assert.deepEqual([0.17, -0.05, 0, 0.004, -0.0004, 0.999].map(signedPoints), [
      '+17',
      '−5',
      '0',
      '+0.4',
      '0',
      '+100',
    ]);
  });
});
