import assert from 'node:assert/strict';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenFile } from '../../../../src/core/files/appendLines.ts';
import { WindowRuns } from '../../../../src/core/promptSets/ask/windowRuns.ts';
import { runRatingVerdicts } from '../../../../src/core/promptSets/report/runFindings.ts';
import type { RunFile } from '../../../../src/core/promptSets/run/runFile.ts';
import type { RatingState } from '../../../../src/protocol/run.ts';
import { RatingMode } from '../../../../src/ui/promptSets/page/ratingMode.ts';
import { silent, useFolder } from '../../core/fixtures.ts';
import { answeredRun, textsOf } from '../../core/promptSets/rate/ratedRun.ts';
import { askService, openRuns } from '../../core/promptSets/run/runBench.ts';

const noService = askService(async function* () {
  yield* [];
});

describe('A page where answers are rated blind', () => {
  const folder = useFolder();
  let isFull = false;
  const openFile: OpenFile = async (...given) => {
    const file = await open(...given);
    const write = file.write.bind(file);
    Object.assign(file, {
      write: async (bytes: Buffer) => {
        if (isFull) throw Object.assign(new Error('No space left.'), { code: 'ENOSPC' });
        return write(bytes);
      },
    });
    return file;
  };
  const windows: { runs: WindowRuns; locks: ReturnType<typeof openRuns>['locks'] }[] = [];
  const openWindow = () => {
    const { store, locks } = openRuns(folder(), openFile);
    const runs = new WindowRuns(store, noService, () => 1, silent);
    windows.push({ runs, locks });
    return { store, locks, runs };
  };
  afterEach(async () => {
    isFull = false;
    for (const { runs, locks } of windows.splice(0)) {
      await runs.closeAll();
      runs.dispose();
      locks.dispose();
    }
  });

  const begin = async (file: RunFile) => {
    const shown: RatingState[] = [];
    let ends = 0;
    let refused: string | undefined;
    const rating = new RatingMode({
      ...{ file, title: 'refunds.jsonl', log: silent },
      show: (state) => void shown.push(state),
      refuse: (text) => {
        refused = text;
      },
      onEnd: () => {
        ends += 1;
      },
    });
    await rating.begin(1);
    if (refused !== undefined) return refused;
    const last = () => {
      const state = shown.at(-1);
      assert.ok(state);
      return state;
    };
    return { rating, shown, last, ends: () => ends };
  };
  const begun = async (count: number) => {
    const { store, runs, locks } = openWindow();
    const made = await answeredRun(store, textsOf(count));
    await made.release();
    const file = await runs.open(made.run.id);
    assert.ok(file);
    const page = await begin(file);
    if (typeof page === 'string') assert.fail(page);
    return { ...page, runs, file, locks };
  };

  it('is told nothing that names a model, or its place in the run', async () => {
    const { rating, shown, last } = await begun(3);
    const { handlers } = rating;
    await handlers.rate({ type: 'rate', prompt: last().pair?.prompt ?? 0, choice: 'left' });
    await handlers.ratingBack({ type: 'ratingBack' });
    for (let time = 0; time < 3; time++)
      await handlers.skipRating({ type: 'skipRating', prompt: last().pair?.prompt ?? 0 });
    await handlers.rateSkipped({ type: 'rateSkipped' });
    const known = ['title', 'progress', 'rated', 'skipped', 'of', 'same', 'canGoBack', 'notes', 'pair'];
    for (const state of shown) {
      assert.deepEqual(
        Object.keys(state).filter((key) => !known.includes(key)),
        [],
      );
      const text = JSON.stringify(state);
      for (const told of ['llama-3-8b', 'support-tone-v7', 'acme', 'seed', '"model"', 'figures'])
        assert.ok(!text.includes(told), `${told} in ${text}`);
      assert.deepEqual(state.pair?.asked.answers ?? [], []);
    }
    assert.ok(shown.some(({ pair }) => pair?.choice === 'left'));
  });

  it('rates the prompt that was in sight when a key was pressed', async () => {
    const { rating, last, file } = await begun(5);
    const prompt = last().pair?.prompt ?? 0;
    const press = (choice: 'left' | 'right') => rating.handlers.rate({ type: 'rate', prompt, choice });
    await Promise.all([
      press('left'),
      press('right'),
      rating.handlers.skipRating({ type: 'skipRating', prompt }),
    ]);
    assert.equal(last().progress, '1 of 5 rated');
    const { choices = {} } = file.index.ratings.of(1).open ?? {};
    assert.deepEqual(Object.keys(choices), [String(prompt)]);
  });

  it('says so if the disk is full, and goes on once it is not', async () => {
    const { rating, last } = await begun(2);
    const prompt = last().pair?.prompt ?? 0;
    isFull = true;
    await rating.handlers.rate({ type: 'rate', prompt, choice: 'tie' });
    assert.match(last().alert ?? '', /^This could not be saved, so nothing has changed\./);
    assert.deepEqual([last().pair?.prompt, last().rated], [prompt, 0]);
    isFull = false;
    await rating.handlers.rate({ type: 'rate', prompt, choice: 'tie' });
    assert.deepEqual([last().alert, last().rated], [undefined, 1]);
  });

  it('does not begin on a full disk, and ends if the answers are gone', async () => {
    const { rating, runs, file, ends } = await begun(2);
    await rating.handlers.finishRating({ type: 'finishRating' });
    isFull = true;
    const refused = await begin(file);
    assert.match(String(refused), /^Ratings can't be saved here, so none were begun\./);
    assert.equal(await runs.isElsewhere(file.run.id), false);
    isFull = false;
    const page = await begin(file);
    if (typeof page === 'string') assert.fail(page);
    await rm(join(folder(), 'runs', file.run.id), { recursive: true });
    // What is open can still be read.
    await file.release();
    await assert.rejects(page.rating.show(), { code: 'ENOENT' });
    assert.deepEqual([page.ends(), ends()], [1, 1]);
  });

  it('lets go of the run when it is left, and goes on in another window', async () => {
    const { rating, last, runs, file, ends } = await begun(3);
    await rating.handlers.rate({ type: 'rate', prompt: last().pair?.prompt ?? 0, choice: 'left' });
    const other = openWindow();
    const there = await other.runs.open(file.run.id);
    assert.ok(there);
    const refused = await begin(there);
    assert.equal(
      refused,
      'This run is open in another window. Rate its answers there, or close it there first.',
    );
    await rating.handlers.leaveRating({ type: 'leaveRating' });
    assert.equal(ends(), 1);
    assert.equal(await runs.isElsewhere(file.run.id), false);
    const page = await begin(there);
    if (typeof page === 'string') assert.fail(page);
    assert.equal(page.last().progress, '1 of 3 rated');
    await page.rating.close();
  });

  it('says so if another window has taken the run over', async () => {
    const { rating, last, locks, file } = await begun(2);
    // As if this window had been silent for too long.
    locks.dispose();
    const other = openWindow();
    const there = await other.runs.open(file.run.id);
    assert.ok(there && (await there.claim()));
    // A hold is trusted for a second.
    const { now } = Date;
    Date.now = () => now() + 2000;
    await rating.handlers.rate({ type: 'rate', prompt: last().pair?.prompt ?? 0, choice: 'left' });
    Date.now = now;
    assert.match(last().alert ?? '', /^Another window has taken over this run, so this was not saved\./);
    assert.equal(last().rated, 0);
  });

  it('says so if another window has deleted the run', async () => {
    const { store, runs } = openWindow();
    const made = await answeredRun(store, textsOf(2));
    const file = await runs.open(made.run.id);
    await made.release();
    assert.equal(await openWindow().store.delete(made.run.id), true);
    assert.equal(file && (await begin(file)), 'This run was deleted.');
  });

  it('ends with a verdict, and takes nothing more', async () => {
    const { rating, last, shown, file, ends } = await begun(12);
    for (let pair = last().pair; pair; pair = last().pair) {
      const choice = pair.left.startsWith('other') ? 'left' : 'right';
      await rating.handlers.rate({ type: 'rate', prompt: pair.prompt, choice });
    }
    assert.deepEqual(runRatingVerdicts(file), []);
    await rating.handlers.finishRating({ type: 'finishRating' });
    const [found] = runRatingVerdicts(file);
    assert.deepEqual([found?.verdict.kind, found?.verdict.better, ends()], ['better', 12, 1]);
    const count = shown.length;
    await rating.handlers.ratingBack({ type: 'ratingBack' });
    assert.equal(shown.length, count);
  });
});
