import assert from 'node:assert/strict';
import type { TestAnswer } from '../../../../src/core/testRequests/testRequest.ts';
import type { TestResult } from '../../../../src/core/testRequests/testRun.ts';
import { resultRow } from '../../../../src/ui/testRequests/testText.ts';

const acme = {
  ...{ id: 'acme', name: 'Acme', baseUrl: 'https://acme.example' },
  ...{ readOnly: false, allowHttp: false },
};

function answer(text: string, fields: Partial<TestAnswer> = {}): TestAnswer {
  return {
    ...{ name: 'tone', state: 'limit', text, reasoning: '', figures: { durationMs: 400 } },
    ...{ error: undefined, droppedFields: [], ...fields },
  };
}
const ofBase = (text: string, fields: Partial<TestAnswer> = {}) => answer(text, { name: 'llama', ...fields });
const failed = (kind: string, status: number, serverMessage?: string) =>
  answer('', {
    state: 'failed',
    error: { kind, status, ...(serverMessage !== undefined && { serverMessage }) },
  });
const cut = { state: 'cut' } as const;

describe('The words on a test request', () => {
  const cases: [what: string, result: Partial<TestResult>, outcome: string, remark: string][] = [
    [
      'with its times',
      { answer: answer('Hi', { figures: { durationMs: 420, ttftMs: 200, isFirstRequest: true } }) },
      'tone answered in 0.42 s (0.20 s to first token, first request).',
      '',
    ],
    ['that differs', { base: ofBase('Ho') }, 'tone answered in 0.40 s.', "Its answer differs from llama's."],
    [
      'that differs, at another temperature than 0',
      { base: ofBase('Ho', { droppedFields: ['temperature'] }) },
      'tone answered in 0.40 s.',
      "Its answer differs from llama's, which may be chance: Acme does not take `temperature`.",
    ],
    [
      'that is the same',
      { base: ofBase('Hi') },
      'tone answered in 0.40 s.',
      "Its answer is the same as llama's. This can mean that the adapter is not applied.",
    ],
    [
      'whose base is not known',
      { model: { connectionId: 'acme', kind: 'lora', name: 'tone', baseModelName: undefined } },
      'tone answered in 0.40 s.',
      'Its base model is not known, so nothing was compared.',
    ],
    [
      'whose base does not answer',
      { base: { ...failed('notFound', 404), name: 'llama' } },
      'tone answered in 0.40 s.',
      "Its base model llama did not answer: Acme doesn't know the model llama (404).",
    ],
    [
      'whose base gives no text',
      { base: ofBase('') },
      'tone answered in 0.40 s.',
      'Its base model llama gave nothing to compare with.',
    ],
    ['whose base was stopped', { base: ofBase('', { state: 'stopped' }) }, 'tone answered in 0.40 s.', ''],
    ['without text', { answer: answer('') }, 'tone answered in 0.40 s, but with no text.', ''],
    [
      'with reasoning alone',
      { answer: answer('', { reasoning: 'Hm' }) },
      'tone answered in 0.40 s, so far only with reasoning.',
      '',
    ],
    [
      'that was cut off',
      { answer: answer('H', cut) },
      'tone started to answer, but was cut off.',
      'The connection closed.',
    ],
    [
      'without a word',
      { answer: answer('', cut) },
      'tone did not answer.',
      'The connection closed before the first word.',
    ],
    [
      'that failed',
      { answer: failed('server', 500, 'Out of memory.') },
      'tone did not answer.',
      'Acme answered with an error (500). Out of memory.',
    ],
    [
      'whose key was refused',
      { answer: failed('unauthorized', 401) },
      'tone did not answer.',
      'Acme refused the API key (401).',
    ],
    ['that was stopped', { answer: answer('Hi', { state: 'stopped' }) }, 'tone was stopped.', ''],
    ['that was not sent', { answer: undefined }, 'tone was not asked.', ''],
  ];
  for (const [what, result, outcome, remark] of cases) {
    it(`say how it ended: one ${what}`, () => {
      const model = { connectionId: 'acme', kind: 'lora', name: 'tone', baseModelName: 'llama' } as const;
      const whole = { model, answer: answer('Hi'), base: undefined, ...result };
      assert.deepEqual(resultRow(whole, acme), { outcome, remark });
    });
  }
});
