import assert from 'node:assert/strict';
import { promptsNeeded, smallestDifference } from '../../../../src/core/statistics/index.ts';

describe('The size of a run', () => {
  it('is what the formula gives by hand', () => {
    // (1.959964 √0.2 + 0.841621 √0.19)² / 0.01 + 20 = 174.47…
    const byHand =
      (1.959963984540054 * Math.sqrt(0.2) + 0.8416212335729143 * Math.sqrt(0.19)) ** 2 / 0.01 + 20;
    assert.equal(promptsNeeded(0.2, 0.1), Math.ceil(byHand));
    assert.equal(promptsNeeded(0.2, -0.1), promptsNeeded(0.2, 0.1));
  });

  it('counts at least so many differing prompts as the difference itself takes', () => {
    assert.equal(promptsNeeded(0.02, 0.3), promptsNeeded(0.3, 0.3));
  });

  it('is told as the points that it tells apart', () => {
    const points = (prompts: number, discordant = 0.2) =>
      Math.ceil(smallestDifference(prompts, discordant) * 100);
    assert.deepEqual([points(200), points(40), points(10), points(5)], [10, 24, 77, 100]);
    assert.ok(points(200, 0.4) > points(200) && points(200, 0.02) < points(200));
    assert.ok(points(10_000) < points(1000));
  });

  it('of the smallest difference is just enough for it', () => {
    for (const prompts of [12, 40, 200, 999, 100_000]) {
      for (const discordant of [0.02, 0.2, 0.5]) {
        const difference = smallestDifference(prompts, discordant);
        assert.ok(promptsNeeded(discordant, difference) <= prompts, `${prompts}, ${discordant}`);
        assert.ok(promptsNeeded(discordant, difference - 1e-4) > prompts, `${prompts}, ${discordant}`);
      }
    }
  });
});
