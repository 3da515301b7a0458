import assert from 'node:assert/strict';
import { checkNames } from '../../../../src/core/promptSets/check/checkTypes.ts';
import { type Check, Checker } from '../../../../src/core/promptSets/index.ts';

const person = { type: 'object', required: ['name'], properties: { age: { type: 'integer' } } };

/** Each check with answers that pass and answers that don't. */
const cases: [type: string, value: unknown, passing: string[], failing: string[]][] = [
  ['equals', 'Paris', ['Paris'], ['Paris ', 'paris']],
  ['equals', 42, ['42'], ['42.0']],
  ['equals', { a: [1] }, ['{"a": [1]}'], ['{"a":[2]}', 'a']],
  ['equals-any', ['Paris', 'Rome '], [' Rome\n'], ['Paris or Rome']],
  ['contains', 'ref', ['a refund'], ['Refund']],
  ['contains', 7, ['a7b'], ['8']],
  ['icontains', 'REFUND', ['a Refund'], ['fund']],
  ['contains-any', ['a', 'b'], ['xbx'], ['AB']],
  ['contains-any', 'a, "b, c"', ['b, c', 'a'], ['b']],
  ['contains-any', '"say \\"hi\\"",x', ['say "hi"'], ['say hi']],
  ['contains-all', 'a,b', ['b a'], ['a']],
  ['icontains-any', ['ÄÖ'], ['äö'], ['ä']],
  ['icontains-all', 'A,b', ['aB'], ['a']],
  ['starts-with', 'No', ['No.'], [' No', 'no']],
  ['regex', '^\\d+$', ['12'], ['12 ']],
  ['regex', '(?<=a)b', ['ab'], ['b']],
  ['is-json', undefined, ['[1]', ' {"a":1}'], ['{a: 1}', '```{}```']],
  ['is-json', person, ['{"name":"a","age":3}'], ['{"age":3}', '{"name":"a","age":"3"}', 'x']],
  ['is-json', 'type: object\nrequired: [name]', ['{"name":1}'], ['{}']],
  ['contains-json', undefined, ['Here:\n```json\n{"a":{"b":"}"}}\n```'], ['{a', 'none', '[1]']],
  ['contains-json', person, ['{"x":1} {"name":"a"}'], ['{"x":1}']],
  [
    'is-json',
    {
      type: 'object',
      properties: { a: { type: ['string'], nullable: true }, b: { enum: [{ nullable: true, type: 'x' }] } },
    },
    ['{"a":null}', '{"a":"x"}', '{"b":{"nullable":true,"type":"x"}}'],
    ['{"a":1}', '{"b":null}'],
  ],
  ['number', 42, ['It is 42.', '6 * 7 = 42', '42.0'], ['43', 'forty-two']],
  ['number', 1234.5, ['$1,234.50', '1234.5'], ['1,234', '1,2345']],
  ['number', -3, ['x = -3', 'x = \u22123'], ['5-3', '3']],
  ['number', { value: 0.2, tolerance: 0.1 }, ['0.3', '0.1'], ['0.31']],
  ['number', '2e3', ['2000', '2E3'], ['2']],
  ['number', 0.5, ['.5', 'It is .5.', '0.5'], ['5', 'v1.5', 'a.5']],
  ['number', -0.5, ['-.5', 'x = -0.5'], ['.5']],
  ['maxLength', 3, ['abc', '😀😀😀'], ['abcd']],
];

describe('A set of checks', () => {
  const isIn = (value: string, weight?: number): Check => ({
    type: 'contains',
    value,
    ...(weight && { weight }),
  });
  const found = async (check: Check, answer: string) =>
    (await new Checker().check({ checks: [check] }, answer)).map(({ passed, reason, isPart }) => [
      passed,
      reason,
      isPart,
    ]);

  it('passes if its score by weight is at least its threshold', async () => {
    const set = { type: 'assert-set', threshold: 0.75, assert: [isIn('a', 3), isIn('b')] };
    assert.deepEqual(await found(set, 'xa'), [
      [true, 'score 0.75 (threshold 0.75)', undefined],
      [true, 'contains “a”', true],
      [false, 'contains “b”', true],
    ]);
    assert.deepEqual((await found(set, 'xb'))[0], [false, 'score 0.25 (threshold 0.75)', undefined]);
  });

  it('counts within another by its own score, and without a threshold if all pass', async () => {
    const inner = { type: 'assert-set', assert: [isIn('a'), isIn('b')], weight: 2 };
    const set = { type: 'assert-set', threshold: 0.6, assert: [isIn('a'), inner] };
    assert.deepEqual((await found(set, 'a'))[0], [true, 'score 0.67 (threshold 0.6)', undefined]);
    assert.deepEqual((await found(inner, 'a'))[0], [false, 'score 0.50', undefined]);
  });

  it('passes no answer without text, whatever its threshold', async () => {
    assert.equal(
      (await found({ type: 'assert-set', threshold: 0, assert: [isIn('a')] }, ' '))[0]?.[0],
      false,
    );
    assert.equal((await found({ type: 'assert-set', threshold: 0, assert: [isIn('a')] }, 'b'))[0]?.[0], true);
  });
});

