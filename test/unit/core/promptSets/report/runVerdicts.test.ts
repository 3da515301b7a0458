import assert from 'node:assert/strict';
import { runVerdicts } from '../../../../../src/core/promptSets/report/runVerdicts.ts';
import { RunIndex } from '../../../../../src/core/promptSets/run/runIndex.ts';
import type { NewRunLine, Run, RunResult } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { runLine } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { plan } from '../run/runBench.ts';
import { verdictsOfRuns } from './betterCoverage.ts';

type Answer = Partial<Pick<RunResult, 'state' | 'text'>> & { isPassed?: boolean; isUnchecked?: boolean };

/** A run whose prompts each have a row of answers: of the base, then of the others. `undefined`: not asked. */
function runOf(rows: (Answer | undefined)[][], parts: { groups?: string[]; models?: Run['models'] } = {}) {
  const models = parts.models ?? plan.models;
  const repetitions = (rows[0]?.length ?? 0) / models.length;
  const run: Run = { ...plan, v: 1, id: 'run', createdAt: 1, models, repetitions, prompts: rows.length };
  const index = new RunIndex(run);
  const add = (line: NewRunLine) => index.add(runLine(line), { offset: 1, length: 1 });
  for (const [prompt, row] of rows.entries()) {
    const group = parts.groups?.[prompt];
    const messages = [{ role: 'user' as const, content: 'Why?' }];
    add({
      is: 'prompt',
      prompt,
      line: 1,
      id: String(prompt),
      messages,
      checks: [{ type: 'equals', value: 'yes' }],
      ...(group !== undefined && { group }),
    });
    for (const [at, answer] of row.entries()) {
      const cell = { prompt, model: Math.floor(at / repetitions), repetition: at % repetitions };
      if (!answer) continue;
      const {
        state = 'complete',
        isPassed = false,
        isUnchecked = false,
        text = isPassed ? 'yes' : `no ${at}`,
      } = answer;
      const figures = { durationMs: 1 };
      add({ is: 'result', ...cell, attempt: 1, at: 1, text, reasoning: '', state, figures, settings: {} });
      const check = { type: 'equals', value: 'yes' };
      const result = {
        check,
        passed: isPassed,
        reason: '',
        ...(isUnchecked && { isUnchecked: true as const }),
      };
      if (state !== 'failed') add({ is: 'checked', ...cell, checks: [result] });
    }
  }
  return { run, index, add };
}

const yes: Answer = { isPassed: true };
const no: Answer = {};
const rows = (count: number, ...row: (Answer | undefined)[]) => Array.from({ length: count }, () => row);

function saidOf({ run, index }: ReturnType<typeof runOf>): string[] {
  return runVerdicts(run, index).map(({ verdict: { kind, why } }) =>
    why === undefined ? kind : `${kind}: ${why}`,
  );
}

describe('The verdicts on a run', () => {
  it('compare each model with the base, prompt by prompt', () => {
    const { run, index } = runOf([
      ...rows(10, no, yes),
      ...rows(2, yes, no),
      ...rows(20, yes, yes),
      ...rows(5, no, no),
    ]);
    const [{ model, verdict } = { model: 0, verdict: undefined }, ...more] = runVerdicts(run, index);
    assert.deepEqual([model, more], [1, []]);
    const { kind, better, worse, equal, lost, cut } = verdict ?? {};
    assert.deepEqual(
      { kind, better, worse, equal, lost, cut },
      { kind: 'better', better: 10, worse: 2, equal: 25, lost: 0, cut: 0 },
    );
  });

  it('count a group once, and a repeated prompt', () => {
    const groups = Array.from({ length: 40 }, (_, at) => `g${at % 10}`);
    const grouped = runOf(rows(40, no, yes), { groups });
    assert.equal(runVerdicts(grouped.run, grouped.index)[0]?.verdict.better, 10);
    const repeated = runOf(rows(12, no, no, no, yes, yes, no));
    const [judged] = runVerdicts(repeated.run, repeated.index);
    assert.deepEqual([judged?.verdict.better, judged?.verdict.test], [12, 'signFlip']);
    assert.ok(Math.abs((judged?.verdict.difference ?? 0) - 2 / 3) < 1e-12);
  });

  it('leave out what failed or was not asked, and count it where it was lost', () => {
    const failed: Answer = { state: 'failed', text: '' };
    const { run, index, add } = runOf([
      ...rows(40, no, yes),
      ...rows(1, failed, yes),
      ...rows(1, yes, failed),
      ...rows(5, no, undefined),
    ]);
    const verdict = () => runVerdicts(run, index)[0]?.verdict;
    assert.deepEqual([verdict()?.kind, verdict()?.lost, verdict()?.better], ['better', 2, 40]);
    add({ is: 'gaveUp', model: 1, at: 1 });
    assert.deepEqual([verdict()?.kind, verdict()?.why, verdict()?.lost], ['none', 'lost', 7]);
  });

  it('count cut answers against them', () => {
    const cut: Answer = { state: 'limit', isPassed: true };
    assert.deepEqual(saidOf(runOf([...rows(5, no, yes), ...rows(4, no, cut), ...rows(20, yes, yes)])), [
      'unclear: cut',
    ]);
    assert.deepEqual(saidOf(runOf([...rows(9, no, yes), ...rows(20, yes, yes)])), ['better']);
  });

  it('are none if every answer is the base’s, if a check was not run, or if there is none', () => {
    assert.deepEqual(saidOf(runOf(rows(12, yes, yes))), ['none: identical']);
    assert.deepEqual(saidOf(runOf([...rows(12, no, yes), ...rows(1, yes, { isUnchecked: true })])), [
      'none: notChecked',
    ]);
    const bare = runOf(rows(12, no, yes));
    for (let prompt = 0; prompt < 12; prompt++)
      bare.add({ is: 'prompt', prompt, line: 1, id: String(prompt), messages: [], checks: [] });
    assert.deepEqual(saidOf(bare), ['none: notChecked']);
    assert.deepEqual(saidOf(runOf(rows(12, undefined, undefined))), ['none: fewUnits']);
  });

  it('hold as several, but for the base against itself', () => {
    const models = [...plan.models, { connectionId: 'acme', name: 'legal-summary' }];
    // p is 0.039 for 8 : 1.
    const three = [
      ...rows(8, no, yes, no),
      ...rows(1, yes, no, yes),
      ...rows(20, yes, yes, { isPassed: true, text: 'yes!' }),
    ];
    assert.deepEqual(saidOf(runOf(three, { models })), ['unclear: holm', 'unclear']);
    const floor = models.map((model, at) => (at === 2 ? { ...model, isNoiseFloor: true } : model));
    assert.deepEqual(saidOf(runOf(three, { models: floor })), ['better', 'unclear']);
  });

  it('find what is there, through the real runner', async () => {
    const found: string[] = [];
    for await (const { kind, low, high } of verdictsOfRuns({ runs: 2, count: 120, better: 0.35, seed: 1 }))
      found.push(`${kind} ${low <= 0.35 && 0.35 <= high}`);
    assert.deepEqual(found, ['better true', 'better true']);
  });
});
