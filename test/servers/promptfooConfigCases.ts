/** One of promptfoo's configurations, or a file of tests that it and we read. What stands behind "=> " in a question is answered. */
export interface ConfigCase {
  name: string;
  /** The configuration itself is read, unless there is a file. */
  config: Record<string, unknown>;
  file?: { name: string; text: string };
}

const contains = (value: string, rest = {}) => ({ type: 'contains', value, ...rest });
const yesNo = [{ vars: { q: 'a => yes' } }, { vars: { q: 'b => no' } }];
const isYes = { assert: [contains('yes')] };

function config(name: string, prompt: unknown, test: object | object[], rest = {}): ConfigCase {
  return { name, config: { prompts: [prompt].flat(), tests: [test].flat(), ...rest } };
}

/** promptfoo asks each row's own prompt. */
function file(name: string, fileName: string, text: string): ConfigCase {
  return {
    name,
    config: { prompts: ['{{prompt}}'], tests: `file://${fileName}` },
    file: { name: fileName, text },
  };
}

const csv = (name: string, text: string) => file(`CSV: ${name}`, 'tests.csv', text);
const list = (name: string, rows: object[]) => file(`list: ${name}`, 'tests.json', JSON.stringify(rows));

const templates: [template: string, vars: object][] = [
  ['Say {{q}}', { q: 'a => yes' }],
  ['{{q}}', { q: 5 }],
  ['{{ q }}{{q}}', { q: true }],
  ['Say {{q}}\n', { q: 'x\n' }],
  ['  {{q}} ', { q: '\n x \n\n' }],
  ['[{{q}}]', { q: 'a' }],
  ['[{{q}}', { q: 'a' }],
  ['{{q}}', { q: '[1, 2]' }],
  ['{{q}}', { q: '[{"role":"user","content":"from a variable => yes"}]' }],
  ['{{q}}', { q: '- role: user\n  content: in YAML => yes\n' }],
  ['[{"role":"system","content":"{{s}}"},{"role":"user","content":"{{q}}"}]', { s: 'Be "brief"', q: 'a\nb' }],
  ['[{"role":"user","content":[{"type":"text","text":"{{q}}"}]}]', { q: 'parts' }],
  ['[{"role":"user","content":"{{q}}"},{"role":"assistant","content":"It is"}]', { q: 'begun' }],
  ['- role: system\n  content: Hi\n- role: user\n  content: "{{q}}"\n', { q: 'plain' }],
  ['{{q | upper}}', { q: 'a' }],
  ['{{ q.a }}', { q: { a: 'b' } }],
  ['{% if q %}yes{% endif %}', { q: 'a' }],
  ['{# nothing #}{{q}}', { q: 'a' }],
  ['{{q}}', { q: ['a', 'b'] }],
  ['{{q}}', { q: 'see {{r}}', r: 'nested' }],
  ['{{q}}', { q: '{{ r | upper }}', r: 'nested' }],
  ['{{q}}', {}],
  ['{{q}} and {{r}}', { q: 'a' }],
  ['a { b } {c: 1}', { q: 'a' }],
  ['{{q}}', { q: '$& $1 $$' }],
  ['{{q}}', { q: 'ünïcode 日本 😀' }],
  ['{{q}}', { q: 'a', unused: 'see {{r}}' }],
  ['{{ q}}', { q: 'file://missing.txt' }],
];

const options: [name: string, value: object][] = [
  ['prefix', { prefix: 'Before {{q}}: ' }],
  ['suffix', { suffix: ' after {{q}}' }],
  ['both', { prefix: '<', suffix: '>' }],
  ['empty prefix', { prefix: '' }],
  ['transform', { transform: 'output.toUpperCase()' }],
  ['postprocess', { postprocess: 'output + "yes"' }],
  ['transformVars', { transformVars: '({ ...vars, q: "changed" })' }],
  ['temperature', { temperature: 0.3 }],
  ['response_format', { response_format: { type: 'json_object' } }],
  ['runSerially', { runSerially: true }],
  ['repeat', { repeat: 1 }],
  ['rubricPrompt', { rubricPrompt: 'Is it?' }],
  ['disableDefaultAsserts', { disableDefaultAsserts: true }],
  ['disableDefaultAsserts off', { disableDefaultAsserts: false }],
];

/** Which of three checks with these weights pass, and what the threshold is. */
const scores: [weights: (number | undefined)[], passing: boolean[], threshold: number][] = [
  [1, 2, 3].flatMap((heavy) =>
    [
      [true, false, false],
      [false, true, true],
      [true, true, true],
      [false, false, false],
    ].flatMap((passing) =>
      [0, 0.25, 0.5, 2 / 3, 1].map((threshold): (typeof scores)[number] => [
        [heavy, undefined, 0.5],
        passing,
        threshold,
      ]),
    ),
  ),
].flat();

