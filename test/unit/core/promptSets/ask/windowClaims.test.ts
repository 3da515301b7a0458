import assert from 'node:assert/strict';
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { baseAgainJob } from '../../../../../src/core/promptSets/ask/askJob.ts';
import { WindowRuns } from '../../../../../src/core/promptSets/ask/windowRuns.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { askService, openRuns, plan, prompts } from '../run/runBench.ts';

describe('A run that one window uses for several things', () => {
  const folder = useFolder();
  let answer = Promise.withResolvers<void>();
  let [runs, other]: [WindowRuns?, ReturnType<typeof openRuns>?] = [];
  const service = askService(async function* () {
    await answer.promise;
    yield { type: 'text', text: 'Answer' };
    yield { type: 'finish', reason: 'stop', complete: true };
  });
  let locks: ReturnType<typeof openRuns>['locks'] | undefined;
  beforeEach(() => {
    answer = Promise.withResolvers();
    const window = openRuns(folder());
    locks = window.locks;
    runs = new WindowRuns(window.store, service, () => 2, silent);
    other = openRuns(folder());
  });
  afterEach(async () => {
    await runs?.closeAll();
    runs?.dispose();
    locks?.dispose();
    other?.locks.dispose();
  });
  const created = async (): Promise<[WindowRuns, RunFile, string]> => {
    const file = await runs?.create(plan, prompts(2));
    assert.ok(runs && file);
    return [runs, file, file.run.id];
  };

  it('stays its own until it is released by all', async () => {
    const [window, file, id] = await created();
    assert.ok(await file.claim());
    const ended = window.ask(file);
    answer.resolve();
    assert.equal(await ended, 'complete');
    assert.equal(await other?.store.isTaken(id), true);
    await file.add({ is: 'ratingBegun', other: 1, seed: 1, at: 1 });
    assert.equal(await window.isElsewhere(id), false);
    await file.release();
    assert.equal(await other?.store.isTaken(id), false);
  });

  it('is interrupted when its window closes, and stopped only by a person', async () => {
    const [window, file, id] = await created();
    const stopped = window.ask(file);
    await window.stop(id);
    assert.equal(await stopped, 'stopped');
    assert.equal((await other?.store.open(id))?.index.state, 'stopped');
    void window.ask(file);
    await window.closeAll();
    assert.equal((await other?.store.open(id))?.index.state, 'begun');
    assert.equal(await other?.store.isTaken(id), false);
  });

  it('is asked for once what else adds to it has ended', async () => {
    const [window, file, id] = await created();
    answer.resolve();
    const imported = Promise.withResolvers<void>();
    const importing = window.inTurn(id, () => imported.promise);
    const ended = window.ask(file);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    assert.deepEqual([file.index.state, window.asking(id)?.before], ['new', 0]);
    imported.resolve();
    await importing;
    assert.equal(await ended, 'complete');
  });

  it('is closed when it is made again, and its former users close nothing of the new one', async () => {
    const [window, former, id] = await created();
    await former.release();
    const deleted: string[] = [];
    window.onDidDelete((one) => deleted.push(one));
    assert.equal(await other?.store.delete(id), true);
    const { v: _v, prompts: _count, createdAt, ...again } = former.run;
    const file = await window.restore({ ...again, createdAt }, prompts(2));
    assert.deepEqual([deleted, window.opened(id) === file], [[id], true]);
    window.close(id, former);
    assert.ok(window.opened(id) === file && file.isOwned);
  });

  it('is read anew after it could not be read', async () => {
    const [window, , id] = await created();
    window.close(id);
    const results = join(folder(), 'runs', id, 'results.jsonl');
    await rename(results, `${results}.away`);
    await mkdir(results);
    await assert.rejects(window.open(id), { code: 'EISDIR' });
    await rmdir(results);
    await rename(`${results}.away`, results);
    assert.equal((await window.open(id))?.run.prompts, 2);
  });

  it('is not asked for once another window has deleted it, and nothing of it comes back', async () => {
    const [window, file, id] = await created();
    answer.resolve();
    await file.release();
    assert.equal(await other?.store.delete(id), true);
    assert.equal(await window.ask(file), 'deleted');
    assert.equal(await window.ask(file, baseAgainJob), 'deleted');
    assert.equal(await file.claim(), false);
    assert.deepEqual(await readdir(join(folder(), 'runs')), []);
  });

  it('is free for other windows if asking for it fails', async () => {
    const [window, file, id] = await created();
    const run = () => Promise.reject(new Error('The job fails.'));
    assert.equal(await window.ask(file, { ...baseAgainJob, run }), 'disk');
    assert.deepEqual([file.isOwned, await other?.store.isTaken(id)], [false, false]);
    assert.equal(window.asking(id), undefined);
  });

  it('is deleted although it is in use', async () => {
    const [window, file, id] = await created();
    assert.ok(await file.claim());
    assert.equal(await window.delete(id), true);
    assert.deepEqual(await other?.store.list(), []);
  });
});
