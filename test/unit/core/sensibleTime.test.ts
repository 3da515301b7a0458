import assert from 'node:assert/strict';
import type { Model } from '../../../src/api/types.ts';
import { readFilter } from '../../../src/core/models/modelFilter.ts';
import { sortModels } from '../../../src/core/models/modelSort.ts';
import { createdMs, isSensibleTime } from '../../../src/core/sensibleTime.ts';
import { lora } from './fixtures.ts';

const absurd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e15, -1e15, 1e300, -1e300];

describe('A time to show as a date', () => {
  it('is in the years 1 to 9999', () => {
    const first = Date.parse('0001-01-01T00:00:00Z');
    const last = Date.parse('9999-12-31T23:59:59.999Z');
    for (const ms of [first, last, 0, -1, Date.now()]) assert.ok(isSensibleTime(ms), String(ms));
    for (const ms of [first - 1, last + 1, ...absurd]) assert.ok(!isSensibleTime(ms), String(ms));
  });

  it('is in seconds if the service gives it, and none in milliseconds or microseconds', () => {
    assert.equal(createdMs(1_763_462_527), 1_763_462_527_000);
    for (const createdAt of [undefined, 1_763_200_000_000, 1_763_200_000_000_000, ...absurd]) {
      assert.equal(createdMs(createdAt), undefined);
    }
  });
});

describe('A model with an impossible time of creation', () => {
  const now = 2_000_000_000_000;
  const old = lora('old', { createdAt: 1_000_000_000 });
  const recent = lora('recent', { createdAt: 1_900_000_000 });
  const odd = lora('odd', { createdAt: 1_763_200_000_000_000 });
  const before = lora('before', { createdAt: -1e300 });

  it('is neither old nor the newest', () => {
    const isOld = readFilter('@older:90d');
    const found = (model: Model) => isOld(model, { now, isChanged: () => false });
    assert.deepEqual([old, odd, before].filter(found), [old]);
    assert.deepEqual(sortModels([odd, before, old, lora('none'), recent], 'newest').slice(0, 2), [
      recent,
      old,
    ]);
  });
});
