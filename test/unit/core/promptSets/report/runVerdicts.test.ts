import assert from 'node:assert/strict';
import { runRows } from '../../../../../src/core/promptSets/report/runRows.ts';
import { runSummary } from '../../../../../src/core/promptSets/report/runSummary.ts';
import { runVerdicts } from '../../../../../src/core/promptSets/report/runVerdicts.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { plan } from '../run/runBench.ts';
import { verdictsOfRuns } from './betterCoverage.ts';
import { type Answer, no, rows, runOf, type ScoredRun, yes } from './scoredRun.ts';

const verdictThread = new VerdictThread();

async function saidOf(scored: ScoredRun): Promise<string[]> {
  return (await runVerdicts(scored, verdictThread)).map(({ verdict: { kind, why } }) =>
    why === undefined ? kind : `${kind}: ${why}`,
  );
}

describe('The verdicts on a run', () => {
  it('compare each model with the base, prompt by prompt', async () => {
    const { run, index } = runOf([
      ...rows(10, no, yes),
      ...rows(2, yes, no),
      ...rows(20, yes, yes),
      ...rows(5, no, no),
    ]);
    const [{ model, verdict } = { model: 0, verdict: undefined }, ...more] = await runVerdicts(
      {
        run,
        index,
      },
      verdictThread,
    );
    assert.deepEqual([model, more], [1, []]);
    const { kind, better, worse, equal, lost, limited } = verdict ?? {};
    assert.deepEqual(
      { kind, better, worse, equal, lost, limited },
      { kind: 'better', better: 10, worse: 2, equal: 25, lost: 0, limited: 0 },
    );
  });

  it('count a group once, and a repeated prompt', async () => {
    const groups = Array.from({ length: 40 }, (_, at) => `g${at % 10}`);
    const grouped = runOf(rows(40, no, yes), { groups });
    assert.equal((await runVerdicts(grouped, verdictThread))[0]?.verdict.better, 10);
    const repeated = runOf(rows(12, no, no, no, yes, yes, no));
    const [judged] = await runVerdicts(repeated, verdictThread);
    assert.deepEqual([judged?.verdict.better, judged?.verdict.test], [12, 'signFlip']);
    assert.ok(Math.abs((judged?.verdict.difference ?? 0) - 2 / 3) < 1e-12);
  });

  it('say what they would be without prompts that pass now and then, if anything else', async () => {
    const verdictOf = async (row: Parameters<typeof runOf>[0]) =>
      (await runVerdicts(runOf(row), verdictThread))[0]?.verdict;
    const steady = rows(20, yes, yes, yes, yes);
    const turned = await verdictOf([...steady, ...rows(12, no, no, yes, no)]);
    assert.deepEqual([turned?.kind, turned?.withoutFlaky], ['better', 'unclear']);
    const alike = await verdictOf([...rows(20, no, no, yes, yes), ...rows(12, no, no, yes, no)]);
    assert.deepEqual([alike?.kind, alike?.withoutFlaky], ['better', undefined]);
    const few = await verdictOf(rows(12, no, no, yes, no));
    assert.deepEqual([few?.kind, few?.withoutFlaky], ['better', 'none']);
  });

  it('leave out what failed or was not asked, and count it where it was lost', async () => {
    const failed: Answer = { state: 'failed', text: '' };
    const { run, index, add } = runOf([
      ...rows(40, no, yes),
      ...rows(1, failed, yes),
      ...rows(1, yes, failed),
      ...rows(5, no, undefined),
    ]);
    const verdict = async () => (await runVerdicts({ run, index }, verdictThread))[0]?.verdict;
    const before = await verdict();
    assert.deepEqual([before?.kind, before?.lost, before?.better], ['notFinal', 2, 40]);
    add({ is: 'gaveUp', model: 1, at: 1 });
    const after = await verdict();
    assert.deepEqual([after?.kind, after?.why, after?.lost], ['none', 'lost', 7]);
  });

  it('take an answer at the token limit as it is, and say what it would be otherwise', async () => {
    const limited: Answer = { state: 'limit', isPassed: true };
    const [found] = await runVerdicts(
      runOf([...rows(5, no, yes), ...rows(4, no, limited), ...rows(20, yes, yes)]),
      verdictThread,
    );
    const { kind, limited: count, ifLimited } = found?.verdict ?? {};
    assert.deepEqual([kind, count, ifLimited], ['better', 4, { passed: 'better', failed: 'unclear' }]);
  });

  it('don’t know what the connection cut', async () => {
    const cut: Answer = { state: 'cut', isPassed: true };
    const scored = runOf([...rows(7, no, yes), ...rows(1, no, cut), ...rows(30, yes, yes)]);
    const [found] = await runVerdicts(scored, verdictThread);
    assert.deepEqual([found?.verdict.better, found?.verdict.lost], [7, 1]);
    // The summary and the rows say the same.
    const [, other] = await runSummary(scored);
    assert.deepEqual([other?.passed?.of, other?.counts.cut], [37, 1]);
    assert.equal((await runRows(scored, 'better')).length, 7);
  });

  it('leave out what both models refuse alike, but not what one does', async () => {
    const refused = (status: number): Answer => ({
      state: 'failed',
      text: '',
      error: { kind: 'badRequest', status },
    });
    const verdict = async (base: Answer, other: Answer) =>
      (await runVerdicts(runOf([...rows(30, no, yes), ...rows(3, base, other)]), verdictThread))[0]?.verdict;
    const both = await verdict(refused(422), refused(422));
    assert.deepEqual([both?.kind, both?.refused, both?.lost], ['better', 3, 0]);
    const others = [
      verdict(refused(422), refused(400)),
      verdict(refused(404), refused(404)),
      verdict(refused(400), yes),
    ];
    for (const one of await Promise.all(others))
      assert.deepEqual([one?.refused, one?.lost, one?.why], [0, 3, 'lost']);
  });

  it('are none if over 5% of one model’s answers have no text', async () => {
    const empty: Answer = { text: ' ' };
    assert.deepEqual(await saidOf(runOf([...rows(38, no, yes), ...rows(2, no, empty)])), ['better']);
    assert.deepEqual(await saidOf(runOf([...rows(37, no, yes), ...rows(3, no, empty)])), ['none: empty']);
  });

  it('leave out up to 5% of unchecked answers, and count them as lost', async () => {
    const scored = runOf([...rows(39, no, yes), ...rows(1, yes, { isUnchecked: true })]);
    const verdict = async () => (await runVerdicts(scored, verdictThread))[0]?.verdict;
    const before = await verdict();
    assert.deepEqual([before?.kind, before?.lost, before?.better], ['better', 1, 39]);
    // What is known of the pair stays: only the answer that is not may have gone the other way.
    const close = (base: Answer) =>
      saidOf(runOf([...rows(6, no, yes), ...rows(30, yes, yes), ...rows(1, base, { isUnchecked: true })]));
    assert.deepEqual([await close(no), await close(yes)], [['better'], ['unclear: lost']]);
  });

  it('are none if every answer is the base’s, if over 5% of the pairs are lost, or if there is no check', async () => {
    assert.deepEqual(await saidOf(runOf(rows(12, yes, yes))), ['none: identical']);
    assert.deepEqual(await saidOf(runOf([...rows(12, no, yes), ...rows(1, yes, { isUnchecked: true })])), [
      'none: lost',
    ]);
    const bare = runOf(rows(12, no, yes));
    for (let prompt = 0; prompt < 12; prompt++)
      bare.add({ is: 'prompt', prompt, line: 1, id: String(prompt), messages: [], checks: [] });
    assert.deepEqual(await saidOf(bare), ['none: notChecked']);
    assert.deepEqual(await saidOf(runOf(rows(9, no, yes))), ['none: fewUnits']);
  });

  it('are not final before all that was planned for both models has ended', async () => {
    const models = [...plan.models, { connectionId: 'acme', name: 'legal-summary' }];
    const scored = runOf([...rows(30, no, yes, yes), [no, yes, undefined]], { models });
    assert.deepEqual(await saidOf(scored), ['better', 'notFinal']);
    // Asked again after it had failed.
    scored.add({ is: 'sent', prompt: 30, model: 2, repetition: 0, attempt: 1, at: 1 });
    assert.deepEqual(await saidOf(scored), ['better', 'notFinal']);
    assert.deepEqual(await saidOf(runOf(rows(12, undefined, undefined))), ['notFinal']);
    scored.add({ is: 'gaveUp', model: 2, at: 1 });
    assert.deepEqual(await saidOf(scored), ['better', 'better']);
  });

  it('are clear before the end where they are in the order in which prompts are asked, and not by what came first', async () => {
    const answered = (order: readonly number[]) => {
      const asked = new Set(order.slice(0, 20));
      return runOf(
        Array.from({ length: 60 }, (_, prompt) => (asked.has(prompt) ? [no, yes] : [undefined, undefined])),
      );
    };
    const { index } = answered([]);
    const early = answered([...index.askedOrder]);
    const [found] = await runVerdicts(early, verdictThread);
    assert.deepEqual(
      [found?.verdict.kind, found?.verdict.clear, found?.verdict.better],
      ['notFinal', 'better', 20],
    );
    const [late] = await runVerdicts(answered([...index.askedOrder].reverse()), verdictThread);
    assert.deepEqual(
      [late?.verdict.kind, late?.verdict.clear, late?.verdict.better],
      ['notFinal', undefined, 20],
    );
  });

  it('hold as several, but for the base against itself', async () => {
    const models = [...plan.models, { connectionId: 'acme', name: 'legal-summary' }];
    // p is 0.039 for 8 : 1.
    const three = [
      ...rows(8, no, yes, no),
      ...rows(1, yes, no, yes),
      ...rows(20, yes, yes, { isPassed: true, text: 'yes!' }),
    ];
    assert.deepEqual(await saidOf(runOf(three, { models })), ['unclear: holm', 'unclear']);
    const floor = models.map((model, at) => (at === 2 ? { ...model, isNoiseFloor: true } : model));
    assert.deepEqual(await saidOf(runOf(three, { models: floor })), ['better', 'unclear']);
  });

  it('find what is there, through the real runner', async () => {
    const found: string[] = [];
    for await (const { kind, low = 1, high = 0 } of verdictsOfRuns({
      runs: 2,
      count: 120,
      better: 0.35,
      seed: 1,
    }))
      found.push(`${kind} ${low <= 0.35 && 0.35 <= high}`);
    assert.deepEqual(found, ['better true', 'better true']);
  });
});
