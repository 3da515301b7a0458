import assert from 'node:assert/strict';
import { earlierDiscordance } from '../../../../../src/core/promptSets/report/discordance.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { plan } from '../run/runBench.ts';
import { no, rows, runOf, yes } from './scoredRun.ts';

describe('On how many prompts models differ', () => {
  const verdictThread = new VerdictThread();

  /** Of these runs of the set, the newest first. */
  async function found(...runs: ReturnType<typeof runOf>[]) {
    const closed: string[] = [];
    const ofSet = runs.map((_, at) => ({ id: String(at) }));
    const discordance = await earlierDiscordance(ofSet, {
      verdictThread,
      open: async (id: string) => runs[Number(id)],
      close: (id: string) => closed.push(id),
    } as never);
    return { discordance, closed };
  }

  it('is told by the newest run of the set that has a verdict, and closes each', async () => {
    const few = runOf(rows(5, yes, no));
    const differ = runOf([...rows(10, yes, no), ...rows(5, no, yes), ...rows(35, yes, yes)]);
    const all = runOf(rows(50, yes, no));
    assert.deepEqual(await found(few, differ, all), { discordance: 0.3, closed: ['0', '1'] });
  });

  it('is never below two in a hundred, since a run that differs nowhere says little', async () => {
    assert.equal((await found(runOf(rows(50, yes, yes)))).discordance, 0.02);
  });

  it('is not that of the base beside itself', async () => {
    const [base] = plan.models;
    assert.ok(base);
    const models = [base, { ...base, isNoiseFloor: true }];
    assert.equal((await found(runOf(rows(50, yes, no), { models }))).discordance, undefined);
  });

  it('is not known of a set without runs, or of one with too few answers', async () => {
    assert.equal((await found()).discordance, undefined);
    assert.equal((await found(runOf(rows(9, yes, no)))).discordance, undefined);
  });
});
