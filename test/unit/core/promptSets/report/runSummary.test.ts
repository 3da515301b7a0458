import assert from 'node:assert/strict';
import { runSummary } from '../../../../../src/core/promptSets/report/runSummary.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { type Interval, meanRate, wilson } from '../../../../../src/core/statistics/index.ts';
import { leastTurnOf } from '../../../cpuTime.ts';
import { type Answer, no, rows, runOf, yes } from './scoredRun.ts';

const timed = (ttftMs: number): Answer => ({
  ...yes,
  figures: { durationMs: 1, ttftMs, tokensPerSecond: 60, completionTokens: 9 },
});

const interval = ([low, high]: Interval) => ({ low, high });

describe('The summary of a run', () => {
  it('gives each model’s pass rate with its Wilson interval', async () => {
    const [base, other] = await runSummary(runOf([...rows(6, yes, no), ...rows(4, no, yes)]));
    const [low, high] = wilson(6, 10);
    assert.deepEqual(base?.passed, { share: 0.6, low, high, of: 10, interval: 'wilson' });
    assert.equal(other?.passed?.share, 0.4);
  });

  it('gives the mean of repeated or grouped prompts with its t interval, unless each passed or not', async () => {
    const [base] = await runSummary(runOf(rows(3, yes, no, no, no)));
    const [low, high] = meanRate([0.5, 0.5, 0.5]);
    assert.deepEqual(base?.passed, { share: 0.5, low, high, of: 3, interval: 't' });
    const groups = ['a', 'a', 'b'];
    const [grouped] = await runSummary(runOf([...rows(2, yes, no), ...rows(1, no, no)], { groups }));
    assert.deepEqual(grouped?.passed, { share: 0.5, ...interval(wilson(1, 2)), of: 2, interval: 'wilson' });
  });

  it('counts what failed, was cut or empty, and leaves them out of the figures', async () => {
    const failed: Answer = { state: 'failed', text: '' };
    const [base] = await runSummary(
      runOf([
        ...rows(2, timed(100), no),
        ...rows(1, failed, no),
        ...rows(1, { state: 'limit', text: ' ' }, no),
        ...rows(1, undefined, no),
      ]),
    );
    assert.deepEqual(base?.counts, { missing: 1, sent: 0, complete: 2, limit: 1, cut: 0, failed: 1 });
    assert.deepEqual([base?.empty, base?.tokens, base?.tokensPerSecond, base?.passed?.of], [1, 18, 60, 3]);
  });

  it('gives the time to the first token, and the 95th percentile from 20 answers on', async () => {
    const of = async (count: number) => {
      const scored = runOf(Array.from({ length: count }, (_, at) => [timed((at + 1) * 10), no]));
      return (await runSummary(scored))[0]?.ttftMs;
    };
    assert.deepEqual(await of(19), { p50: 100, p95: undefined });
    assert.deepEqual(await of(20), { p50: 100, p95: 190 });
    assert.equal((await runSummary(runOf(rows(3, no, no))))[0]?.ttftMs, undefined);
  });

  it('blocks nothing, however many answers there are', async () => {
    const { run, index } = runOf(rows(1, yes, no));
    const one = index.facts({ prompt: 0, model: 0, repetition: 0 });
    const facts: RunFile['index']['facts'] = ({ prompt, repetition }) => ({
      ...one,
      // In no order, as they come.
      ttftMs: 200 + ((prompt * 7919 + repetition * 104_729) % 9973),
      tokensPerSecond: ((prompt * 6007 + repetition * 7907) % 9973) / 100,
    });
    const many = Object.assign(Object.create(index) as RunFile['index'], {
      facts,
      unitOf: (prompt: number) => prompt,
      counts: () => index.counts(0),
    });
    const large = { run: { ...run, prompts: 100_000, repetitions: 10 }, index: many };
    await runSummary({ ...large, run: { ...large.run, prompts: 10_000 } });
    let summary: Awaited<ReturnType<typeof runSummary>> = [];
    const ms = await leastTurnOf(async () => {
      summary = await runSummary(large);
    }, 50);
    assert.ok(ms < 50, `${ms} ms`);
    assert.deepEqual(summary[0]?.ttftMs, { p50: 200 + 4986, p95: 200 + 9474 });
  }).timeout(30_000);

  it('has no rate if nothing was checked', async () => {
    assert.equal((await runSummary(runOf(rows(2, undefined, no))))[0]?.passed, undefined);
  });
});
