import assert from 'node:assert/strict';
import { readRefusal } from '../../../../src/api/chat/refusedFields.ts';
import { CallFailure } from '../../../../src/api/errors/callFailure.ts';
import { ServiceError } from '../../../../src/api/serviceError.ts';
import { cpuTimeOf } from '../../cpuTime.ts';

const sent = ['temperature', 'top_p', 'seed', 'stream', 'stream_options', 'top_k'];
const error = new ServiceError('badRequest', 'refused', {
  endpoint: 'POST /api/v1/chat/completions',
  status: 400,
});

/** As much text as an error body may have, again and again the same. */
const full = (text: string) => text.repeat(Math.ceil((64 * 1024) / text.length));

describe('A refusal by a hostile service', () => {
  const texts = [
    'a',
    'a.',
    "'a', ",
    'unknown field ',
    'unknown field: a, ',
    "(a, 'b' ",
    "use 'a', ",
    'property a',
  ];
  for (const text of texts) {
    it(`is read in no time: ${text} over and over`, () => {
      const said = { errors: { json: { stream: [full(text)] } }, message: full(text) };
      const ms = cpuTimeOf(() => readRefusal(new CallFailure(error, { said }), sent));
      // Without a limit on what is read, the first one takes 14 s.
      assert.ok(ms < 500, `${ms} ms`);
    });
  }

  it('is read even if its place is no list of names', () => {
    for (const loc of [[{ toString: '' }], [null, ['body']], { toString: '' }, 7]) {
      const said = { detail: [{ loc, msg: 'Unknown field: top_p' }] };
      assert.deepEqual(readRefusal(new CallFailure(error, { said }), sent)?.unknown, ['top_p']);
    }
  });

  it('is read no deeper and no longer than it makes sense', () => {
    let deep: unknown = ['Unknown field.'];
    for (let depth = 0; depth < 1000; depth += 1) deep = { errors: deep };
    assert.deepEqual(readRefusal(new CallFailure(error, { said: deep }), sent)?.unknown, []);
    const many = Array.from({ length: 10_000 }, () => ({ loc: ['body', 'x'], msg: 'no' }));
    assert.equal(readRefusal(new CallFailure(error, { said: { detail: many } }), sent)?.isNamed, false);
  });
});
