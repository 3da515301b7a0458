import assert from 'node:assert/strict';
import { rankOf } from '../../../../../src/core/promptSets/drawnOrder.ts';
import { RunIndex } from '../../../../../src/core/promptSets/run/runIndex.ts';
import { promptLine, runLine } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { plan, prompt } from './runBench.ts';

const count = 20_000;

function grouped(index: RunIndex, at: number, group: string): void {
  index.add(runLine(promptLine(prompt(at, { group }), at)), { offset: 0, length: 1 });
}

/** Its prompts, sorted by comparing any two. */
function sorted(index: RunIndex): number[] {
  const rank = (at: number) => rankOf(plan.seed, index.unitOf(at));
  return [...Array(count).keys()].sort((one, other) => rank(one) - rank(other) || one - other);
}

describe('The order in which prompts are asked', () => {
  it('is that of their units’ ranks, worked out at once or without blocking', async () => {
    const [index, prepared] = [0, 1].map(() => new RunIndex({ ...plan, prompts: count })) as [
      RunIndex,
      RunIndex,
    ];
    for (const at of [5, 17_000, 300]) for (const one of [index, prepared]) grouped(one, at, 'together');
    await prepared.prepareAskedOrder();
    assert.deepEqual([...index.askedOrder], sorted(index));
    assert.deepEqual(prepared.askedOrder, index.askedOrder);
    const place = index.askedOrder.indexOf(5);
    assert.deepEqual([...index.askedOrder.subarray(place, place + 3)], [5, 300, 17_000]);
  });

  it('is worked out anew if a prompt comes meanwhile', async () => {
    const index = new RunIndex({ ...plan, prompts: count });
    const preparing = index.prepareAskedOrder();
    for (const at of [5, 17_000]) grouped(index, at, 'together');
    await preparing;
    assert.deepEqual([...index.askedOrder], sorted(index));
  });
});
