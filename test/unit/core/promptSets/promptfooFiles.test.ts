import assert from 'node:assert/strict';
import { readRows } from '../../../../src/core/promptSets/file/readRows.ts';
import { asked, bytesOf, collect, readSet } from './sets.ts';

const config = `
description: Refunds
providers: [openai:gpt-4o]
prompts:
  - "Answer {{ question }} in {{language}}."
  - - {role: system, content: "Speak {{language}}."}
    - {role: user, content: "{{question}}"}
  - file://other.txt
defaultTest:
  vars: {language: English}
  assert:
    - type: not-contains
      value: sorry
tests:
  - vars: {question: Where?}
    assert:
      - {type: icontains, value: "{{language}}"}
      - {type: javascript, value: output.length}
  - description: in French
    vars:
      question: Quand ?
      language: French
`;

describe('A prompt set as promptfoo’s configuration', () => {
  it('has the metadata of each test, and the defaults’, as tags', async () => {
    const tests = [{ vars: { q: 'a' }, metadata: { topic: 'refund' } }, { vars: { q: 'b' } }];
    const set = { prompts: ['{{q}}'], tests, defaultTest: { metadata: { suite: 'ci', topic: 'any' } } };
    const { prompts } = await readSet(JSON.stringify(set), 'promptfooconfig.json');
    assert.deepEqual(
      prompts.map(({ tags }) => tags),
      [
        ['suite:ci', 'topic:refund'],
        ['suite:ci', 'topic:any'],
      ],
    );
  });

  it('is each test with each prompt, with the defaults', async () => {
    const { prompts, said } = await readSet(config, 'promptfooconfig.yaml');
    assert.deepEqual(
      prompts.map((prompt) => [prompt.line, ...asked(prompt), ...prompt.checks.map(({ value }) => value)]),
      [
        [15, 'user: Answer Where? in English.', 'sorry', 'English'],
        [15, 'system: Speak English.', 'user: Where?', 'sorry', 'English'],
        [19, 'user: Answer Quand ? in French.', 'sorry'],
        [19, 'system: Speak French.', 'user: Quand ?', 'sorry'],
      ],
    );
    assert.deepEqual(said, [
      '1 note: Not used: “description” (3).',
      '1 note: Not used: “providers” (1).',
      '1 note: Not used: prompts in other files (1).',
      '15 note: Checks not run: type “javascript” (2).',
    ]);
  });

  it('is refused once its prompts come to more together than a run may keep', async () => {
    const many = {
      prompts: ['a {{x}}', 'b {{x}}'],
      tests: Array(500).fill({ vars: { x: 'y'.repeat(1000) } }),
    };
    const bytes = () => bytesOf(JSON.stringify(many));
    assert.equal((await collect(readRows(bytes(), 'p.json'))).prompts.length, 1000);
    const { prompts, said } = await collect(readRows(bytes(), 'p.json', {}, 1024 * 1024));
    assert.ok(prompts.length < 1000);
    assert.deepEqual(said, [
      '1 fatal: The prompts of this set are longer than 1 MB together, once its templates are filled. Split the set.',
    ]);
  });

  it('may have its chats as JSON or YAML texts', async () => {
    const chats = [
      '[{"role":"user","content":"Say {{x}}"}]',
      '- role: system\n  content: Hi\n- role: user\n  content: "{{x}}"\n',
      '[{{x}}',
    ];
    const { prompts } = await readSet(
      JSON.stringify({ prompts: chats, tests: [{ vars: { x: 'a\nb' } }] }),
      'p.yaml',
    );
    assert.deepEqual(prompts.map(asked), [['user: Say a\nb'], ['system: Hi', 'user: a\nb'], ['user: [a\nb']]);
  });

  it('may be a list of tests alone, or have no tests', async () => {
    assert.deepEqual(
      (await readSet('- vars: {q: a}\n- vars: {prompt: b, x: c}\n', 'tests.yml')).prompts.map(asked),
      [['user: a'], ['user: b']],
    );
    assert.deepEqual((await readSet('prompts: Sing\n', 'p.yaml')).prompts.map(asked), [['user: Sing']]);
  });

  it('names what its templates and variables have that we don’t, and leaves those tests out', async () => {
    const tests = [
      'vars: {q: [a, b]}',
      'vars: {q: {a: b}}',
      'vars: {q: file://a.txt}',
      'vars: {q: "{{x}}"}',
      'vars: tests.csv',
      'vars: {}',
      'vars: {q: a}\n    options: {prefix: b}',
      'vars: {q: 5}',
    ];
    const list = tests.map((test) => `  - ${test}\n`).join('');
    const { prompts, said } = await readSet(
      `prompts: ["{{q}}"]\ntests:\n${list}  - file://more.yaml\n`,
      'p.yaml',
    );
    assert.deepEqual(prompts.map(asked), [['user: ba'], ['user: 5']]);
    assert.deepEqual(said, [
      '3 Left out: a variable is a list (1).',
      '4 Left out: a variable is an object (1).',
      '5 Left out: a variable is in another file (1).',
      '6 Left out: a variable has a template in it (1).',
      '7 Left out: the variables are in another file (1).',
      '8 Left out: the variable “q” has no value (1).',
      '12 Left out: tests in other files (1).',
    ]);
    for (const template of ['{{ q | upper }}', '{% if q %}a{% endif %}', '{{q.a}}', '{# a #}'])
      assert.deepEqual(
        (await readSet(`prompts: ["${template}"]\ntests: [{vars: {q: a}}]\n`, 'p.yaml')).said,
        [
          '1 fatal: This file has no prompt that can be run.',
          '2 Left out: the template has more than “{{name}}” (1).',
        ].reverse(),
      );
  });

  it('is left out where promptfoo would ask or judge otherwise', async () => {
    const test = { vars: { q: 'a' } };
    const said = async (config: object) =>
      (await readSet(JSON.stringify({ prompts: ['{{q}}'], ...config }), 'p.json')).said.find(
        (one) => !one.includes('Not used'),
      );
    assert.equal(
      await said({ tests: [{ ...test, options: { transform: 'x', prefix: '' } }] }),
      '1 Left out: tests with “options.transform” (1).',
    );
    assert.equal(
      await said({ tests: [test], providers: ['openai:a', { id: 'b', transform: 'x' }] }),
      '1 Left out: tests of a provider with “transform” (1).',
    );
    assert.equal(
      await said({ tests: [test], defaultTest: 'file://default.yaml' }),
      '1 fatal: “defaultTest” of this file is in another file, which is not read.',
    );
    assert.equal(
      await said({ tests: [{ ...test, prompts: ['a'] }] }),
      '1 Left out: tests with “prompts” (1).',
    );
    assert.equal(
      await said({ tests: [{ ...test, assertScoringFunction: 'file://a.js' }] }),
      '1 Left out: tests with “assertScoringFunction” (1).',
    );
    assert.equal(
      await said({ tests: [test], defaultTest: { vars: 'file://a.csv' } }),
      '1 Left out: the variables are in another file (1).',
    );
    assert.equal(
      await said({ prompts: [{ raw: '{{q}}', label: 'a', config: {} }], tests: [test] }),
      '1 fatal: The tests or prompts of this file are in other files, which are not read.',
    );
  });

  it('has the options and checks of its default, but where a test says otherwise', async () => {
    const { prompts } = await readSet(
      JSON.stringify({
        prompts: ['{{q}}'],
        defaultTest: { options: { prefix: '<' }, threshold: 0.5, assert: [{ type: 'is-json' }] },
        tests: [
          { vars: { q: 'a' }, options: { prefix: '' } },
          {
            vars: { q: 'b' },
            options: { disableDefaultAsserts: true },
            assert: [{ type: 'contains', value: 'x' }],
          },
        ],
      }),
      'p.json',
    );
    assert.deepEqual(
      prompts.map((prompt) => [...asked(prompt), prompt.checks[0]?.assert?.map(({ type }) => type)]),
      [
        ['user: <a', ['is-json']],
        ['user: <b', ['contains']],
      ],
    );
  });

  it('may be a list whose rows have “tests” or “prompts”, and asks “[{{q}}]” as a text', async () => {
    const rows = [
      { vars: { prompt: 'a' }, prompts: ['x'] },
      { vars: { prompt: 'b' }, tests: [] },
    ];
    assert.deepEqual((await readSet(JSON.stringify(rows), 'p.json')).prompts.map(asked), [
      ['user: a'],
      ['user: b'],
    ]);
    const config = {
      prompts: ['[{{q}}]', '{{q}}'],
      tests: [{ vars: { q: '[{"role":"user","content":"hi"}]' } }],
    };
    assert.deepEqual((await readSet(JSON.stringify(config), 'p.json')).prompts.map(asked), [
      ['user: [[{"role":"user","content":"hi"}]]'],
      ['user: hi'],
    ]);
  });

  it('says line and column of what is no YAML, and refuses what is none of its files', async () => {
    assert.deepEqual((await readSet('tests:\n  - a: "b\n', 'p.yaml')).said, [
      '3:1 fatal: Not valid YAML: Missing closing "quote.',
    ]);
    assert.match((await readSet('a: b\n', 'p.yaml')).said[0] ?? '', /neither “tests” nor “prompts”/);
    assert.match((await readSet('tests: tests.csv\nprompts: a\n', 'p.yaml')).said[0] ?? '', /in other files/);
  });
});
