import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import fc from 'fast-check';
import { checkAnew } from '../../../../../src/core/promptSets/ask/recordChecks.ts';
import { checkNames } from '../../../../../src/core/promptSets/check/checkTypes.ts';
import { readRows } from '../../../../../src/core/promptSets/file/readRows.ts';
import type { Prompt } from '../../../../../src/core/promptSets/prompt.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { holds } from '../../../properties/holds.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { bytesOf, lines } from '../sets.ts';
import { checkExpected, openRuns, plan, prompts } from './runBench.ts';

const check = fc.record(
  {
    value: fc.constantFrom<unknown>('yes', ['a', 'b'], { type: 'object' }),
    weight: fc.constantFrom(1, 2),
    threshold: fc.constant(0.5),
    type: fc.constantFrom(...checkNames),
  },
  { requiredKeys: ['type'] },
);
const call = { function: { arguments: '{}', name: 'f' }, id: 'c', type: 'function' };
const turn = fc.constantFrom<object>(
  { content: 'Be brief.', role: 'system' },
  { content: [{ text: 'a', type: 'text' }], role: 'user' },
  { name: 'Ann', content: 'Why?', role: 'user' },
  { tool_calls: [call], content: null, role: 'assistant' },
  { tool_call_id: 'c', name: 'f', content: '4', role: 'tool' },
);
/** Its keys stand in no usual order. */
const row = fc.record(
  {
    tags: fc.subarray(['a', 'b', 'c']),
    checks: fc.array(check, { maxLength: 2 }),
    expected: fc.constantFrom('yes', 'no'),
    group: fc.constantFrom('one', 'two'),
    parallel_tool_calls: fc.boolean(),
    tools: fc.constant([{ function: { parameters: {}, name: 'f' }, type: 'function' }]),
    messages: fc.array(turn, { maxLength: 3 }).map((turns) => [...turns, { content: 'b', role: 'user' }]),
    // Some are longer than what is written at once.
    prompt: fc.constantFrom('c', 'd'.repeat(70_000)),
  },
  { requiredKeys: [] },
);

/** All that is known of a run. */
const knownOf = ({ run, index }: RunFile) => ({
  ...{ run, remarks: index.remarks, order: [...index.askedOrder] },
  arrays: index.arrays.map(({ buffer }) => Buffer.from(buffer).toString('hex')),
});

describe('A new run', () => {
  const folder = useFolder();

  holds(
    'knows of its prompts what another window reads of them, and is of the set that it was made of',
    100,
    fc.asyncProperty(fc.array(row, { maxLength: 9 }), async (rows) => {
      const { store, locks } = openRuns(folder());
      const read = async function* (): AsyncGenerator<Prompt, void> {
        for await (const item of readRows(bytesOf(lines(...rows)), 'set.jsonl'))
          if ('prompt' in item) yield item.prompt;
      };
      const file = await store.create(plan, read());
      const other = await store.open(file.run.id);
      assert.ok(other);
      assert.deepEqual(knownOf(file), knownOf(other));
      const checking = { checker: { check: checkExpected }, log: silent };
      const { signal } = new AbortController();
      assert.deepEqual(await checkAnew(other, read(), checking, signal), {
        changed: 0,
        unknown: 0,
        mended: 0,
      });
      await file.release();
      locks.dispose();
    }),
  );

  it('tells all who add to it in the same moment that the disk takes no more', async () => {
    const full = Object.assign(new Error('No room.'), { code: 'ENOSPC' });
    let isFull = false;
    const { store, locks } = openRuns(folder(), async (...given) => {
      const file = await open(...given);
      const own = file.write.bind(file);
      return Object.assign(file, {
        write: (bytes: Uint8Array) => (isFull && bytes.length > 0 ? Promise.reject(full) : own(bytes)),
      });
    });
    const file = await store.create(plan, prompts(1));
    isFull = true;
    const first = file.add({ is: 'begun', at: 1, underWay: [] });
    // The first line waits for others by now.
    await Promise.resolve();
    const second = file.add({ is: 'ended', why: 'stopped', at: 2 });
    await assert.rejects(first, full);
    await assert.rejects(second, full);
    assert.equal(file.index.state, 'new');
    isFull = false;
    await file.add({ is: 'begun', at: 3, underWay: [] });
    assert.equal(file.index.state, 'begun');
    await file.release();
    locks.dispose();
  });
});
