import assert from 'node:assert/strict';
import type { Prompt } from '../../../../../src/core/promptSets/prompt.ts';
import { readPromptSet } from '../../../../../src/core/promptSets/readPromptSet.ts';
import { keptSetLines } from '../../../../../src/core/promptSets/report/keptSet.ts';
import { useFolder } from '../../fixtures.ts';
import { openRuns, plan, prompt } from '../run/runBench.ts';

describe('The set that a run has kept', () => {
  const folder = useFolder();

  it('is read as the same prompts', async () => {
    const kept: Prompt[] = [
      prompt(0),
      prompt(1, { expected: 'Yes', group: 'refunds', tags: ['refund', 'lang:en'] }),
      prompt(2, { expected: 'Yes', checks: [{ type: 'not-contains', value: 'no' }] }),
      prompt(3, { reference: 'We refund within 14 days.' }),
      prompt(4, { reference: 'Yes', checks: [{ type: 'number', value: 42 }] }),
      prompt(5, {
        messages: [
          { role: 'system', content: 'Be {{brief}}.' },
          { role: 'user', content: 'Why?\u2028=1+1' },
          { role: 'assistant', content: 'Because.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'And this?' },
              { type: 'image', url: 'data:image/png;base64,AAAA' },
            ],
          },
        ],
      }),
      prompt(6, {
        messages: [
          { role: 'user', content: 'Ask f.' },
          { role: 'assistant', content: [], toolCalls: [{ id: 'a', name: 'f', arguments: '{ "x" :1.0}' }] },
          { role: 'tool', name: 'f', content: 'No.', toolCallId: 'a' },
        ],
        offered: {
          tools: [{ type: 'function', function: { name: 'f' } }],
          ...{ tool_choice: 'required', parallel_tool_calls: false },
        },
      }),
    ];
    async function* given() {
      yield* kept;
    }
    const { store, locks } = openRuns(folder());
    const file = await store.create(plan, given());
    async function* bytes() {
      for await (const line of keptSetLines(file)) yield Buffer.from(line);
    }
    const read: Prompt[] = [];
    for await (const item of readPromptSet(bytes(), 'kept.jsonl'))
      if ('prompt' in item) read.push(item.prompt);
    assert.deepEqual(read, kept);
    await file.release();
    locks.dispose();
  });
});