describe('A check', () => {
  const passes = async (check: Check, answer: string) => {
    const [result] = await new Checker().check({ checks: [check] }, answer);
    assert.ok(result);
    assert.equal(result.isUnchecked, undefined);
    assert.equal(result.check, check);
    return result.passed;
  };

  for (const [type, value, passing, failing] of cases) {
    const check = { type, ...(value !== undefined && { value }) };
    it(`${JSON.stringify(check)} tells answers apart, and with not- the other way round`, async () => {
      for (const answer of [...passing, ...failing]) {
        assert.equal(await passes(check, answer), passing.includes(answer), answer);
        assert.equal(
          await passes({ ...check, type: `not-${type}` }, answer),
          failing.includes(answer),
          answer,
        );
      }
    });
  }

  it('of every name is tried here, but for those of tool calls', () => {
    assert.deepEqual(
      checkNames.filter((name) => !cases.some(([type]) => type === name) && !/tools?-call/u.test(name)),
      [],
    );
  });

  it('says what it wants, and what is wrong', async () => {
    const reason = async (type: string, value: unknown, answer: string) =>
      (await new Checker().check({ checks: [{ type, value }] }, answer))[0]?.reason;
    assert.equal(await reason('contains', 'refund\u202E\n', 'a'), 'contains “refund”');
    assert.equal(await reason('not-contains-any', ['a', 'b'], 'a'), 'not-contains-any “a”, “b”');
    assert.equal(await reason('number', { value: 42, tolerance: 0.5 }, 'a'), 'number 42 ± 0.5');
    assert.equal(await reason('maxLength', 3, 'abcd'), 'maxLength 3');
    assert.equal(await reason('is-json', undefined, 'a'), 'is-json: not JSON');
    assert.match((await reason('is-json', person, '{}')) ?? '', /^is-json: .*required property "name"/);
  });

  it('that can’t be applied never passes', async () => {
    for (const type of ['regex', 'not-regex'])
      assert.equal((await new Checker().check({ checks: [{ type, value: '(' }] }, 'a'))[0]?.passed, false);
    const [result] = await new Checker().check({ checks: [{ type: 'llm-rubric', value: 'Good?' }] }, 'a');
    assert.equal(result?.isUnchecked, true);
  }).timeout(60_000);
});

describe('An answer', () => {
  it('must be what is expected, but for space around it, if there are no checks', async () => {
    const result = async (expected: string, answer: string) => {
      const [only, ...others] = await new Checker().check({ expected, checks: [] }, answer);
      assert.deepEqual(others, []);
      assert.deepEqual(only?.check, { type: 'equals', value: expected });
      return [only?.passed, only?.reason];
    };
    assert.deepEqual(await result(' Paris', 'Paris\n'), [true, 'equals “Paris”']);
    assert.deepEqual(await result('Paris', 'Paris.'), [false, 'equals “Paris”']);
    const checks = [{ type: 'contains', value: 'P' }];
    assert.deepEqual(
      (await new Checker().check({ expected: 'Paris', checks }, 'P')).map(({ passed }) => passed),
      [true],
    );
    assert.deepEqual(await new Checker().check({ checks: [] }, 'P'), []);
  });

  it('without text passes no check, not even one of what it must not say', async () => {
    const check = (type: string, value?: unknown) => ({ type, ...(value !== undefined && { value }) });
    const checks = [
      check('not-contains', 'a'),
      check('maxLength', 3),
      check('not-is-json'),
      check('equals', ''),
    ];
    for (const answer of ['', ' \n']) {
      const results = await new Checker().check({ checks }, answer);
      assert.deepEqual(
        results.map(({ passed, isUnchecked }) => [passed, isUnchecked]),
        checks.map(() => [false, undefined]),
      );
    }
    assert.equal((await new Checker().check({ expected: '', checks: [] }, ''))[0]?.passed, false);
  });
});

describe('A pattern that runs out of time', () => {
  it('leaves its answer unchecked, is not tried again after five, and stops no other check', async () => {
    const bomb = { type: 'regex', value: '^(a+)+$' };
    const schema = { type: 'is-json', value: { type: 'string', pattern: '^(b+)+$' } };
    const other = { type: 'regex', value: 'a!' };
    const answer = `${'a'.repeat(40)}!`;
    const checker = new Checker();
    const reasons: (string | undefined)[] = [];
    for (let tries = 0; tries < 7; tries++) {
      const [first, second] = await checker.check({ checks: [bomb, other] }, answer);
      assert.deepEqual([first?.passed, first?.isUnchecked], [false, true]);
      assert.deepEqual([second?.passed, second?.isUnchecked], [true, undefined]);
      reasons.push(first?.reason.split(': ')[1]);
    }
    const [over, out] = ['not checked, it takes over 250 ms', 'not checked, it ran out of time on 5 answers'];
    assert.deepEqual(reasons, [over, over, over, over, over, out, out]);
    // Not even on an answer that would be quick.
    assert.equal((await checker.check({ checks: [bomb] }, 'a'))[0]?.isUnchecked, true);
    const [result] = await checker.check({ checks: [schema] }, JSON.stringify(`${'b'.repeat(40)}!`));
    assert.equal(result?.isUnchecked, true);
    // Another run's checks know nothing of it.
    assert.equal((await new Checker().check({ checks: [bomb] }, 'a'))[0]?.passed, true);
  }).timeout(60_000);
});
