import assert from 'node:assert/strict';
import http from 'node:http';
import { checkNames } from '../../../../src/core/promptSets/check/checkTypes.ts';
import { Checker } from '../../../../src/core/promptSets/index.ts';
import { longestTurnOf } from '../../cpuTime.ts';

/** A schema in so many others; a set's may have 50 levels, but one that is text any. */
const levels = 20;
const nested = (wrap: (inner: unknown) => unknown) =>
  Array.from({ length: levels }).reduce<unknown>((inner) => wrap(inner), { type: 'string' });

/** Schemas that lead elsewhere, or nowhere. */
const schemas = (port: number): [what: string, schema: unknown][] => [
  ['another server', { $ref: `http://127.0.0.1:${port}/schema.json` }],
  [
    'another server, as its own address',
    { $id: `http://127.0.0.1:${port}/`, properties: { a: { $ref: 'b' } } },
  ],
  ['a file', { $ref: 'file:///etc/passwd' }],
  ['itself', { $ref: '#' }],
  ['one another', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
  ['the prototype', { $ref: '#/__proto__', required: ['__proto__'], properties: { constructor: false } }],
  ['its depth: not', nested((not) => ({ not }))],
  ['its depth: properties', nested((a) => ({ properties: { a }, required: ['a'] }))],
  ['its depth: all that is tried', nested((one) => ({ anyOf: [one, { not: {} }] }))],
  ['its depth: as text', `${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`],
  ['a pattern that never ends', { patternProperties: { '^(a+)+$': { pattern: '^(b+)+$' } } }],
];

const length = 4 * 1024 * 1024;
/** Answers of 4 MB, which is what one may have. */
const answers = ['{', '{"a":', '[', '1,', '-1.5e9 ', '<think>', '"', '\\', 'aaaa ', '😀', '\u0000', '\n'].map(
  (unit) => unit.repeat(length / unit.length),
);
const values: unknown[] = ['a', 7, ['a', 'b'], '^(a+)+$', { value: 1, tolerance: 1 }];

describe('A hostile check', () => {
  const checker = new Checker();

  it('reads nothing and asks nobody, wherever its schema leads', async () => {
    const asked: string[] = [];
    const server = http.createServer(({ url }, answer) => {
      asked.push(String(url));
      answer.end('true');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(address && typeof address === 'object');
    try {
      for (const [what, schema] of schemas(address.port))
        for (const type of ['is-json', 'not-is-json', 'contains-json']) {
          const answer = JSON.stringify({ a: { b: 'c' }, [`${'a'.repeat(40)}!`]: `${'b'.repeat(40)}!` });
          const [result] = await checker.check({ checks: [{ type, value: schema }] }, answer);
          assert.ok(result && result.reason.length < 1000, `${what}: ${result?.reason}`);
          assert.equal(Object.hasOwn(Object.prototype, 'a'), false);
        }
    } finally {
      server.close();
    }
    assert.deepEqual(asked, []);
  }).timeout(30_000);

  it('of an answer of 4 MB is read once or twice at most, and the next one is checked', async () => {
    for (const type of checkNames)
      for (const value of values)
        for (const [at, answer] of answers.entries()) {
          // Every check with every answer would take minutes.
          if ((values.indexOf(value) + at) % 3 !== checkNames.indexOf(type) % 3) continue;
          const longest = await longestTurnOf(() => checker.check({ checks: [{ type, value }] }, answer));
          assert.ok(
            longest < 1000,
            `${type} ${JSON.stringify(value)} of ${answer.slice(0, 9)}: ${longest} ms`,
          );
        }
    const [result] = await checker.check({ checks: [{ type: 'contains', value: 'a' }] }, 'a');
    assert.equal(result?.passed, true);
  }).timeout(60_000);
});
