import assert from 'node:assert/strict';
import { shuffledColumns } from '../../../../../src/core/chats/columns/blind.ts';
import { columnsOf } from './columns.ts';

describe('The order of a blind comparison', () => {
  const columns = columnsOf('A', 'B', 'C', 'D').map((column) => ({
    ...column,
    leaf: 'u1',
    isUnlisted: true,
  }));

  it('is each possible one, none of them favoured', () => {
    // Each of the 24 orders is expected 200 times. By Chernoff's bounds, a fair shuffle leaves 100 to 320 in fewer than one of
    // 10^9 runs of this test.
    const counts = new Map<string, number>();
    for (let round = 0; round < 4800; round++) {
      const order = shuffledColumns(columns)
        .map(({ model }) => model)
        .join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    assert.equal(counts.size, 24);
    for (const [order, count] of counts) assert.ok(count >= 100 && count <= 320, `${order}: ${count}`);
  });

  it('gives every column a new id and nothing else that is new', () => {
    const shuffled = shuffledColumns(columns);
    const ids = shuffled.map(({ id }) => id);
    assert.equal(new Set([...ids, ...columns.map(({ id }) => id)]).size, 8);
    const rest = (all: typeof shuffled) =>
      all.map(({ id: _id, ...column }) => column).sort((one, other) => one.model.localeCompare(other.model));
    assert.deepEqual(rest(shuffled), rest(columns));
    assert.deepEqual(shuffledColumns([]), []);
  });
});
