import assert from 'node:assert/strict';
import { median, medianFigure, ratioFigure } from '../../bench/harness/figures.ts';
import { runInTurn } from '../../bench/harness/rounds.ts';

describe('Figures of the bench', () => {
  it('take the middle of an odd number of rounds, in whatever order these came', () => {
    assert.equal(median([9, 1, 100, 4, 2]), 4);
    assert.equal(median([7]), 7);
  });

  it('take the mean of the two in the middle of an even number', () => {
    assert.equal(median([4, 1, 100, 2]), 3);
  });

  it('are not made of nothing', () => {
    assert.throws(() => median([]), RangeError);
  });

  it('leave the rounds in their order', () => {
    const rounds = [3, 1, 2];
    assert.deepEqual(medianFigure('ours', 'ms', rounds), { name: 'ours', unit: 'ms', value: 2, rounds });
    assert.deepEqual(rounds, [3, 1, 2]);
  });

  it('compare medians, and each round with its neighbor', () => {
    const over = medianFigure('a', 'ms', [10, 40, 20]);
    const under = medianFigure('b', 'ms', [5, 10, 40]);
    assert.deepEqual(ratioFigure('a / b', over, under), {
      name: 'a / b',
      unit: '×',
      value: 2,
      rounds: [2, 4, 0.5],
    });
  });

  it('of single values have no rounds to compare', () => {
    const ratio = ratioFigure(
      'a / b',
      { name: 'a', unit: 'MB', value: 3 },
      { name: 'b', unit: 'MB', value: 2 },
    );
    assert.deepEqual(ratio, { name: 'a / b', unit: '×', value: 1.5 });
  });
});

describe('Contenders of the bench', () => {
  it('run in turn, and what they give while they warm up does not count', async () => {
    const turns: string[] = [];
    const contender = (name: string) => async () => turns.push(name);
    const results = await runInTurn({ a: contender('a'), b: contender('b') }, { rounds: 2, warmUpRounds: 1 });
    assert.deepEqual(turns, ['a', 'b', 'a', 'b', 'a', 'b']);
    assert.deepEqual(results, { a: [3, 5], b: [4, 6] });
  });

  it('fail the run where one of them fails', async () => {
    const broken = new Error('broken');
    await assert.rejects(runInTurn({ a: async () => 1, b: () => Promise.reject(broken) }), broken);
  });
});
