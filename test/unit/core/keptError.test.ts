import assert from 'node:assert/strict';
import { keepError } from '../../../src/core/keptError.ts';
import { failed } from './fixtures.ts';

describe('What is kept of an error', () => {
  it('is enough to describe it, with the time to come back', () => {
    const details = { status: 429, code: 'busy', serverMessage: 'Too fast.', requestId: 'req-1' };
    const error = failed('rateLimited', { ...details, retryAfterMs: 5000, cause: 1 });
    assert.deepEqual(keepError(error, 1000), { kind: 'rateLimited', ...details, retryAt: 6000 });
    assert.deepEqual(keepError(failed('network')), { kind: 'network' });
  });

  it('is nothing for an unforeseen one, since its text may contain anything', () => {
    assert.deepEqual(keepError(new TypeError('key sk-1')), { kind: 'protocol' });
  });
});
