import assert from 'node:assert/strict';
import { describeVerdict, type Goal, goals, judgeGoals } from '../../bench/goals.ts';
import type { Figure } from '../../bench/harness/figures.ts';
import { measurements } from '../../bench/measurements.ts';

const atMost: Goal = { measurement: 'stream', figure: 'ours / bare loop', most: 1.1 };
const atLeast: Goal = { measurement: 'stream', figure: 'openai / ours', least: 4 };

function judge(goal: Goal, value: number): boolean | undefined {
  const figures: Figure[] = [{ name: goal.figure, unit: '×', value }];
  return judgeGoals(new Map([['stream', figures]]), [goal])[0]?.isMet;
}

describe('Goals of the bench', () => {
  it('that are upper limits are met up to the limit', () => {
    assert.deepEqual(
      [0.9, 1.1, 1.11, Number.NaN].map((value) => judge(atMost, value)),
      [true, true, false, false],
    );
  });

  it('that are lower limits are met from the limit on', () => {
    assert.deepEqual(
      [5, 4, 3.99].map((value) => judge(atLeast, value)),
      [true, true, false],
    );
  });

  it('are missed where their measurement ran and has no such figure', () => {
    const [verdict] = judgeGoals(new Map([['stream', []]]), [atMost]);
    assert.ok(verdict);
    assert.equal(verdict.isMet, false);
    assert.equal(describeVerdict(verdict), 'MISSED  stream: ours / bare loop is not measured, at most 1.1');
  });

  it('of a measurement that did not run are not judged', () => {
    assert.deepEqual(judgeGoals(new Map([['list', []]]), [atMost, atLeast]), []);
  });

  it('name measurements that there are, and have one limit each', () => {
    const names = new Set(measurements.map(({ name }) => name));
    assert.equal(names.size, measurements.length);
    for (const { measurement, figure, most, least } of goals) {
      assert.ok(names.has(measurement), measurement);
      assert.notEqual(most === undefined, least === undefined, figure);
    }
  });
});
