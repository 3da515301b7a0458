import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/api/serviceError.ts';
import type { RowCell } from '../../../../src/core/promptSets/report/runRows.ts';
import type { RunResult } from '../../../../src/core/promptSets/run/runRecord.ts';
import type { ErrorWords } from '../../../../src/core/promptSets/words/runNotices.ts';
import { pageDetail } from '../../../../src/ui/promptSets/words/detailText.ts';
import { ratingNotes, ratingProgressText } from '../../../../src/ui/promptSets/words/ratingText.ts';
import { pageRow } from '../../../../src/ui/promptSets/words/rowText.ts';
import { runProgressText } from '../../../../src/ui/promptSets/words/runProgressText.ts';
import { plan, prompt } from '../../core/promptSets/run/runBench.ts';

const at = new Date(2025, 10, 18, 10, 42).getTime();
const errorWords: ErrorWords = ({ kind }) => `Because of ${kind}.`;

describe('The progress of a run', () => {
  const asking = { startedAt: at, before: 0, wait: undefined };
  const counts = { done: 312, of: 400, left: 88 };
  const textAfter = (ms: number, done = 312, left = 88) =>
    runProgressText({ ...counts, done, left }, asking, at + ms);

  it('is counted, and its end estimated from the pace so far', () => {
    assert.equal(runProgressText(counts, undefined), '312 of 400');
    assert.equal(textAfter(200_000), '312 of 400 · about 1 min');
    assert.equal(textAfter(30_000), '312 of 400 · about 10 s');
    assert.equal(textAfter(30_000, 20, 10_000), '20 of 400 · about 4 h 10 min');
    assert.equal(textAfter(1000), '312 of 400');
    assert.equal(textAfter(30_000, 4, 396), '4 of 400');
  });

  it('says what it waits for', () => {
    const error = new ServiceError('rateLimited', 'Busy.', { endpoint: 'POST /x', status: 429 });
    const waiting = (ms: number, now: number) => {
      const wait = { until: now + ms, error, attempt: 1 } as never;
      return runProgressText(counts, { ...asking, wait }, now).replace('\u202f', ' ');
    };
    assert.equal(waiting(8000, Date.now()), '312 of 400 · Busy, trying again in 8 s');
    assert.equal(waiting(600_000, at), '312 of 400 · waits until 10:52 AM');
    assert.equal(waiting(14 * 3_600_000, at), '312 of 400 · waits until Nov 19, 2025 12:42 AM');
  });
});

const result: RunResult = {
  ...{ v: 1, is: 'result', prompt: 0, model: 0, repetition: 0, attempt: 1, at: 1, state: 'complete' },
  ...{ text: 'No\nway', reasoning: '', figures: { durationMs: 1 }, settings: {} },
};
const cell = (fields: Partial<RowCell> = {}): RowCell => ({
  ...{
    model: 0,
    repetition: 0,
    state: 'complete',
    attempt: 1,
    check: 'none',
    isUnchecked: false,
    callError: undefined,
    isEmpty: false,
    refusal: 0,
    digest: 1,
    textDigest: 1,
  },
  ...{ ttftMs: undefined, tokensPerSecond: undefined, completionTokens: undefined, isEstimated: false },
  ...{ result, checks: undefined },
  ...fields,
});
const check = (reason: string, passed: boolean, isUnchecked?: true) => ({
  ...{ check: { type: 'contains' }, passed, reason },
  ...(isUnchecked && { isUnchecked }),
});
const asked = prompt(0, { id: 'refund\u202e-1', expected: 'yes', reference: 'Yes.' });

