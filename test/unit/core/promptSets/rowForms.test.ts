import assert from 'node:assert/strict';
import { asked, lines, readSet } from './sets.ts';

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

/** Each form with what is asked, and what else of it counts. */
const cases: [form: string, row: object, asked: string[], rest: object][] = [
  ['our own prompt', { prompt: 'Hi', expected: 'Hello' }, ['user: Hi'], { expected: 'Hello' }],
  [
    'our own messages',
    { messages: [{ role: 'developer', content: 'Be kind.' }, user('Hi')], group: 7, id: 'a' },
    ['system: Be kind.', 'user: Hi'],
    { group: '7', id: 'a' },
  ],
  [
    'our own, whatever else is there',
    { prompt: 'Hi', input: 'not this', instruction: 'nor this', query: 'nor' },
    ['user: Hi'],
    {},
  ],
  [
    'our own, with no checks in their list',
    { prompt: 'Hi', expected: 'Hello', checks: [] },
    ['user: Hi'],
    { expected: 'Hello' },
  ],
  [
    'our own, in a group with space around its name',
    { prompt: 'Hi', expected: 'a', group: ' g ' },
    ['user: Hi'],
    { expected: 'a', group: 'g' },
  ],
  [
    'our own, with tags, each once',
    { prompt: 'Hi', expected: 'a', tags: ['refund', ' refund ', 'angry\u202e'], metadata: { x: 'y' } },
    ['user: Hi'],
    { expected: 'a', tags: ['refund', 'angry'] },
  ],
  [
    'another form with one tag',
    { query: 'Hi', tags: 'refund, or not' },
    ['user: Hi'],
    { tags: ['refund, or not'] },
  ],
  [
    'Inspect with metadata, whose texts are tags',
    { input: 'Hi', metadata: { topic: 'refund', level: 3, of: ['a', 'b'], text: 'x'.repeat(100), no: ' ' } },
    ['user: Hi'],
    { tags: ['topic:refund', 'of:a', 'of:b'] },
  ],
  [
    'a promptfoo test with metadata and tags',
    { vars: { question: 'Hi' }, metadata: { topic: 'refund' }, tags: ['angry'] },
    ['user: Hi'],
    { tags: ['angry', 'topic:refund'] },
  ],
  [
    'Inspect, with numbers as its target',
    { input: 'Hi', target: [42, 'x'] },
    ['user: Hi'],
    { checks: [{ type: 'equals-any', value: ['42', 'x'] }] },
  ],
  [
    'our own, by its checks before all others',
    { input: 'not this', prompt: 'Hi', checks: [{ type: 'contains', value: 'x' }] },
    ['user: Hi'],
    { checks: [{ type: 'contains', value: 'x' }] },
  ],
  [
    'OpenAI batch, without method and url',
    { custom_id: 'q-1', body: { messages: [user('Hi')] } },
    ['user: Hi'],
    { id: 'q-1' },
  ],
  ['chat SFT', { messages: [user('Hi'), assistant('Hello')] }, ['user: Hi'], { reference: 'Hello' }],
  [
    'chat SFT with several turns: the last answer is the reference',
    { messages: [user('a'), assistant('b'), user('c'), assistant('d')] },
    ['user: a', 'assistant: b', 'user: c'],
    { reference: 'd' },
  ],
  [
    'ShareGPT with roles, as others write it',
    { conversations: [user('Hi'), assistant('Hello')] },
    ['user: Hi'],
    { reference: 'Hello' },
  ],
  [
    'Dolly',
    { instruction: 'Sum up', context: 'a text', response: 'short', category: 'summarization' },
    ['user: Sum up\na text'],
    { reference: 'short' },
  ],
  [
    'KTO, with a good answer',
    { prompt: 'Hi', completion: 'Hello', label: true },
    ['user: Hi'],
    { reference: 'Hello' },
  ],
  ['KTO, with an answer to be avoided', { prompt: 'Hi', completion: 'No', label: false }, ['user: Hi'], {}],
  [
    'our own, with a threshold',
    {
      prompt: 'Hi',
      threshold: 0.5,
      checks: [{ type: 'contains', value: 'a', weight: 2 }, { type: 'is-json' }],
    },
    ['user: Hi'],
    {
      checks: [
        {
          type: 'assert-set',
          threshold: 0.5,
          assert: [{ type: 'contains', value: 'a', weight: 2 }, { type: 'is-json' }],
        },
      ],
    },
  ],
  [
    'our own, with a set of checks without a threshold',
    {
      prompt: 'Hi',
      checks: [{ type: 'assert-set', weight: 2, assert: [{ type: 'contains', value: 'a', weight: 3 }] }],
    },
    ['user: Hi'],
    { checks: [{ type: 'contains', value: 'a' }] },
  ],
  [
    'ShareGPT',
    {
      system: 'Be kind.',
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'gpt', value: 'Hello' },
      ],
    },
    ['system: Be kind.', 'user: Hi'],
    { reference: 'Hello' },
  ],
  [
    'Alpaca, whose input is not Inspect’s',
    { instruction: 'Translate', input: 'Hi', output: 'Salut', system: 'Be kind.', history: [['a', 'b']] },
    ['system: Be kind.', 'user: a', 'assistant: b', 'user: Translate\nHi'],
    { reference: 'Salut' },
  ],
  ['Alpaca without input', { instruction: 'Sing', input: '', output: '' }, ['user: Sing'], {}],
  [
    'a promptfoo test with the template as its prompt',
    { prompt: 'Say {{ word }}', vars: { word: 'hi' }, assert: [{ type: 'contains', value: '{{word}}' }] },
    ['user: Say hi'],
    { checks: [{ type: 'contains', value: 'hi' }] },
  ],
  ['a promptfoo test with one variable', { vars: { question: 'Hi' } }, ['user: Hi'], {}],
  [
    'Inspect with a text',
    { input: 'Hi', target: 'Hello', id: 3 },
    ['user: Hi'],
    { id: '3', expected: 'Hello' },
  ],
  [
    'Inspect with messages and several targets',
    { input: [user('Hi')], target: ['a', 'b'] },
    ['user: Hi'],
    { checks: [{ type: 'equals-any', value: ['a', 'b'] }] },
  ],
  ['prompt and completion', { prompt: 'Hi', completion: 'Hello' }, ['user: Hi'], { reference: 'Hello' }],
  [
    'prompt and completion as messages',
    { prompt: [user('Hi')], completion: [assistant('Hello')] },
    ['user: Hi'],
    { reference: 'Hello' },
  ],
  ['Foundry Toolkit', { query: 'Hi' }, ['user: Hi'], {}],
  [
    'another form with our checks, and an address that is no file',
    { query: 'Hi', checks: [{ type: 'contains', value: 'https://example.org/refund' }] },
    ['user: Hi'],
    { checks: [{ type: 'contains', value: 'https://example.org/refund' }] },
  ],
];

