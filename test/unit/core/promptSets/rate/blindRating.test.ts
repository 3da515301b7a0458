import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rankOf } from '../../../../../src/core/promptSets/drawnOrder.ts';
import { BlindRating } from '../../../../../src/core/promptSets/rate/blindRating.ts';
import { leftOf, type SideChoice } from '../../../../../src/core/promptSets/rate/sides.ts';
import { runRatingVerdicts } from '../../../../../src/core/promptSets/report/runFindings.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { useFolder } from '../../fixtures.ts';
import { openRuns } from '../run/runBench.ts';
import { answeredRun, answerLine, type Texts, textsOf } from './ratedRun.ts';

const seed = 7;

describe('A blind rating', () => {
  const folder = useFolder();
  let window: ReturnType<typeof openRuns> | undefined;
  let made: RunFile | undefined;
  const runOf = async (texts: readonly Texts[]) => {
    window = openRuns(folder());
    made = await answeredRun(window.store, texts);
    return made;
  };
  afterEach(async () => {
    await made?.release();
    window?.locks.dispose();
  });

  it('shows each prompt once, in an order and with sides that follow from its seed', async () => {
    const file = await runOf(textsOf(12));
    const rating = await BlindRating.open(file, 1, seed);
    const shown: number[] = [];
    for (let pair = await rating.pair(); pair; pair = await rating.pair()) {
      const sides = [`base ${pair.prompt}`, `other ${pair.prompt}`];
      if (leftOf(seed, pair.prompt) === 'other') sides.reverse();
      assert.deepEqual([pair.left, pair.right], sides);
      assert.equal(pair.asked.messages[0]?.content, `Question ${pair.prompt}?`);
      shown.push(pair.prompt);
      await rating.rate('tie');
    }
    const numbers = [...Array(12).keys()];
    assert.deepEqual(
      shown,
      numbers.toSorted((one, other) => rankOf(seed, one) - rankOf(seed, other)),
    );
    assert.notDeepEqual(shown, numbers);
    assert.deepEqual(rating.progress, { rated: 12, skipped: 0, of: 12, same: 0 });
  });

  it('has its seed on disk before the first pair is read', async () => {
    const file = await runOf(textsOf(1));
    await BlindRating.open(file, 1, seed);
    const path = join(folder(), 'runs', file.run.id, 'results.jsonl');
    const last = JSON.parse((await readFile(path, 'utf8')).trimEnd().split('\n').at(-1) ?? '');
    assert.deepEqual({ ...last, at: 0 }, { v: 1, is: 'ratingBegun', other: 1, seed, at: 0 });
  });

  it('leaves out what was not answered by both, and counts answers that are the same to a reader', async () => {
    const file = await runOf([
      ['one', 'two'],
      ['one', undefined],
      [undefined, 'two'],
      ['same', '  same\n'],
      ['', ' '],
      ['', 'two'],
    ]);
    await file.add(answerLine(3, 1, 'same', { reasoning: 'Thought otherwise.' }));
    const rating = await BlindRating.open(file, 1, seed);
    assert.deepEqual(rating.progress, { rated: 0, skipped: 0, of: 2, same: 2 });
  });

  it('takes no choice between answers that were replaced since they were shown', async () => {
    const file = await runOf(textsOf(2));
    const rating = await BlindRating.open(file, 1, seed);
    const shown = await rating.pair();
    assert.ok(shown);
    await file.add(answerLine(shown.prompt, 1, 'replaced', { attempt: 2 }));
    await rating.rate('left');
    assert.equal(rating.progress.rated, 0);
    const again = await rating.pair();
    assert.deepEqual([again?.prompt, [again?.left, again?.right].includes('replaced')], [shown.prompt, true]);
    await rating.rate('left');
    assert.equal(rating.progress.rated, 1);
  });

  it('goes back to change a choice, and then on to where it was', async () => {
    const file = await runOf(textsOf(4));
    const rating = await BlindRating.open(file, 1, seed);
    const first = rating.prompt;
    assert.equal(rating.canGoBack, false);
    await rating.rate('left');
    await rating.rate('right');
    const third = rating.prompt;
    back(rating, 2);
    assert.deepEqual([rating.prompt, (await rating.pair())?.choice], [first, 'left']);
    await rating.rate('tie');
    assert.equal(rating.prompt, third);
    back(rating, 2);
    assert.equal((await rating.pair())?.choice, 'tie');
    await rating.skip();
    assert.deepEqual(rating.progress, { rated: 2, skipped: 0, of: 4, same: 0 });
  });

  it('keeps skipped prompts for later', async () => {
    const file = await runOf(textsOf(3));
    const rating = await BlindRating.open(file, 1, seed);
    const first = rating.prompt;
    await rating.skip();
    await rating.rate('left');
    await rating.skip();
    assert.equal(rating.prompt, undefined);
    assert.deepEqual(rating.progress, { rated: 1, skipped: 2, of: 3, same: 0 });
    await rating.rateSkipped();
    assert.equal(rating.prompt, first);
    await rating.skip();
    await rating.rate('right');
    assert.equal(rating.prompt, undefined);
    assert.deepEqual(rating.progress, { rated: 2, skipped: 1, of: 3, same: 0 });
    assert.equal(rating.canGoBack, true);
  });

  it('goes on in a window that opens the run later', async () => {
    const file = await runOf(textsOf(5));
    const rating = await BlindRating.open(file, 1, seed);
    await rating.rate('left');
    await rating.skip();
    const next = rating.prompt;
    await file.release();
    const again = await window?.store.open(file.run.id);
    assert.ok(again && (await again.claim()));
    const resumed = await BlindRating.open(again, 1, 99);
    assert.equal(resumed.prompt, next);
    assert.deepEqual(resumed.progress, { rated: 1, skipped: 1, of: 5, same: 0 });
    back(resumed, 2);
    assert.equal((await resumed.pair())?.choice, 'left');
    await again.release();
  });

  it('fails once its round is over, so that no side is drawn from another seed', async () => {
    const rating = await BlindRating.open(await runOf(textsOf(2)), 1, seed);
    await rating.finish();
    await assert.rejects(rating.pair(), /round of ratings is over/u);
    await assert.rejects(rating.rate('left'), /round of ratings is over/u);
  });

  it('shows what was answered meanwhile', async () => {
    const file = await runOf([
      ['one', 'two'],
      ['three', undefined],
    ]);
    const rating = await BlindRating.open(file, 1, seed);
    await file.add(answerLine(1, 1, 'four'));
    await rating.rate('left');
    assert.equal(rating.prompt, 1);
    assert.equal(rating.progress.of, 2);
  });

  it('says nothing of its verdict before it is finished, and keeps it while another is under way', async () => {
    const file = await runOf(textsOf(12));
    const first = await BlindRating.open(file, 1, seed);
    await rateAll(file, first, () => 'other');
    assert.deepEqual(runRatingVerdicts(file), []);
    await first.finish();
    const [{ model, verdict, rated, skipped } = { model: 0 }] = runRatingVerdicts(file);
    assert.deepEqual([model, verdict?.kind, verdict?.better, rated, skipped], [1, 'better', 12, 12, 0]);

    const second = await BlindRating.open(file, 1, 8);
    assert.equal(second.progress.rated, 0);
    await rateAll(file, second, (prompt) => (prompt < 3 ? 'skipped' : 'base'));
    assert.equal(runRatingVerdicts(file)[0]?.verdict.kind, 'better');
    await second.finish();
    const [after] = runRatingVerdicts(file);
    assert.deepEqual(
      [after?.verdict.kind, after?.verdict.why, after?.rated, after?.skipped],
      ['none', 'fewUnits', 9, 3],
    );
  });

  it('forgets the choice between answers of which one was replaced', async () => {
    const file = await runOf(textsOf(2));
    const rating = await BlindRating.open(file, 1, seed);
    await rating.rate('left');
    await rating.rate('left');
    await file.add(answerLine(0, 1, 'new'), answerLine(1, 1, 'of a repetition', { repetition: 1 }));
    assert.deepEqual(Object.keys(file.index.ratings.of(1).open?.choices ?? {}), ['1']);
  });
});

function back(rating: BlindRating, times: number): void {
  for (let time = 0; time < times; time++) {
    assert.equal(rating.canGoBack, true);
    rating.back();
  }
}

/** Rates all, by whose answer is preferred. */
async function rateAll(
  file: RunFile,
  rating: BlindRating,
  choose: (prompt: number) => 'base' | 'other' | 'skipped',
): Promise<void> {
  for (let pair = await rating.pair(); pair; pair = await rating.pair()) {
    const choice = choose(pair.prompt);
    const isLeft = pair.left.startsWith(choice);
    const side: SideChoice = isLeft ? 'left' : 'right';
    await (choice === 'skipped' ? rating.skip() : rating.rate(side));
    assert.equal(file.index.ratings.of(1).open?.choices[pair.prompt], choice);
  }
}
