import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { baseAgainJob } from '../../../../../src/core/promptSets/ask/askJob.ts';
import type { AskService } from '../../../../../src/core/promptSets/ask/askPrompt.ts';
import { type AskEnd, WindowRuns } from '../../../../../src/core/promptSets/ask/windowRuns.ts';
import { runVerdicts } from '../../../../../src/core/promptSets/report/runVerdicts.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { askService, openRuns, plan, prompts } from '../run/runBench.ts';

const verdictThread = new VerdictThread();

describe('The base against itself', () => {
  const folder = useFolder();
  const windows: { dispose(): void }[] = [];
  afterEach(() => {
    for (const one of windows.splice(0)) one.dispose();
  });

  const answering = askService(async function* ({ model }) {
    yield { type: 'text', text: model };
    yield { type: 'finish', reason: 'stop', complete: true };
  });

  function openWindow(service: AskService = answering): WindowRuns {
    const { store, locks } = openRuns(folder());
    const runs = new WindowRuns(store, service, () => 4, silent);
    windows.push(runs, locks);
    return runs;
  }

  const changed = (runs: WindowRuns, isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      const listener = runs.onDidChange(() => {
        if (!isThere()) return;
        listener.dispose();
        resolve();
      });
    });

  async function ranOnce(runs: WindowRuns): Promise<RunFile> {
    const file = await runs.create(plan, prompts(12));
    assert.equal(await runs.ask(file), 'complete');
    return file;
  }

  it('is one more model of the same run, whose answers stay', async () => {
    const runs = openWindow();
    const file = await ranOnce(runs);
    const before = await file.result({ prompt: 3, model: 1, repetition: 0 });
    assert.equal(await runs.ask(file, baseAgainJob), 'complete');
    const more = file;
    assert.deepEqual(more.run.models, [
      ...plan.models,
      { connectionId: 'acme', name: 'llama-3-8b', isNoiseFloor: true },
    ]);
    assert.deepEqual(
      [0, 1, 2].map((model) => more.index.counts(model).complete),
      [12, 12, 12],
    );
    assert.deepEqual(await more.result({ prompt: 3, model: 1, repetition: 0 }), before);
    const floor = (await runVerdicts(more, verdictThread)).at(-1);
    assert.deepEqual([floor?.model, floor?.verdict.why], [2, 'identical']);
    assert.equal(await runs.store.isTaken(file.run.id), false);
  });

  it('is there after a restart, and for a window that watches', async () => {
    const [mine, other] = [openWindow(), openWindow()];
    const file = await ranOnce(mine);
    const { id } = file.run;
    const watched = await other.open(id);
    assert.equal(watched?.run.models.length, 2);
    const seen = changed(other, () => other.opened(id)?.index.counts(2).complete === 12);
    await mine.ask(file, baseAgainJob);
    await seen;
    assert.equal((await openWindow().open(id))?.index.state, 'complete');
  });

  it('ends with what the disk said if it can’t be added, and frees the run', async () => {
    const runs = openWindow();
    const file = await ranOnce(runs);
    const results = join(folder(), 'runs', file.run.id, 'results.jsonl');
    await rm(results);
    await mkdir(join(results, 'in the way'), { recursive: true });
    const ends: AskEnd[] = [];
    runs.onDidEnd(({ end }) => ends.push(end));
    assert.equal(await runs.ask(file, baseAgainJob), 'disk');
    assert.deepEqual(ends, ['disk']);
    assert.equal(file.run.models.length, 2);
    assert.equal(await runs.store.isTaken(file.run.id), false);
  });

  it('is read from the stored index, and from the lines behind it', async () => {
    const mine = openWindow();
    const file = await ranOnce(mine);
    const { id } = file.run;
    // The index that was stored has no such model.
    await mine.ask(file, baseAgainJob);
    const behind = await openRuns(folder()).store.open(id);
    await mine.closeAll();
    const stored = await openRuns(folder()).store.open(id);
    for (const one of [behind, stored]) {
      assert.deepEqual(one?.run.models, file.run.models);
      assert.deepEqual(
        [0, 1, 2].map((model) => one?.index.counts(model).complete),
        [12, 12, 12],
      );
    }
  });

  it('is not begun twice, and not in a run that another window has', async () => {
    const [mine, other] = [openWindow(), openWindow()];
    const file = await mine.create(plan, prompts(12));
    const watched = await other.open(file.run.id);
    assert.ok(watched);
    assert.equal(await other.ask(watched, baseAgainJob), 'elsewhere');
    const [asked, again] = [mine.ask(file, baseAgainJob), mine.ask(file, baseAgainJob)];
    assert.deepEqual(await Promise.all([asked, again]), ['complete', 'complete']);
    assert.equal(mine.opened(file.run.id)?.run.models.length, 3);
    assert.equal(await mine.store.isTaken(file.run.id), false);
  });
});
