import assert from 'node:assert/strict';
import { rankOf } from '../../../../../src/core/promptSets/drawnOrder.ts';
import { leftOf } from '../../../../../src/core/promptSets/rate/sides.ts';
import { signTest } from '../../../../../src/core/statistics/index.ts';

const seeds = Array.from({ length: 400 }, (_, at) => at);
const prompts = [...Array(200).keys()];

describe('The draw of a round', () => {
  it('puts the base on the left for half of the prompts, whatever came before', () => {
    let [left, changes, of] = [0, 0, 0];
    for (const seed of seeds) {
      for (const prompt of prompts) {
        of += 1;
        if (leftOf(seed, prompt) === 'base') left += 1;
        if (leftOf(seed, prompt) !== leftOf(seed, prompt + 1)) changes += 1;
      }
    }
    assert.ok(signTest(left, of - left) > 0.01, `${left} of ${of} on the left`);
    assert.ok(signTest(changes, of - changes) > 0.01, `${changes} of ${of} changes`);
  });

  it('has each prompt first about as often as any other, with either side', () => {
    const firsts = prompts.map(() => 0);
    let left = 0;
    for (const seed of Array.from({ length: 4000 }, (_, at) => at)) {
      const first = prompts.toSorted((one, other) => rankOf(seed, one) - rankOf(seed, other))[0] ?? 0;
      firsts[first] = (firsts[first] ?? 0) + 1;
      if (leftOf(seed, first) === 'base') left += 1;
    }
    // 20 each are expected; chi square with 199 degrees of freedom is above 255 once in 200.
    const chiSquare = firsts.reduce((sum, count) => sum + (count - 20) ** 2 / 20, 0);
    assert.ok(chiSquare < 255, `chi square is ${chiSquare}`);
    assert.ok(signTest(left, 4000 - left) > 0.01, `${left} of 4000 on the left`);
  });

  it('gives no two prompts the same place', () => {
    const places = new Set(Array.from({ length: 100_000 }, (_, prompt) => rankOf(1, prompt)));
    assert.equal(places.size, 100_000);
  });

  it('never changes, as the rounds of former versions are read by it', () => {
    const drawn = [0, 1, 2, 3].map((prompt) => [rankOf(1, prompt), leftOf(1, prompt)]);
    assert.deepEqual(drawn, [
      [1032769583, 'other'],
      [924828731, 'base'],
      [3791906312, 'base'],
      [3819380974, 'other'],
    ]);
  });
});
