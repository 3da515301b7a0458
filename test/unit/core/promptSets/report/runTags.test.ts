import assert from 'node:assert/strict';
import { runFindings } from '../../../../../src/core/promptSets/report/runFindings.ts';
import { runTags } from '../../../../../src/core/promptSets/report/runTags.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { leastTurnOf } from '../../../cpuTime.ts';
import { no, rows, runOf, yes } from './scoredRun.ts';

const verdictThread = new VerdictThread();
const situation = { minimumDifference: 0 };
const same = (count: number, ...tags: string[]) => Array.from({ length: count }, () => tags);

describe('The tags of a run', () => {
  it('are those that several prompts have, most first, each with its units once', async () => {
    const tags = [['a', 'row:1'], ['b', 'a'], ['b', 'row:2'], ['b']];
    const found = await runTags(runOf(rows(4, no, yes), { tags, groups: ['x', 'x', 'y', 'y'] }));
    assert.deepEqual(found, {
      ...{ names: ['b', 'a'], prompts: [3, 2] },
      units: [Uint32Array.of(4, 5), Uint32Array.of(4)],
    });
    assert.equal(await runTags(runOf(rows(2, no, yes))), undefined);
    assert.equal(await runTags(runOf(rows(2, no, yes), { tags: [['a'], ['b']] })), undefined);
  });

  it('are told apart in a verdict once it is final, of each model but the base against itself', async () => {
    const answers = [
      ...rows(25, no, yes),
      ...rows(30, yes, yes),
      ...rows(12, yes, no),
      ...rows(30, yes, yes),
    ];
    const tags = [...same(55, 'refund'), ...same(42, 'invoice')];
    const findings = await runFindings(runOf(answers, { tags }), verdictThread, situation);
    const [{ verdict } = { verdict: undefined }] = findings.verdicts;
    assert.deepEqual(
      verdict?.tags?.tags.map(({ name, kind, units }) => [name, kind, units]),
      [
        ['refund', 'better', 55],
        ['invoice', 'worse', 42],
      ],
    );
    const open = await runFindings(runOf([...answers, [yes, undefined]], { tags }), verdictThread, situation);
    assert.deepEqual(
      open.verdicts[0]?.verdict.tags?.tags.map(({ kind, p }) => [kind, p]),
      [
        [undefined, undefined],
        [undefined, undefined],
      ],
    );
    const models = ['base', 'lora', 'base'].map((name, at) => ({
      ...{ connectionId: 'acme', name },
      ...(at === 2 && { isNoiseFloor: true }),
    }));
    const again = runOf(
      answers.map(([base, other]) => [base, other, base]),
      { tags, models },
    );
    const both = (await runFindings(again, verdictThread, situation)).verdicts;
    assert.deepEqual(
      both.map(({ verdict }) => verdict.tags !== undefined),
      [true, false],
    );
  });

  it('block nothing, however many prompts and tags there are', async () => {
    const count = 100_000;
    const tags = Array.from({ length: count }, (_, at) => ['a', `b${at % 20}`, `id:${at}`]);
    const scored = runOf(rows(count, undefined, undefined), { tags });
    await runTags(runOf(rows(2000, undefined, undefined), { tags }));
    let found: Awaited<ReturnType<typeof runTags>>;
    const ms = await leastTurnOf(async () => {
      found = await runTags(scored);
    }, 50);
    assert.ok(ms < 50, `${ms} ms`);
    assert.deepEqual([found?.names.length, found?.units.flatMap((own) => [...own]).length], [21, 2 * count]);
  }).timeout(30_000);
});