describe('A row of a run, in words', () => {
  const markOf = (...cells: RowCell[]) =>
    pageRow({ prompt: 0, asked, cells }, { models: plan.models.slice(0, 1) }, errorWords).marks[0];

  it('has its id and its question', () => {
    const { label, question } = pageRow({ prompt: 0, asked, cells: [] }, plan, errorWords);
    assert.deepEqual([label, question], ['refund-1', 'Question 0?']);
  });

  it('marks an answer with the check that decides', () => {
    const checks = [check('starts-with “Yes”', true), check('contains “refund”', false)];
    assert.deepEqual(markOf(cell({ check: 'failed', checks })), {
      is: 'failed',
      answer: 'No way',
      text: 'contains “refund”',
    });
    assert.deepEqual(markOf(cell({ check: 'passed', checks: checks.slice(0, 1) })), {
      is: 'passed',
      answer: 'No way',
      text: 'starts-with “Yes”',
    });
    const slow = [check('regex: not checked, it takes over 250 ms', false, true)];
    assert.deepEqual(markOf(cell({ checks: slow })), {
      is: 'none',
      answer: 'No way',
      text: 'regex: not checked, it takes over 250 ms',
    });
  });

  it('shows how an answer begins, or why there is none', () => {
    assert.deepEqual(markOf(cell()), { is: 'none', answer: 'No way', text: '' });
    assert.deepEqual(markOf(cell({ state: 'missing', result: undefined })), {
      is: 'missing',
      answer: '',
      text: '',
    });
    const error = { kind: 'tls' };
    assert.deepEqual(markOf(cell({ state: 'failed', result: { ...result, state: 'failed', error } })), {
      is: 'error',
      answer: '',
      text: 'Because of tls.',
    });
  });

  it('counts what passed of several answers', () => {
    const passed = cell({ check: 'passed' });
    const missed = cell({ check: 'failed' });
    assert.deepEqual(markOf(passed, missed, passed), {
      is: 'mixed',
      answer: 'No way',
      text: '2 of 3 passed',
    });
    assert.equal(markOf(passed, passed)?.is, 'passed');
    assert.equal(markOf(missed, missed)?.is, 'failed');
    assert.equal(markOf(cell({ state: 'missing', result: undefined }), cell())?.answer, 'No way');
  });

  it('opens with all that is known of it', () => {
    const checks = [check('contains “refund”', false)];
    const cells = [cell({ check: 'failed', checks }), cell({ model: 1, state: 'sent', result: undefined })];
    const detail = pageDetail({ prompt: 0, asked, cells }, errorWords, true);
    assert.deepEqual([detail.line, detail.expected, detail.reference], [1, 'yes', 'Yes.']);
    assert.deepEqual(detail.messages, [{ role: 'user', text: 'Question 0?' }]);
    assert.deepEqual(
      detail.answers.map(({ text, alert }) => [text, alert]),
      [
        ['No\nway', undefined],
        ['', 'Waiting for the answer…'],
      ],
    );
    assert.deepEqual(detail.answers[0]?.checks, [{ is: 'failed', text: 'contains “refund”' }]);
  });

  it('says of a long text how much is left out', () => {
    const cells = [cell({ result: { ...result, text: 'x'.repeat(100_001) } })];
    const [answer] = pageDetail({ prompt: 0, asked, cells }, errorWords, false).answers;
    assert.ok(answer?.text.endsWith('x…\n(100,000 of 100,001 characters; Export has all)'));
  });
});

describe('The progress of blind ratings', () => {
  it('says how far a round is', () => {
    const progress = { rated: 24, skipped: 0, of: 1060, same: 0 };
    assert.equal(ratingProgressText(progress), '24 of 1,060 rated');
    assert.equal(ratingProgressText({ ...progress, skipped: 3 }), '24 of 1,060 rated, 3 skipped');
    assert.deepEqual(ratingNotes(progress, { repetitions: 1, isNewRound: false }), []);
    assert.deepEqual(ratingNotes({ ...progress, same: 1 }, { repetitions: 2, isNewRound: true }), [
      'This is a new round. The verdict of the last one stands until you finish this one.',
      '1 prompt is left out, since both answers to it are the same.',
      'Of repeated prompts, the first answer is rated.',
    ]);
  });
});
