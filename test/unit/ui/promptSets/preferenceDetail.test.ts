import assert from 'node:assert/strict';
import { readRunRow } from '../../../../src/core/promptSets/report/runRows.ts';
import type { RunFile } from '../../../../src/core/promptSets/run/runFile.ts';
import { pageDetail } from '../../../../src/ui/promptSets/words/detailText.ts';
import { addPreferences } from '../../../../src/ui/promptSets/words/preferenceDetail.ts';
import { useFolder } from '../../core/fixtures.ts';
import { judgeAll, judgeService } from '../../core/promptSets/judge/judgedRun.ts';
import { answeredRun, answerLine, textsOf } from '../../core/promptSets/rate/ratedRun.ts';
import { openRuns } from '../../core/promptSets/run/runBench.ts';

describe('What is preferred of a prompt’s answers', () => {
  const folder = useFolder();
  let window: ReturnType<typeof openRuns>;
  beforeEach(() => {
    window = openRuns(folder());
  });
  afterEach(() => window.locks.dispose());

  async function preferences(file: RunFile, prompt: number) {
    const detail = pageDetail(await readRunRow(file, prompt), () => '', false);
    return (await addPreferences(file, detail)).answers.map(({ preference }) => preference);
  }

  it('is said of the person’s ratings once they are finished, and of the judge’s, with its own words', async () => {
    const file = await answeredRun(window.store, textsOf(4));
    const round = { other: 1, seed: 7, at: 1 };
    await file.add({ is: 'ratingBegun', ...round });
    await file.add({ is: 'rated', ...round, prompt: 0, left: 'base', choice: 'base' });
    await file.add({ is: 'rated', ...round, prompt: 1, left: 'base', choice: 'skipped' });
    assert.deepEqual(await preferences(file, 0), [undefined, undefined]);
    await file.add({ is: 'ratingEnded', ...round });
    const judge = judgeService(({ question, first }) => {
      if (question.includes('1')) return 'A';
      if (question.includes('2')) return first.startsWith('base') ? 'TIE' : 'I can’t tell.';
      return `${first} is A.\n${first.startsWith('other') ? 'A' : 'B'}`;
    });
    await judgeAll(file, judge);
    await file.release();

    // As another window reads it, from the stored index.
    const read = await window.store.open(file.run.id);
    assert.ok(read);
    const [of0, of1, of2] = await Promise.all([0, 1, 2].map((prompt) => preferences(read, prompt)));
    assert.deepEqual(of0, [
      undefined,
      {
        texts: ['You preferred the base’s answer.', 'qwen-72b prefers this answer.'],
        said: [
          { title: 'What qwen-72b answered with the base’s answer as A', text: 'base 0 is A.\nB' },
          { title: 'What qwen-72b answered with this answer as A', text: 'other 0 is A.\nA' },
        ],
      },
    ]);
    assert.deepEqual(of1?.[1]?.texts, [
      'You skipped it.',
      'qwen-72b contradicted itself when the order was swapped, which counts as a tie.',
    ]);
    assert.deepEqual(of2?.[1]?.texts, ['qwen-72b gave no judgment: only a last line A, B or TIE counts.']);
    assert.deepEqual(
      of2?.[1]?.said.map(({ text }) => text),
      ['TIE', 'I can’t tell.'],
    );
  });

  it('is forgotten with an answer that is replaced', async () => {
    const file = await answeredRun(window.store, textsOf(1));
    await judgeAll(
      file,
      judgeService(() => 'TIE'),
    );
    assert.deepEqual((await preferences(file, 0))[1]?.texts, ['qwen-72b calls it a tie.']);
    await file.add(answerLine(0, 1, 'Another answer'));
    assert.deepEqual(await preferences(file, 0), [undefined, undefined]);
    await file.release();
  });
});
