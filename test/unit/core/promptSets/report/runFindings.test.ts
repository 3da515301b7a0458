import assert from 'node:assert/strict';
import { listedFindings, runFindings } from '../../../../../src/core/promptSets/report/runFindings.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { no, rows, runOf, yes } from './scoredRun.ts';

const verdictThread = new VerdictThread();

const minimumDifference = 0.05;

describe('What a run found', () => {
  it('is gathered at once: how far it is, its figures, and a verdict by checks, ratings and a judge', async () => {
    const scored = runOf([...rows(30, no, yes), ...rows(2, yes, yes)], {
      groups: Array.from({ length: 32 }, (_, at) => `g${at % 16}`),
    });
    scored.add({ is: 'ended', why: 'complete', at: 1 });
    const findings = await runFindings(scored, verdictThread, { minimumDifference });
    const { run, progress, failed, unchecked, unit, summaries, verdicts, ratings, judged } = findings;
    assert.equal(run, scored.run);
    assert.deepEqual(
      { progress, failed, unchecked, unit, minimumDifference: findings.minimumDifference },
      {
        progress: { state: 'complete', done: 64, of: 64 },
        ...{ failed: 0, unchecked: 0, unit: 'group', minimumDifference },
      },
    );
    assert.deepEqual(
      summaries.map(({ passed }) => passed?.of),
      [16, 16],
    );
    assert.deepEqual(
      verdicts.map(({ model, verdict: { kind, isAtLeast } }) => [model, kind, isAtLeast]),
      [[1, 'better', true]],
    );
    assert.deepEqual([ratings, judged], [[], []]);
  });

  it('says that requests are sent, here or by another window, which may also have it to rate', async () => {
    const scored = runOf(rows(2, yes, no));
    const stateOf = async (situation: { isAsking?: boolean; isElsewhere?: boolean }) =>
      (await runFindings(scored, verdictThread, { minimumDifference, ...situation })).progress.state;
    assert.deepEqual(
      await Promise.all([stateOf({}), stateOf({ isAsking: true }), stateOf({ isElsewhere: true })]),
      ['new', 'running', 'new'],
    );
    scored.add({ is: 'begun', at: 1, underWay: [] });
    assert.deepEqual([await stateOf({}), await stateOf({ isElsewhere: true })], ['begun', 'running']);
  });

  it('has no verdict in a list as long as answers are asked for and none is final, or there is none', async () => {
    const kindsOf = async (scored: ReturnType<typeof runOf>, isAsked: boolean) =>
      (await listedFindings(scored, verdictThread, { isAsked, minimumDifference })).verdicts.map(
        ({ verdict }) => verdict.kind,
      );
    const open = runOf([...rows(30, no, yes), [no, undefined]]);
    assert.deepEqual([await kindsOf(open, true), await kindsOf(open, false)], [[], ['notFinal']]);
    assert.deepEqual(await kindsOf(runOf(rows(2, undefined, undefined)), false), []);
    assert.deepEqual(await kindsOf(runOf(rows(30, no, yes)), true), ['better']);
  });
});
