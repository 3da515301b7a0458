import assert from 'node:assert/strict';
import fs, { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { mock } from 'node:test';
import { TakenError } from '../../../../../src/core/files/ownedFile.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { stalledDisk } from '../../files/stalledDisk.ts';
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
    assert.equal(await watched.claim(), false);
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
    await assert.rejects(watched.add({ is: 'ended', why: 'stopped', at: 1 }), TakenError);

    await file.release();
    assert.equal(await watched.claim(), true);
    assert.equal(await file.claim(), false);
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
    assert.deepEqual([watched?.index.models.gaveUp.size, watched?.unreadable], [0, 0]);
    await appendFile(path, `${line.slice(20)}\n`);
    await watched?.refresh();
    assert.deepEqual([watched?.index.models.gaveUp.size, watched?.unreadable], [1, 0]);
  });

  it('is read anew where an earlier file is put back, as sync tools do', async () => {
    const [mine, theirs] = windows();
    const file = await mine.store.create(plan, prompts(3));
    const path = join(mine.store.folder, file.run.id, 'results.jsonl');
    const early = await readFile(path);
    await runAll(file, answering);
    await file.release();
    const watched = await theirs.store.open(file.run.id);
    assert.equal(watched?.index.answered, 6);
    await writeFile(path, early);
    await watched.refresh();
    assert.deepEqual([watched.index.answered, watched.index.state], [0, 'new']);
    assert.ok(await watched.claim());
    assert.equal(await runAll(watched, answering), 'complete');
    await watched.release();
    assert.equal((await mine.store.open(file.run.id))?.index.answered, 6);
  });

  it('loses no line to one that was torn while another window had it', async () => {
    const [mine, theirs] = windows();
    const file = await mine.store.create(plan, prompts(1));
    await runAll(file, answering);
    await rm(join(mine.store.folder, `${file.run.id}.lock`));
    const taken = await theirs.store.open(file.run.id);
    assert.ok(await taken?.claim());
    await appendFile(join(mine.store.folder, file.run.id, 'results.jsonl'), '{"v":1,"is":"se');
    theirs.locks.dispose();
    assert.ok(await file.claim());
    await file.add({ is: 'gaveUp', model: 1, at: 1 });
    const again = await mine.store.open(file.run.id);
    assert.deepEqual([again?.index.models.gaveUp.size, again?.unreadable], [1, 1]);
    await file.release(true);
  });

  it('is left to the one that has taken it over', async () => {
    const [mine, theirs] = windows();
    const file = await mine.store.create(plan, prompts(20));
    // As if this window had been silent for too long.
    mine.locks.dispose();
    const watched = await theirs.store.open(file.run.id);
    assert.ok(watched && (await watched.claim()));
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
    assert.ok(watched && (await watched.claim()));
    const line = { is: 'ended', why: 'stopped', at: 1 } as const;
    for (let time = 0; time < 3; time++) await assert.rejects(file.add(line), TakenError);
    await watched.release();
    const again = await theirs.store.open(file.run.id);
    assert.equal(again?.index.state, 'new');
    await file.release();
  });

  describe('of which one was stopped just before it wrote', () => {
    const disk = stalledDisk();
    const answer = (prompt: number, model: number, text: string) => ({
      ...({ is: 'result', prompt, model, repetition: 0, attempt: 1, state: 'complete', text } as const),
      ...{ reasoning: '', figures: { durationMs: 1 }, settings: {}, at: 1 },
    });
    const textsIn = async (file: RunFile) => {
      const texts = [0, 1, 2, 3].flatMap((prompt) =>
        [0, 1].map(async (model) => (await file.result({ prompt, model, repetition: 0 }))?.text ?? '–'),
      );
      return (await Promise.all(texts)).join(' ');
    };

    async function stopped() {
      const mine = openRuns(folder(), disk.openFile);
      const [, theirs] = windows();
      const file = await mine.store.create(plan, prompts(4));
      await file.add(answer(0, 0, 'mine'));
      const { reached, goOn } = disk.stall();
      const late = file.add(answer(0, 1, 'late'));
      await reached;
      // As after a stop of half a minute.
      mine.locks.dispose();
      const taken = await theirs.store.open(file.run.id);
      assert.ok(taken && (await taken.claim()));
      const write = async (prompt: number) => {
        for (const model of [0, 1]) await taken.add(answer(prompt, model, 'theirs'));
      };
      const inFile = async () => {
        const opened = await windows()[0].store.open(file.run.id);
        assert.ok(opened);
        return textsIn(opened);
      };
      return { file, late, goOn, taken, write, inFile };
    }

    it('loses nothing that the other wrote before, and knows that the run is lost', async () => {
      const { file, late, goOn, taken, write, inFile } = await stopped();
      for (const prompt of [1, 2]) await write(prompt);
      goOn();
      await assert.rejects(late, TakenError);
      const all = 'mine late theirs theirs theirs theirs – –';
      assert.equal(await textsIn(file), all);
      await file.release();
      assert.equal(await inFile(), all);
      await write(3);
      const more = 'mine late theirs theirs theirs theirs theirs theirs';
      assert.equal(await textsIn(taken), more);
      await taken.release();
      assert.equal(await inFile(), more);
      assert.equal(taken.unreadable, 0);
    });

    it('loses nothing that the other writes afterwards', async () => {
      const { file, late, goOn, taken, write, inFile } = await stopped();
      goOn();
      await late.catch(() => undefined);
      for (const prompt of [1, 2, 3]) await write(prompt);
      await file.release();
      const all = 'mine late theirs theirs theirs theirs theirs theirs';
      assert.deepEqual([await textsIn(taken), await inFile()], [all, all]);
      await taken.release();
      assert.equal(await inFile(), all);
      assert.equal(taken.unreadable, 0);
    });
  });

  it('that the disk does not delete is free again, and deleted once it does', async () => {
    const [mine, theirs] = windows();
    const file = await mine.store.create(plan, prompts(1));
    await file.release();
    const { id } = file.run;
    const { rm } = fs;
    const refusing = mock.method(fs, 'rm', async (path: string) => {
      if (path.endsWith('.lock')) return rm(path);
      throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' });
    });
    syncBuiltinESMExports();
    try {
      await assert.rejects(mine.store.delete(id), { code: 'EPERM' });
    } finally {
      refusing.mock.restore();
      syncBuiltinESMExports();
    }
    mine.locks.dispose();
    assert.equal(await theirs.store.isTaken(id), false);
    assert.equal(await theirs.store.delete(id), true);
    assert.deepEqual(await theirs.store.list(), []);
  });

  it('can’t be added to once a newer version has', async () => {
    const [mine] = windows();
    const file = await mine.store.create(plan, prompts(1));
    await file.release();
    const line = `${JSON.stringify({ v: 2, is: 'result', prompt: 0 })}\n`;
    await appendFile(join(mine.store.folder, file.run.id, 'results.jsonl'), line);
    const again = await mine.store.open(file.run.id);
    assert.ok(again);
    assert.equal(await again.claim(), false);
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
