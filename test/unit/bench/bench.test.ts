import assert from 'node:assert/strict';
import { describeVerdict, type Goal, goals, judgeGoals } from '../../bench/goals.ts';
import { median, medianFigure, ratioFigure } from '../../bench/harness/figures.ts';
import { runInTurn } from '../../bench/harness/rounds.ts';
import { measurements } from '../../bench/measurements.ts';

describe('The bench', () => {
  it('takes medians, leaves rounds in their order, and compares each with its neighbor', () => {
    assert.deepEqual([median([9, 1, 100, 4, 2]), median([7]), median([4, 1, 100, 2])], [4, 7, 3]);
    assert.throws(() => median([]), RangeError);
    const over = medianFigure('a', 'ms', [10, 40, 20]);
    assert.deepEqual(over, { name: 'a', unit: 'ms', value: 20, rounds: [10, 40, 20] });
    const ratio = ratioFigure('a / b', over, medianFigure('b', 'ms', [5, 10, 40]));
    assert.deepEqual(ratio, { name: 'a / b', unit: '×', value: 2, rounds: [2, 4, 0.5] });
    const single = (name: string, value: number) => ({ name, unit: 'MB' as const, value });
    const ofSingles = ratioFigure('a / b', single('a', 3), single('b', 2));
    assert.deepEqual(ofSingles, { name: 'a / b', unit: '×', value: 1.5 });
  });

  it('runs its contenders in turn, counts nothing of their warm-up, and fails where one fails', async () => {
    const turns: string[] = [];
    const contender = (name: string) => async () => turns.push(name);
    const results = await runInTurn({ a: contender('a'), b: contender('b') }, { rounds: 2, warmUpRounds: 1 });
    assert.deepEqual(turns, ['a', 'b', 'a', 'b', 'a', 'b']);
    assert.deepEqual(results, { a: [3, 5], b: [4, 6] });
    const broken = new Error('broken');
    await assert.rejects(runInTurn({ a: async () => 1, b: () => Promise.reject(broken) }), broken);
  });

  it('judges each goal of a measurement that ran, and misses what was not measured', () => {
    const atMost: Goal = { measurement: 'stream', figure: 'ours / bare loop', most: 1.1 };
    const atLeast: Goal = { measurement: 'stream', figure: 'openai / ours', least: 4 };
    const judge = (goal: Goal, value: number) =>
      judgeGoals(new Map([['stream', [{ name: goal.figure, unit: '×', value }]]]), [goal])[0]?.isMet;
    const upTo = [0.9, 1.1, 1.11, Number.NaN].map((value) => judge(atMost, value));
    assert.deepEqual(upTo, [true, true, false, false]);
    assert.deepEqual(
      [5, 4, 3.99].map((value) => judge(atLeast, value)),
      [true, true, false],
    );
    const [verdict] = judgeGoals(new Map([['stream', []]]), [atMost]);
    assert.ok(verdict && !verdict.isMet);
    assert.equal(describeVerdict(verdict), 'MISSED  stream: ours / bare loop is not measured, at most 1.1');
    assert.deepEqual(judgeGoals(new Map([['list', []]]), [atMost, atLeast]), []);
  });

  it('has goals of measurements that there are, with one limit each', () => {
    const names = new Set(measurements.map(({ name }) => name));
    assert.equal(names.size, measurements.length);
    for (const { measurement, figure, most, least } of goals) {
      assert.ok(names.has(measurement), measurement);
      assert.notEqual(most === undefined, least === undefined, figure);
    }
  });
});
