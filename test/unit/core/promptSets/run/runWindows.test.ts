import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunTakenError } from '../../../../../src/core/promptSets/run/runFile.ts';
import { useFolder } from '../../fixtures.ts';
import { askService, openRuns, plan, prompts, runAll } from './runBench.ts';

const answering = askService(async function* () {
  yield { type: 'text', text: 'Answer' };
  yield { type: 'finish', reason: 'stop', complete: true };
});

describe('A run in two windows', () => {
  const folder = useFolder();
  let [one, two]: ReturnType<typeof openRuns>[] = [];
  const windows = () => {
    if (!one || !two) throw new Error('The windows are open while a test runs only.');
    return [one, two] as const;
  };
  beforeEach(() => {
    [one, two] = [openRuns(folder()), openRuns(folder())];
  });
  afterEach(() => {
    for (const { locks } of windows()) locks.dispose();
  });

  it('is asked by one, and watched by the other', async () => {
    const [mine, theirs] = windows();
    const file = await mine.store.create(plan, prompts(3));
    const watched = await theirs.store.open(file.run.id);
    assert.ok(watched);
    assert.equal(await theirs.store.isTaken(file.run.id), true);
    assert.equal(await theirs.store.claim(watched), false);
    assert.equal(await theirs.store.delete(file.run.id), false);
    let changes = 0;
    watched.onDidChange(() => {
      changes += 1;
    });
    await runAll(file, answering);
    assert.equal(watched.index.counts(0).complete, 0);
    await watched.refresh();
    assert.equal(watched.index.counts(0).complete, 3);
    assert.equal(watched.index.state, 'complete');
    assert.equal(changes, 1);
    assert.equal((await watched.result({ prompt: 2, model: 1, repetition: 0 }))?.text, 'Answer');
    await assert.rejects(watched.add({ is: 'ended', why: 'stopped', at: 1 }), RunTakenError);

    await file.release();
    assert.equal(await theirs.store.claim(watched), true);
    assert.equal(await mine.store.claim(file), false);
    await watched.release();
    assert.equal(await mine.store.delete(file.run.id), true);
    assert.deepEqual(await mine.store.list(), []);
  });

  it('is read while its last line is being written, and whole afterwards', async () => {
    const [mine, theirs] = windows();
    const file = await mine.store.create(plan, prompts(1));
    await runAll(file, answering);
    await file.release();
    const watched = await theirs.store.open(file.run.id);
    const line = JSON.stringify({ v: 1, is: 'gaveUp', model: 1, at: 1 });
    const path = join(mine.store.folder, file.run.id, 'results.jsonl');
    await appendFile(path, line.slice(0, 20));
    await watched?.refresh();
    assert.deepEqual([watched?.index.gaveUp.size, watched?.unreadable], [0, 0]);
    await appendFile(path, `${line.slice(20)}\n`);
    await watched?.refresh();
    assert.deepEqual([watched?.index.gaveUp.size, watched?.unreadable], [1, 0]);
  });

  it('is left to the one that has taken it over', async () => {
    const [mine, theirs] = windows();
    const file = await mine.store.create(plan, prompts(20));
    // As if this window had been silent for too long.
    mine.locks.dispose();
    const watched = await theirs.store.open(file.run.id);
    assert.ok(watched && (await theirs.store.claim(watched)));
    assert.equal(await runAll(file, answering), 'taken');
    assert.equal(await runAll(watched, answering), 'complete');
    assert.equal(watched.index.counts(1).complete, 20);
    await file.release();
    await watched.release();
  });

  it('takes nothing more from the one that has lost it, however soon it tries again', async () => {
    const [mine, theirs] = windows();
    const file = await mine.store.create(plan, prompts(1));
    mine.locks.dispose();
    const watched = await theirs.store.open(file.run.id);
    assert.ok(watched && (await theirs.store.claim(watched)));
    const line = { is: 'ended', why: 'stopped', at: 1 } as const;
    for (let time = 0; time < 3; time++) await assert.rejects(file.add(line), RunTakenError);
    await watched.release();
    const again = await theirs.store.open(file.run.id);
    assert.equal(again?.index.state, 'new');
    await file.release();
  });

  it('can’t be added to once a newer version has', async () => {
    const [mine] = windows();
    const file = await mine.store.create(plan, prompts(1));
    await file.release();
    const line = `${JSON.stringify({ v: 2, is: 'result', prompt: 0 })}\n`;
    await appendFile(join(mine.store.folder, file.run.id, 'results.jsonl'), line);
    const again = await mine.store.open(file.run.id);
    assert.ok(again);
    assert.equal(await mine.store.claim(again), false);
    assert.equal(await mine.store.isTaken(file.run.id), false);
  });
});

describe('A run of a newer version', () => {
  const folder = useFolder();

  it('is listed, but neither opened nor swept nor changed', async () => {
    const { store, locks } = openRuns(folder());
    const id = '6f1c1f0e-93a5-4c39-8f6a-0d4b2f6a7f10';
    const path = join(store.folder, id, 'run.json');
    const text = JSON.stringify({
      v: 2,
      createdAt: 5,
      set: { name: 'refunds.jsonl', kind: 'other' },
      asked: [],
    });
    await mkdir(join(store.folder, id), { recursive: true });
    await writeFile(path, text);
    assert.deepEqual(await store.list(), [
      { id, createdAt: 5, set: { name: 'refunds.jsonl' }, isNewer: true },
    ]);
    assert.equal(await store.open(id), undefined);
    await store.sweep();
    assert.equal(await readFile(path, 'utf8'), text);
    locks.dispose();
  });
});
