import assert from 'node:assert/strict';
import type { TestAnswer } from '../../../../src/core/testRequests/testRequest.ts';
import type { TestResult } from '../../../../src/core/testRequests/testRun.ts';
import { resultRow } from '../../../../src/ui/testRequests/testText.ts';
import { testAnswer as answer, connection } from '../../core/fixtures.ts';

const acme = connection();
const ofBase = (text: string, fields: Partial<TestAnswer> = {}) => answer(text, { name: 'llama', ...fields });
const failed = (kind: string, status: number, serverMessage?: string) =>
  answer('', {
    state: 'failed',
    error: { kind, status, ...(serverMessage !== undefined && { serverMessage }) },
  });
const cut = { state: 'cut' } as const;

describe('The words on a test request', () => {
  const none = 'tone did not answer.';
  const dropped = { droppedFields: ['temperature'] };
  const broken = failed('server', 500, 'Out of memory.');
  const reasoned = answer('', { reasoning: 'Hm' });
  const answered = 'tone answered in 0.40 s';
  const isCut = 'tone started to answer, but was cut off.';
  const mayBeChance =
    "Its answer differs from llama's, which may be chance: Acme doesn't accept `temperature`.";
  const isSame = "Its answer is the same as llama's. This can mean that the adapter is not applied.";
  const unknownBase = { ...failed('notFound', 404), name: 'llama' };
  const noBase = "Its base model llama did not answer: Acme doesn't know the model llama (404).";
  const unnamed = { connectionId: 'acme', kind: 'lora', name: 'tone', baseModelName: undefined } as const;
  const timed = answer('Hi', { figures: { durationMs: 420, ttftMs: 200, isFirstRequest: true } });
  /** Rows without an outcome have the usual one. */
  const cases: [what: string, result: Partial<TestResult>, remark: string, outcome?: string][] = [
    [
      'with its times',
      { answer: timed },
      '',
      'tone answered in 0.42 s (0.20 s to first token, first request).',
    ],
    ['that differs', { base: ofBase('Ho') }, "Its answer differs from llama's."],
    ['that differs, which may be chance', { base: ofBase('Ho', dropped) }, mayBeChance],
    ['that is the same', { base: ofBase('Hi') }, isSame],
    ['whose base is not known', { model: unnamed }, 'Its base model is not known, so nothing was compared.'],
    ['whose base does not answer', { base: unknownBase }, noBase],
    ['whose base gives no text', { base: ofBase('') }, 'Its base model llama gave nothing to compare with.'],
    ['whose base was stopped', { base: ofBase('', { state: 'stopped' }) }, ''],
    ['without text', { answer: answer('') }, '', `${answered}, but with no text.`],
    ['with reasoning alone', { answer: reasoned }, '', `${answered}, so far only with reasoning.`],
    ['that was cut off', { answer: answer('H', cut) }, 'The connection closed.', isCut],
    ['without a word', { answer: answer('', cut) }, 'The connection closed before the first word.', none],
    ['that failed', { answer: broken }, 'Acme answered with an error (500). Out of memory.', none],
    [
      'whose key was refused',
      { answer: failed('unauthorized', 401) },
      'Acme refused the API key (401).',
      none,
    ],
    ['that was stopped', { answer: answer('Hi', { state: 'stopped' }) }, '', 'tone was stopped.'],
    ['that was not sent', { answer: undefined }, '', 'tone was not asked.'],
  ];
  for (const [what, result, remark, outcome = `${answered}.`] of cases) {
    it(`say how it ended: one ${what}`, () => {
      const model = { connectionId: 'acme', kind: 'lora', name: 'tone', baseModelName: 'llama' } as const;
      const whole = { model, answer: answer('Hi'), base: undefined, ...result };
      assert.deepEqual(resultRow(whole, acme), { outcome, remark });
    });
  }
});
