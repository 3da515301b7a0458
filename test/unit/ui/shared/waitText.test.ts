import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/api/serviceError.ts';
import type { RetryWait } from '../../../../src/api/types.ts';
import { waitSentence, waitText } from '../../../../src/ui/shared/errors/waitText.ts';

const endpoint = 'GET /api/v1/lora';
const failedWith = (status?: number) =>
  new ServiceError(status === undefined ? 'network' : 'server', 'It failed.', { endpoint, status });

describe('The text for a wait', () => {
  it('says why, and for how many seconds', () => {
    const texts: [wait: RetryWait, text: string, sentence: string][] = [
      [
        { until: Date.now() + 8000, error: failedWith(503) },
        'Busy, trying again in 8 s',
        'Acme is busy (503), trying again in 8 s.',
      ],
      [
        { until: Date.now() + 20, error: failedWith(429) },
        'Busy, trying again in 1 s',
        'Acme is busy (429), trying again in 1 s.',
      ],
      [
        { until: Date.now() + 1500, error: failedWith() },
        "Can't reach it, trying again in 2 s",
        "Can't reach Acme, trying again in 2 s.",
      ],
      [
        { until: Date.now() + 1500, error: failedWith(500) },
        'Answered with an error (500), trying again in 2 s',
        'Acme answered with an error (500), trying again in 2 s.',
      ],
    ];
    for (const [wait, text, sentence] of texts) {
      assert.deepEqual([waitText(wait), waitSentence(wait, 'Acme')], [text, sentence]);
    }
  });
});
