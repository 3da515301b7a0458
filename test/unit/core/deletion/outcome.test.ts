import assert from 'node:assert/strict';
import {
  changeSince,
  isGone,
  isLeft,
  keepError,
  type Outcome,
  outcomeOf,
} from '../../../../src/core/deletion/outcome.ts';
import { failed, lora } from '../fixtures.ts';

describe('An entry’s outcome', () => {
  for (const field of ['baseModelName', 'createdAt', 'modelName', 'modelSource', 'hubRevision'] as const) {
    it(`is a change if its ${field} differs, but not if only its creator does`, () => {
      const before = { [field]: field === 'createdAt' ? 1 : 'one', creator: { apiKeyName: 'ci' } };
      const after = { ...before, [field]: field === 'createdAt' ? 2 : 'two' };
      assert.equal(changeSince(lora('a', before), lora('a', after)), 'deployedAnew');
      assert.equal(changeSince(lora('a', before), lora('a', { ...before, creator: {} })), undefined);
    });
  }

  const outcomes: [Outcome, 'gone' | 'left' | 'neither'][] = [
    [{ is: 'deleted', isReturned: false }, 'gone'],
    [{ is: 'alreadyGone' }, 'gone'],
    [{ is: 'changed', now: 'deployed' }, 'neither'],
    [{ is: 'refused', at: 'check' }, 'left'],
    [{ is: 'failed', at: 'deletion', isListed: true }, 'left'],
    [{ is: 'unknown' }, 'left'],
    [{ is: 'notTried', why: 'stopped' }, 'left'],
  ];
  for (const [outcome, what] of outcomes) {
    it(`counts as ${what === 'neither' ? 'neither gone nor left' : what} if it is ${outcome.is}`, () => {
      assert.equal(isGone(outcome), what === 'gone');
      assert.equal(isLeft({ lora: lora('a'), outcome }), what === 'left');
    });
  }

  it('is a refusal only if the service refused, and not for a name that was never requested', () => {
    const refused = failed('badRequest', { status: 400, code: 'INVALID_NAME' });
    assert.equal(outcomeOf(refused, 'check', 0).is, 'refused');
    assert.equal(outcomeOf(failed('badRequest', { code: 'INVALID_NAME' }), 'check', 0).is, 'failed');
  });

  it('keeps what is needed to describe an error, and when to come back as a time', () => {
    const error = failed('rateLimited', {
      status: 429,
      serverMessage: 'Too fast.',
      retryAfterMs: 5000,
      cause: 1,
    });
    assert.deepEqual(keepError(error, 1000), {
      kind: 'rateLimited',
      status: 429,
      serverMessage: 'Too fast.',
      retryAt: 6000,
    });
    assert.deepEqual(keepError(failed('network'), 1000), { kind: 'network' });
  });
});
