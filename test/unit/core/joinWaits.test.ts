import assert from 'node:assert/strict';
import type { RetryWait } from '../../../src/api/types.ts';
import { joinWaits } from '../../../src/core/joinWaits.ts';
import { failed } from './fixtures.ts';

const waitUntil = (until: number): RetryWait => ({ until, error: failed('server') });

describe('The waits of parallel requests', () => {
  it('are told as the one that ends last, until all are over', () => {
    const told: (number | undefined)[] = [];
    const next = joinWaits((wait) => told.push(wait?.until));
    const [first, second] = [next(), next()];
    first(waitUntil(4000));
    second(waitUntil(2000));
    first(undefined);
    first(waitUntil(1000));
    second(undefined);
    first(undefined);
    first(undefined);
    assert.deepEqual(told, [4000, 4000, 2000, 2000, 1000, undefined]);
  });
});