describe('A row of a prompt set', () => {
  for (const [form, row, question, rest] of cases)
    it(`is read as ${form}`, async () => {
      const { prompts } = await readSet(lines(row), 'set.jsonl');
      assert.equal(prompts.length, 1);
      const [prompt] = prompts;
      assert.ok(prompt);
      assert.deepEqual(asked(prompt), question);
      const { messages: _, ...found } = prompt;
      assert.deepEqual(found, { line: 1, id: '1', checks: [], ...rest });
    });

  it('says which tags are not used: what is no text, or too long for a tag', async () => {
    const rows = [{ x: 1 }, [4], 'x'.repeat(101), []].map((tags) => ({ query: 'Hi', tags }));
    const { prompts, said } = await readSet(lines(...rows), 'set.jsonl');
    assert.deepEqual(said, ['1 note: Not used: “tags” (3).']);
    assert.ok(prompts.every(({ tags }) => tags === undefined));
    const many = Array.from({ length: 60 }, (_, at) => `tag ${at}`);
    const [first] = (await readSet(lines({ query: 'Hi', tags: many }), 'set.jsonl')).prompts;
    assert.equal(first?.tags?.length, 50);
  });

  it('keeps images, and text around them', async () => {
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url: 'https://example.org/cat.png' } },
    ];
    const { prompts } = await readSet(lines({ messages: [user(content)] }), 'set.jsonl');
    assert.deepEqual(prompts[0]?.messages[0]?.content, [
      { type: 'text', text: 'What is it?' },
      { type: 'image', url: 'https://example.org/cat.png' },
    ]);
  });

  it('of training warns that it may prove nothing, and its answer is no check', async () => {
    const row = { messages: [user('Hi'), assistant('Hello')] };
    const { prompts, said } = await readSet(lines({ query: 'a' }, row, row), 'set.jsonl');
    assert.deepEqual(
      prompts.map(({ checks, expected }) => [checks, expected]),
      [1, 2, 3].map(() => [[], undefined]),
    );
    assert.deepEqual(said, [
      '2 note: Rows with their own answer, as in training data (2). Rows that the adapter was trained on prove nothing.',
    ]);
  });

  it('says what it has and we don’t, by kind and with a count', async () => {
    const critic = { role: 'critic', content: '4' };
    const { prompts, said } = await readSet(
      lines(
        { query: 'a', ground_truth: 'x' },
        { query: 'b', ground_truth: 'y', context: 'z' },
        { custom_id: 'c', body: { model: 'm', messages: [user('Hi')] } },
        { messages: [user('d'), critic, user('e')] },
        { messages: [user([{ type: 'input_audio', input_audio: {} }])] },
        {
          prompt: 'f',
          checks: [
            { type: 'llm-rubric', value: 'Is good' },
            { type: 'contains', value: 'x', weight: 2 },
          ],
        },
        {
          prompt: 'g',
          checks: [
            { type: 'not-similar', value: 'x' },
            { type: 'regex', value: 'x', transform: 'y' },
          ],
        },
        {
          prompt: 'h',
          checks: [
            { type: 'contains', value: 'file://x.txt' },
            { type: 'contains', value: 'x', weight: 0 },
          ],
        },
      ),
      'set.jsonl',
    );
    assert.deepEqual(
      prompts.map(({ id, checks }) => `${id} ${checks.length}`),
      ['1 0', '2 0', 'c 0', '6 1', '7 0', '8 0'],
    );
    assert.deepEqual(said, [
      '1 note: Not used: “ground_truth” (2).',
      '2 note: Not used: “context” (1).',
      '3 note: Not used: “body.model” (1).',
      '4 Left out: turns of the role “critic” (1).',
      '5 Left out: a message has content other than text and images (1).',
      '6 note: Checks not run: type “llm-rubric” (1).',
      '7 note: Checks not run: type “not-similar” (1).',
      '7 note: Checks not run: with “transform” (1).',
      '8 note: Checks not run: a value in another file (1).',
      '8 note: Checks not run: a weight of 0 (1).',
    ]);
  });

  it('that would be asked otherwise by what it was made for is left out, by kind and with a count', async () => {
    const begun = [user('a'), assistant('It is')];
    const call = { role: 'assistant', content: null, tool_calls: [{ id: 'a', function: {} }] };
    const { said } = await readSet(
      lines(
        { custom_id: 'a', body: { messages: begun } },
        { input: begun, target: 'b' },
        { vars: {}, prompt: JSON.stringify(begun) },
        { messages: [user('a'), call] },
        { prompt: 'a', tools: ['f'] },
        { custom_id: 'a', body: { messages: [user('a')], functions: 'f' } },
        { prompt: 'good', tools: [], threshold: 1 },
        { prompt: 'a', completion: 'b', label: false },
      ),
      'set.jsonl',
    );
    assert.deepEqual(said, [
      '1 Left out: its messages end with the beginning of an answer (3).',
      '4 Left out: a tool call has no name (1).',
      '5 Left out: “tools” must be a list of tools (1).',
      '6 Left out: “functions” must be a list of tools (1).',
      '7 note: Not used: “tools” (1).',
      '7 note: Not used: “threshold” (1).',
      '8 note: Not used: answers whose “label” is false (1).',
    ]);
  });

  it('with a threshold has no checks if one that counts can’t be run', async () => {
    const rubric = { type: 'llm-rubric', value: 'c' };
    const isA = { type: 'contains', value: 'a' };
    const { prompts, said } = await readSet(
      lines(
        { prompt: 'a', threshold: 0.5, checks: [isA, rubric] },
        { prompt: 'b', threshold: 0.5, checks: [isA, { ...rubric, weight: 0 }] },
        { prompt: 'c', checks: [isA, { type: 'assert-set', threshold: 0.5, assert: [isA, rubric] }] },
        { prompt: 'd', threshold: 1, checks: [isA, { type: 'assert-set', assert: [rubric] }] },
      ),
      'set.jsonl',
    );
    const inSet = (threshold: number, ...checks: object[]) => [
      { type: 'assert-set', threshold, assert: checks },
    ];
    assert.deepEqual(
      prompts.map(({ checks }) => checks),
      [[], inSet(0.5, isA), [isA], []],
    );
    assert.ok(
      said.includes("1 note: Checks not run: with a threshold, beside one that can't be run (3)."),
      said.join(),
    );
  });

  it('only shows what is expected if its checks can’t be run', async () => {
    const row = { prompt: 'a', expected: 'b', checks: [{ type: 'llm-rubric', value: 'c' }] };
    const { prompts } = await readSet(lines(row), 'set.jsonl');
    assert.deepEqual([prompts[0]?.expected, prompts[0]?.reference], [undefined, 'b']);
  });

  it('that can’t be used is left out with a sentence, and the others are read', async () => {
    const rows: [row: unknown, why: RegExp][] = [
      [7, /not a JSON object/],
      [{ text: 'a' }, /no prompt found/],
      [{ messages: [] }, /no messages/],
      [{ messages: [{ role: 'system', content: 'a' }] }, /must end with the user's turn/],
      [{ messages: [user(null)] }, /no content/],
      [{ prompt: '  ' }, /“prompt” must be text/],
      [{ prompt: 'a', checks: 'contains' }, /must be a list/],
      [{ prompt: 'a', checks: [{ value: 'b' }] }, /no type/],
      [{ prompt: 'a', checks: [{ type: 'contains' }] }, /“contains” must be text/],
      [{ prompt: 'a', checks: [{ type: 'regex', value: '(' }] }, /must be a regular expression/],
      [{ prompt: 'a', checks: [{ type: 'number', value: 'b' }] }, /must be a number/],
      [{ prompt: 'a', checks: [{ type: 'maxLength', value: 0.5 }] }, /must be a whole number/],
      [{ prompt: 'a', checks: [{ type: 'contains-any', value: [] }] }, /must be a list of 1 to 1,000 texts/],
      [{ prompt: 'a', checks: [{ type: 'is-json', value: 3 }] }, /must be a JSON schema/],
      [{ prompt: 'a', checks: [{ type: 'contains', value: 'x'.repeat(100_001) }] }, /at most 100,000/],
      [{ prompt: 'a', id: 'x'.repeat(201) }, /“id” must have at most 200/],
      [{ custom_id: 'a', body: { input: 'b' } }, /no messages/],
      [{ instruction: 'a', history: ['b'] }, /history/],
      [{ input: 'a', choices: ['b', 'c'], target: 'A' }, /it has “choices”/],
      [
        { prompt: 'a', threshold: '1', checks: [{ type: 'is-json' }] },
        /“threshold” of its checks must be a number/,
      ],
      [{ prompt: 'a', checks: [{ type: 'is-json', weight: -1 }] }, /“weight” of its checks must be a number/],
      [{ prompt: 'a', checks: [{ type: 'assert-set', assert: 'b' }] }, /must be a list/],
    ];
    const { prompts, said } = await readSet(
      lines(...rows.map(([row]) => row), { query: 'good' }),
      'set.jsonl',
    );
    assert.deepEqual(
      prompts.map(({ id }) => id),
      [String(rows.length + 1)],
    );
    assert.equal(said.length, rows.length);
    for (const [at, [, why]] of rows.entries())
      assert.match(said[at] ?? '', new RegExp(`^${at + 1} Left out.*${why.source}`));
  });

  it('gets an id of its own', async () => {
    const ids = ['a', 'a', 'a (2)', 'a', undefined, '5'];
    const { prompts, said } = await readSet(lines(...ids.map((id) => ({ query: 'q', id }))), 'set.jsonl');
    assert.deepEqual(
      prompts.map(({ id }) => id),
      ['a', 'a (2)', 'a (2) (2)', 'a (3)', '5', '5 (2)'],
    );
    assert.deepEqual(said, ['2 note: Same id as another row, so a number such as “(2)” was added (4).']);
  });
});
