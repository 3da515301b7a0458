import assert from 'node:assert/strict';
import { runJudgeVerdicts } from '../../../../../src/core/promptSets/judge/runJudgeVerdicts.ts';
import type { RatingChoice } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { no, rows, runOf, yes } from '../report/scoredRun.ts';

describe('A judge beside ratings of the same run', () => {
  /** The judge prefers the other throughout; the person rated so many. */
  function judgedRun(rated: number, choice: (prompt: number) => RatingChoice, judged = 120) {
    const scored = runOf(rows(120, yes, no));
    const round = { other: 1, seed: 5 };
    scored.add({ is: 'ratingBegun', ...round, at: 1 });
    for (let prompt = 0; prompt < rated; prompt++)
      scored.add({ is: 'rated', ...round, prompt, left: 'base', choice: choice(prompt), at: 1 });
    scored.add({ is: 'ratingEnded', ...round, at: 1 });
    const judge = { connectionId: 'acme', name: 'qwen-72b' };
    scored.add({ is: 'judgeBegun', ...round, judge, template: '', at: 1 });
    for (let prompt = 0; prompt < judged; prompt++)
      for (const [first, said] of [
        ['base', 'B'],
        ['other', 'A'],
      ] as const)
        scored.add({ is: 'judged', ...round, prompt, first, said, text: said, at: 1 });
    return scored;
  }

  it('is corrected by fifty of them', async () => {
    const [found] = await runJudgeVerdicts(judgedRun(60, (prompt) => (prompt < 45 ? 'base' : 'other')));
    assert.equal(found?.verdict.kind, 'better');
    assert.deepEqual(
      [found?.corrected?.kind, found?.corrected?.rated, found?.corrected?.units, found?.corrected?.share],
      ['worse', 60, 120, 0.25],
    );
  });

  it('stands alone with fewer, counting no skips, and as long as it has more to judge', async () => {
    const half = (prompt: number) => (prompt % 2 ? 'base' : 'other');
    const few = judgedRun(60, (prompt) => (prompt < 49 ? half(prompt) : 'skipped'));
    assert.equal((await runJudgeVerdicts(few))[0]?.corrected, undefined);
    assert.equal((await runJudgeVerdicts(judgedRun(60, half, 80)))[0]?.corrected, undefined);
  });
});
