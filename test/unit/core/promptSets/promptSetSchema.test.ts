import assert from 'node:assert/strict';
import { type Schema, Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { checkNames } from '../../../../src/core/promptSets/check/checkTypes.ts';
import { holds } from '../../properties/holds.ts';
import { readJson } from '../../structure/sources.ts';
import { readSet } from './sets.ts';

const schema = readJson('media/promptSet.schema.json');
const validator = new Validator(schema as Schema, '7');
const isValid = (row: unknown) => validator.validate(JSON.parse(JSON.stringify([row]))).valid;

/** Without anything that is not used, except keys of the row. */
async function isRead(row: unknown): Promise<boolean> {
  const { prompts, problems } = await readSet(JSON.stringify([row]), 'set.json');
  const isUsed = problems.every(({ isNote, said: [text] }) => isNote && text.startsWith('Not used: “{0}” ('));
  return prompts.length === 1 && isUsed;
}

const question = { role: 'user', content: 'a' };
const values: [type: string, good: unknown[], bad: unknown[]][] = [
  ['equals', ['a', 4, { a: 1 }, [1], true], [undefined, null]],
  ['contains', ['a', 4], [undefined, '', [], true, {}]],
  ['starts-with', ['a'], ['', []]],
  ['contains-any', ['a,b', ['a', 1]], [undefined, [], 4, {}]],
  ['regex', ['^a$'], [undefined, '', 4, '(', []]],
  ['is-json', [undefined, {}, { type: 'object' }, 'type: object', true], [4]],
  ['number', [4, '4.5', '-1e3'], [undefined, 'a', true, []]],
  ['maxLength', [1, 280], [undefined, 0, 1.5, -1, 'a']],
  ['is-valid-openai-tools-call', [undefined], []],
  ['tool-call-f1', ['f, g', ['f']], [undefined, '', [], 4]],
  [
    'tool-call',
    [
      { name: 'f' },
      [{ name: 'f', arguments: {}, match: 'subset' }],
      { name: 'f', arguments: true, match: 'schema' },
    ],
    [
      undefined,
      'f',
      {},
      [],
      { name: 'f', arguments: true },
      { name: 'f', match: 'x' },
      { name: 'f', args: {} },
    ],
  ],
];
const withCheck = (check: object) => ({ prompt: 'a', checks: [check] });

const good: object[] = [
  { prompt: 'a' },
  { prompt: 'a', expected: 'b', id: 1, group: 'c', note: 'd' },
  { prompt: 'a', tags: ['b', 'c'] },
  { prompt: 'a', tags: 'b' },
  { messages: [{ role: 'system', content: 'a' }, question] },
  { messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] },
  {
    messages: [
      question,
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', function: { name: 'f', arguments: '' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'b' },
    ],
    tools: [{ type: 'function', function: { name: 'f' } }],
    ...{ tool_choice: 'auto', parallel_tool_calls: false },
  },
  withCheck({ type: 'tool-call-f1', value: 'f', threshold: 0.5 }),
  withCheck({ type: 'number', value: 4, tolerance: 0.5 }),
  withCheck({ type: 'contains', value: 'a', weight: 2 }),
  { ...withCheck({ type: 'contains', value: 'a', weight: 2 }), threshold: 0.5 },
  withCheck({
    type: 'assert-set',
    threshold: 0.5,
    weight: 2,
    assert: [
      { type: 'contains', value: 'a', weight: 0.5 },
      { type: 'assert-set', assert: [{ type: 'is-json' }] },
    ],
  }),
  ...values.flatMap(([type, some]) => some.map((value) => withCheck({ type, value }))),
  ...values.flatMap(([type, some]) => some.map((value) => withCheck({ type: `not-${type}`, value }))),
];
const bad: unknown[] = [
  ...[7, {}, { prompt: '' }, { prompt: ' ' }, { prompt: 4, checks: 'a' }, { messages: [] }],
  ...[{ messages: [{ role: 'critic', content: 'a' }, question] }, { messages: [{ role: 'user' }] }],
  { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] },
  ...[
    { prompt: 'a', id: 'x'.repeat(201) },
    { prompt: 'a', expected: {} },
    { prompt: 'a', group: [] },
  ],
  ...[
    withCheck({}),
    { prompt: 'a', tools: 'f' },
    { prompt: 'a', tools: [4] },
    withCheck({ type: 'llm-rubric', value: 'a' }),
    withCheck({ type: 'number', value: 1, tolerance: -1 }),
  ],
  ...[{ weight: 0 }, { weight: '2' }, { threshold: 1 }, { assert: [] }].map((part) =>
    withCheck({ type: 'contains', value: 'a', ...part }),
  ),
  withCheck({ type: 'assert-set' }),
  withCheck({ type: 'assert-set', assert: [{ type: 'llm-rubric', value: 'a' }] }),
  withCheck({ type: 'assert-set', assert: [{ type: 'contains', value: 'a' }], value: 'a' }),
  { ...withCheck({ type: 'contains', value: 'a' }), threshold: '0.5' },
  ...values.flatMap(([type, , some]) => some.map((value) => withCheck({ type, value }))),
];

describe('The JSON schema of a prompt set', () => {
  it('has the checks that there are', () => {
    const { check } = schema['definitions'] as { check: { properties: { type: { enum: string[] } } } };
    assert.deepEqual(
      new Set(check.properties.type.enum),
      new Set([...checkNames.flatMap((name) => [name, `not-${name}`]), 'assert-set']),
    );
  });

  it('accepts what is read', async () => {
    for (const row of good)
      assert.deepEqual([isValid(row), await isRead(row)], [true, true], JSON.stringify(row));
  });

  it('refuses what is left out, or of which something is', async () => {
    for (const row of bad)
      assert.deepEqual([isValid(row), await isRead(row)], [false, false], JSON.stringify(row));
  });

  const check = fc.record(
    { type: fc.constantFrom(...checkNames, 'javascript'), value: fc.jsonValue({ maxDepth: 2 }) },
    { requiredKeys: [] },
  );
  const message = fc.record(
    {
      role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
      content: fc.constantFrom('a', '', null, 4),
    },
    { requiredKeys: [] },
  );
  const row = fc.record(
    {
      prompt: fc.constantFrom('a', '', 4, null),
      id: fc.constantFrom('a', '', 4, true),
      messages: fc.array(message, { maxLength: 3 }).map((all) => [...all, question]),
      checks: fc.array(check, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  holds(
    'accepts no row that is left out',
    500,
    fc.asyncProperty(row, async (one) => {
      if (isValid(one)) assert.ok(await isRead(one), JSON.stringify(one));
    }),
  );
});