const someSets: [name: string, assert: object[], threshold?: number][] = [
  ['all pass', [{ type: 'assert-set', assert: [contains('yes'), contains('y')] }]],
  ['one fails', [{ type: 'assert-set', assert: [contains('yes'), contains('z')] }]],
  ['with a threshold', [{ type: 'assert-set', threshold: 0.5, assert: [contains('yes'), contains('z')] }]],
  ['below it', [{ type: 'assert-set', threshold: 0.6, assert: [contains('yes'), contains('z')] }]],
  [
    'with weights',
    [{ type: 'assert-set', threshold: 0.7, assert: [contains('yes', { weight: 3 }), contains('z')] }],
  ],
  ['of weight 0', [{ type: 'assert-set', weight: 0, assert: [contains('z')] }]],
  ['beside another', [contains('yes'), { type: 'assert-set', threshold: 0.5, assert: [contains('z')] }]],
  [
    'within a threshold',
    [
      contains('yes'),
      { type: 'assert-set', threshold: 0.9, weight: 2, assert: [contains('yes'), contains('z')] },
    ],
    0.6,
  ],
  ['all within a threshold', [contains('z'), { type: 'assert-set', assert: [contains('yes')] }], 0.5],
  ['of weight 0 within', [contains('yes'), { type: 'assert-set', weight: 0, assert: [contains('z')] }], 1],
  [
    'two',
    [1, 2].map((weight) => ({ type: 'assert-set', weight, assert: [contains(weight === 1 ? 'yes' : 'z')] })),
    0.3,
  ],
  [
    'with one that needs a model',
    [contains('yes'), { type: 'assert-set', assert: [{ type: 'javascript', value: 'true' }] }],
  ],
  ['with a check of weight 0', [contains('yes'), contains('z', { weight: 0 })]],
  ['a check of weight 0 with a threshold', [contains('yes'), contains('z', { weight: 0 })], 1],
  ['javascript with a threshold', [contains('yes'), { type: 'javascript', value: 'false' }], 0.5],
  ['negated', [{ type: 'not-contains', value: 'z' }, contains('z')], 0.5],
];

const defaults: [name: string, defaultTest: object, test: object][] = [
  ['checks', isYes, {}],
  ['checks and own', isYes, { assert: [contains('a')] }],
  ['checks switched off', isYes, { options: { disableDefaultAsserts: true } }],
  ['checks switched off, own', isYes, { options: { disableDefaultAsserts: true }, assert: [contains('no')] }],
  ['switched off in the default itself', { ...isYes, options: { disableDefaultAsserts: true } }, {}],
  ['threshold', { threshold: 0.5 }, { assert: [contains('yes'), contains('z')] }],
  ['threshold and own', { threshold: 1 }, { threshold: 0.5, assert: [contains('yes'), contains('z')] }],
  ['variables', { vars: { r: 'Berlin' } }, isYes],
  ['prefix', { options: { prefix: '<' } }, isYes],
  ['prefix and own', { options: { prefix: '<' } }, { ...isYes, options: { prefix: '>' } }],
  ['prefix and an empty one', { options: { prefix: '<' } }, { ...isYes, options: { prefix: '' } }],
  ['transform', { options: { transform: 'output + "yes"' } }, isYes],
];

const schemas: [name: string, value: object | string, answers: string[]][] = [
  [
    'nullable',
    { type: 'object', properties: { a: { type: 'string', nullable: true } } },
    ['{"a":null}', '{"a":1}'],
  ],
  [
    'nullable false',
    { type: 'object', properties: { a: { type: 'string', nullable: false } } },
    ['{"a":null}'],
  ],
  [
    'a property of that name',
    { type: 'object', properties: { nullable: { type: 'string' } } },
    ['{"nullable":null}'],
  ],
  ['nullable items', { type: 'array', items: { type: 'integer', nullable: true } }, ['[1,null]', '["a"]']],
  ['in YAML', 'type: object\nproperties:\n  a: {type: number, nullable: true}\n', ['{"a":null}', '{"a":""}']],
  [
    'a constant like it',
    { const: { type: 'string', nullable: true } },
    ['{"type":"string","nullable":true}'],
  ],
  ['nullable and an enum', { type: 'string', nullable: true, enum: ['a', null] }, ['null', '"b"']],
];

