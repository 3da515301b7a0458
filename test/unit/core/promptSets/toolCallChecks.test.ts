import assert from 'node:assert/strict';
import { callsIn } from '../../../../src/core/promptSets/check/callsInText.ts';
import { type Check, Checker } from '../../../../src/core/promptSets/index.ts';

const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      parameters: {
        type: 'object',
        required: ['city'],
        properties: { city: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
  { type: 'function', function: { name: 'bare' } },
];
const made = (...calls: [name: string, args: string][]) =>
  calls.map(([name, args], at) => ({ id: `c${at}`, name, arguments: args }));
const oslo = made(['get_weather', '{"city":"Oslo"}']);
const valid = { type: 'is-valid-openai-tools-call' };
const weather = (value: object) => ({ type: 'tool-call', value: { name: 'get_weather', ...value } });

describe('A check of tool calls', () => {
  const checker = new Checker();
  const found = async (check: Check, calls: typeof oslo, text = '') => {
    const [result] = await checker.check({ checks: [check], offered: { tools } }, text, calls);
    return [result?.passed, result?.callError];
  };
  const cases: [check: Check, calls: typeof oslo, callError?: string][] = [
    [valid, oslo],
    [valid, made(['get_weather', '{}']), 'missingArgument'],
    [valid, made(['get_weather', '{"city":"Oslo","x":1}']), 'extraArgument'],
    [valid, made(['get_weather', '{"city":1}']), 'wrongValue'],
    [valid, made(['get_weather', '{"city"']), 'brokenJson'],
    [valid, made(['bare', '{}']), 'wrongTool'],
    [weather({}), oslo],
    [weather({ arguments: { city: 'Oslo' } }), oslo],
    [weather({ arguments: { city: 'Bergen' } }), oslo, 'wrongValue'],
    [weather({ arguments: {} }), oslo, 'extraArgument'],
    [weather({ arguments: {}, match: 'subset' }), oslo],
    [weather({ arguments: { city: 'Oslo', days: 2 }, match: 'subset' }), oslo, 'missingArgument'],
    [
      weather({ arguments: { at: { city: 'Oslo' } }, match: 'subset' }),
      made(['get_weather', '{"at":{"city":"Oslo","zip":"1"}}']),
    ],
    [weather({ arguments: { required: ['city'] }, match: 'schema' }), oslo],
    [weather({ arguments: { required: ['zip'] }, match: 'schema' }), oslo, 'missingArgument'],
    [weather({}), made(['get_time', '{}']), 'wrongTool'],
    [weather({}), [...oslo, ...made(['get_time', '{}'])], 'wrongTool'],
    [weather({}), made(['get_weather', '[']), 'brokenJson'],
    [weather({ arguments: {} }), made(['get_weather', ''])],
    [{ type: 'tool-call-f1', value: ['get_weather'] }, oslo],
    [{ type: 'tool-call-f1', value: 'get_weather,get_time' }, oslo, 'wrongTool'],
    [{ type: 'tool-call-f1', value: 'get_weather,get_time', threshold: 0.66 }, oslo],
  ];
  for (const [check, calls, callError] of cases)
    it(`${JSON.stringify(check)} finds ${callError ?? 'nothing'} in ${calls.map((one) => one.name + one.arguments)}`, async () => {
      assert.deepEqual(await found(check, calls), [callError === undefined, callError]);
      const negated = await found({ ...check, type: `not-${check.type}` }, calls);
      assert.deepEqual(negated, [callError !== undefined, undefined]);
    });

  it('takes each call for one that is wanted, in any order', async () => {
    const value = [
      { name: 'f', arguments: {}, match: 'subset' },
      { name: 'f', arguments: { a: 1 } },
    ];
    const calls = made(['f', '{"a":1}'], ['f', '{"b":2}']);
    assert.deepEqual(await found({ type: 'tool-call', value }, calls), [true, undefined]);
    assert.deepEqual(await found({ type: 'tool-call', value }, calls.slice(0, 1)), [false, 'noCall']);
  });

  it('fails on mere text, as one of text fails on a mere call, and nothing passes any, not even negated', async () => {
    for (const check of [valid, weather({}), { type: 'tool-call-f1', value: 'get_weather' }]) {
      assert.deepEqual(await found(check, [], 'It is 4 °C.'), [false, 'noCall']);
      assert.deepEqual(await found({ ...check, type: `not-${check.type}` }, [], ' '), [false, undefined]);
    }
    assert.deepEqual(await found({ type: 'not-contains', value: 'x' }, oslo), [false, undefined]);
  });

  it('reads the calls that a text makes, in the forms that models are trained on', async () => {
    const texts = [
      '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>',
      "I look. <tool_call>{'arguments': {'city': 'Oslo'}, 'name': 'get_weather'}",
      '[get_weather(city="Oslo")]',
      '{"name":"get_weather","parameters":{"city":"Oslo"}}',
      '[{"name":"get_weather","arguments":"{\\"city\\":\\"Oslo\\"}"}]',
    ];
    for (const text of texts)
      assert.deepEqual(
        await found(weather({ arguments: { city: 'Oslo' } }), [], text),
        [true, undefined],
        text,
      );
    const broken = '<tool_call>{"name": "get_weather", "arguments": {</tool_call>';
    assert.deepEqual(await found(weather({}), [], broken), [false, 'brokenJson']);
    assert.deepEqual(callsIn("[Get It(a=[1, -2.5], b={\"c\": True, 'd': None}, e='it\\'s'), f.g()]"), [
      { name: 'Get It', arguments: '{"a":[1,-2.5],"b":{"c":true,"d":null},"e":"it\'s"}' },
      { name: 'f.g', arguments: '{}' },
    ]);
    for (const text of ['No.', '[1, 2]', '{"a":1}', '[see](https://a.example)', '[f(a=b)]', ''])
      assert.deepEqual(callsIn(text), [], text);
  });

  it('counts in a score as much as promptfoo’s F1 says', async () => {
    const assertions = [{ type: 'tool-call-f1', value: 'get_weather,get_time', threshold: 0.5 }, valid];
    const set = { type: 'assert-set', threshold: 0.9, assert: assertions };
    const results = await checker.check({ checks: [set], offered: { tools } }, '', oslo);
    assert.equal(results[0]?.reason, 'score 0.83 (threshold 0.9)');
  });
});
