import assert from 'node:assert/strict';
import { failedOutcome, isGone, isLeft, type Outcome } from '../../../../src/core/deletion/outcome.ts';
import { failed, lora } from '../fixtures.ts';

describe('An entry’s outcome', () => {
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
      assert.equal(isLeft({ lora: lora('a'), outcome, credentials: 'own' }), what === 'left');
    });
  }

  it('is a refusal only if the service refused, and not for a name that was never requested', () => {
    const refused = failed('badRequest', { status: 400, code: 'INVALID_NAME' });
    assert.equal(failedOutcome(refused, 'check').is, 'refused');
    assert.equal(failedOutcome(failed('badRequest', { code: 'INVALID_NAME' }), 'check').is, 'failed');
  });
});
