import assert from 'node:assert/strict';
import {
  compareAnswers,
  isAtZero,
  isKeyRefused,
  verdictOf,
} from '../../../../src/core/testRequests/testRequest.ts';
import { testAnswer as answer } from '../fixtures.ts';

describe('The verdict on a model', () => {
  const failed = (kind: string) => answer('', { state: 'failed', error: { kind } });
  for (const [verdict, given] of [
    ['notAsked', undefined],
    ['answers', answer('Hi', { state: 'complete' })],
    ['answers', answer('')],
    ['cut', answer('Hi', { state: 'cut' })],
    ['cut', answer('', { state: 'cut', reasoning: 'Hm' })],
    ['silent', answer('', { state: 'cut' })],
    ['stopped', answer('Hi', { state: 'stopped' })],
    ['silent', failed('server')],
    ['silent', failed('notFound')],
    ['silent', failed('timeout')],
    ['refused', failed('badRequest')],
    ['refused', failed('rateLimited')],
    ['refused', failed('forbidden')],
  ] as const) {
    it(`is ${verdict} for ${given ? `${given.state} “${given.text}” ${given.error?.kind ?? ''}` : 'nothing'}`, () => {
      assert.equal(verdictOf(given), verdict);
    });
  }

  it('distinguishes a refused key from a refused request', () => {
    assert.deepEqual(
      ['unauthorized', 'noKey', 'forbidden', 'server'].map((kind) => isKeyRefused(failed(kind))),
      [true, true, false, false],
    );
  });
});

describe('Two answers', () => {
  for (const [comparison, one, other] of [
    ['same', answer('I am a model.'), answer(' I am a model. ')],
    ['different', answer('I am a model.'), answer('I am Acme.')],
    ['same', answer('Hi', { reasoning: 'Hm' }), answer('Hi', { reasoning: 'Hm' })],
    ['different', answer('Hi', { reasoning: 'Hm' }), answer('Hi', { reasoning: 'Oh' })],
    ['same', answer('I am', { state: 'limit' }), answer('I am a model.', { state: 'complete' })],
    ['different', answer('I am', { state: 'complete' }), answer('I am a model.', { state: 'complete' })],
    [undefined, answer(''), answer('')],
    [undefined, answer('Hi'), answer('Hi', { state: 'cut' })],
    [undefined, answer('Hi'), answer('', { state: 'failed' })],
  ] as const) {
    it(`are ${comparison ?? 'not compared'}: “${one.text}” (${one.state}), “${other.text}” (${other.state})`, () => {
      assert.equal(compareAnswers(one, other), comparison);
      assert.equal(compareAnswers(other, one), comparison);
    });
  }

  it('are at temperature 0 unless the service does not take it', () => {
    assert.equal(isAtZero(answer('a'), answer('b', { droppedFields: ['max_tokens'] })), true);
    assert.equal(isAtZero(answer('a'), answer('b', { droppedFields: ['temperature'] })), false);
  });
});