export const configCases: readonly ConfigCase[] = [
  ...templates.map(([template, vars]) =>
    config(`template ${template} ${JSON.stringify(vars)}`, template, { vars, ...isYes }),
  ),
  ...options.map(([name, value]) =>
    config(
      `options: ${name}`,
      '{{q}}',
      yesNo.map((test) => ({ ...test, ...isYes, options: value })),
      {
        defaultTest: { assert: [contains('e')] },
      },
    ),
  ),
  ...scores.map(([weights, passing, threshold]) =>
    config(`threshold ${threshold} of ${weights}: ${passing}`, '{{q}}', {
      vars: { q: 'a => yes' },
      threshold,
      assert: passing.map((passes, at) =>
        contains(passes ? 'yes' : 'z', weights[at] === undefined ? {} : { weight: weights[at] }),
      ),
    }),
  ),
  ...someSets.map(([name, assert, threshold]) =>
    config(
      `assert-set: ${name}`,
      '{{q}}',
      yesNo.map((test) => ({ ...test, assert, ...(threshold && { threshold }) })),
    ),
  ),
  ...defaults.map(([name, defaultTest, test]) =>
    config(
      `defaultTest: ${name}`,
      'For {{q}}',
      yesNo.map((one) => ({ ...one, ...test })),
      { defaultTest },
    ),
  ),
  ...schemas.map(([name, value, answers]) =>
    config(
      `schema: ${name}`,
      'Say {{q}}',
      answers.map((answer) => ({ vars: { q: `=> ${answer}` }, assert: [{ type: 'is-json', value }] })),
    ),
  ),
  config(
    'two prompts',
    ['A {{q}}', 'B {{q}}'],
    yesNo.map((test) => ({ ...test, ...isYes })),
  ),
  config(
    'prompts chosen by a test',
    ['A {{q}}', 'B {{q}}'],
    [{ ...yesNo[0], prompts: ['A {{q}}'] }, yesNo[1] ?? {}],
  ),
  config('prompts with labels', [{ raw: 'A {{q}}', label: 'a' }], yesNo),
  config(
    'prompts with settings',
    [{ raw: 'A {{q}}', label: 'a', config: { temperature: 1 } }, 'B {{q}}'],
    yesNo,
  ),
  config('a scoring function', '{{q}}', {
    ...yesNo[1],
    ...isYes,
    assertScoringFunction: 'file://missing.js',
  }),
  config('an answer that is there', '{{q}}', { ...yesNo[1], ...isYes, providerOutput: 'yes' }),
  csv('a plain expectation', 'prompt,__expected\na => yes,yes\nb => no,yes\n'),
  csv('a threshold', 'prompt,__expected1,__expected2,__threshold\na => yes,contains:yes,contains:z,0.5\n'),
  csv(
    'a threshold too high',
    'prompt,__expected1,__expected2,__threshold\na => yes,contains:yes,contains:z,0.6\n',
  ),
  csv('a threshold of 0', 'prompt,__expected,__threshold\na => yes,contains:z,0\n'),
  csv('a threshold that is none', 'prompt,__expected,__threshold\na => yes,contains:z,half\n'),
  csv('a threshold of a plain expectation', 'prompt,__expected,__threshold\na => yes,no,0.5\n'),
  csv(
    'prefix and suffix',
    'prompt,__prefix,__suffix,__expected\na => yes,<,>,contains:yes\nb,,,contains:ok\n',
  ),
  csv('variables', 'prompt,city,__expected\nIn {{city}} => {{city}},Rome,contains:{{city}}\n'),
  csv('an empty variable', 'prompt,city,__expected\nIn {{city}} => yes,,contains:yes\n'),
  csv('a filter', 'prompt,city,__expected\nIn {{city | upper}},Rome,contains:ROME\n'),
  csv('a condition', 'prompt,__expected\n{% if true %}x{% endif %},contains:ok\n'),
  csv('a variable in a variable', 'prompt,a,b,__expected\nSay {{a}},in {{b}},Rome,contains:ok\n'),
  csv('an unknown variable', 'prompt,__expected\nSay {{nothing}},contains:ok\n'),
  csv('a filter in a check', 'prompt,city,__expected\na => ROME,rome,contains:{{city | upper}}\n'),
  csv(
    'a chat',
    'prompt,__expected\n"[{""role"":""system"",""content"":""Hi""},{""role"":""user"",""content"":""a => yes""}]",contains:yes\n',
  ),
  csv(
    'columns that are nothing',
    'prompt,__expected,__description,__metadata:team,__metric\na => yes,contains:yes,first,red,m\n',
  ),
  csv('a configured check', 'prompt,__expected,__config:__expected:threshold\na => yes,contains:yes,0.5\n'),
  csv('a check in a file', 'prompt,__expected\na => yes,file://missing.js\n'),
  csv('lists', 'prompt,__expected\na => yes,"contains-any:no, yes"\n'),
  csv('spaces around names', 'prompt, __expected\na => yes,contains:yes\n'),
  list('prompts as variables', [{ vars: { prompt: 'a => yes' }, ...isYes }]),
  list('“prompts” in a row', [{ vars: { prompt: 'a => yes' }, ...isYes, prompts: ['{{prompt}}'] }]),
  list('“tests” in a row', [{ vars: { prompt: 'a => yes' }, ...isYes, tests: [] }]),
  list('a description', [
    { description: 'first', vars: { prompt: 'a => yes' }, ...isYes, metadata: { a: 1 } },
  ]),
  list('a variable within', [{ vars: { prompt: 'In {{city}}', city: 'Rome' }, assert: [contains('ok')] }]),
  list('a threshold', [
    { vars: { prompt: 'a => yes' }, threshold: 0.5, assert: [contains('yes'), contains('z')] },
  ]),
];
