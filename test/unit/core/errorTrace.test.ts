import assert from 'node:assert/strict';
import { errorTrace } from '../../../src/core/files/errorCode.ts';

const secret = 'pa55word-of-proxy';

function traceOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return errorTrace(error);
  }
  throw new Error('Nothing was thrown.');
}

describe('An error in the log', () => {
  for (const [what, action, start] of [
    ['an address', () => new URL(`http://ada:${secret} x@`), 'TypeError ERR_INVALID_URL'],
    ['what was parsed', () => JSON.parse(secret), 'SyntaxError'],
    ['lines like a stack’s', () => throws(new RangeError(`a\n    at ${secret} (x:1:1)\n`)), 'RangeError'],
    ['a cause', () => throws(new Error('a', { cause: new Error(secret) })), 'Error'],
    ['a changed message', () => throws(Object.assign(new Error(secret), { message: 'other' })), 'Error'],
  ] as const) {
    it(`has its name, code and place, but none of its text: ${what}`, () => {
      const trace = traceOf(action);
      assert.equal(trace.split('\n')[0], start);
      assert.ok(!trace.includes(secret), trace);
      if (what !== 'a changed message') assert.match(trace, /\n\s+at .*errorTrace\.test\.ts:\d+/u);
    });
  }

  it('is described by its type if it is not an error', () => {
    assert.equal(errorTrace(secret), 'string');
    assert.equal(errorTrace(undefined), 'undefined');
  });
});

function throws(error: Error): never {
  throw error;
}
