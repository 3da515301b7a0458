import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '../../../../src/core/files/ifExists.ts';
import { batchIdOf, customIdOf } from '../../../../src/core/promptSets/batch/customId.ts';
import { importBatch } from '../../../../src/core/promptSets/batch/importBatch.ts';
import type { RunFile } from '../../../../src/core/promptSets/run/runFile.ts';
import type { NewRunLine } from '../../../../src/core/promptSets/run/runRecord.ts';
import { silent } from '../fixtures.ts';
import { output, result } from '../promptSets/batch/outputs.ts';
import { cellsOf, checkExpected, openRuns, plan, prompts } from '../promptSets/run/runBench.ts';
import type { Act } from './acts.ts';

/** Does something with the only run of a folder, or with a new one, and lets go of it. */
async function withRun(folder: string, work: (file: RunFile) => Promise<void>): Promise<void> {
  const { store, locks } = openRuns(folder);
  const [run] = await store.list();
  const file = run ? await store.open(run.id) : await store.create(plan, prompts(3));
  assert.ok(file && (await file.claim()), 'The run is not free.');
  await work(file);
  await file.release();
  locks.dispose();
}

function answer(prompt: number, model: number): NewRunLine {
  const told = { text: `Answer ${prompt}`, reasoning: '', figures: { durationMs: 1 }, settings: {}, at: 1 };
  return { is: 'result', prompt, model, repetition: 0, attempt: 1, state: 'complete', ...told };
}

const answerAll = (folder: string) =>
  withRun(folder, async (file) => {
    for (const { prompt, model } of cellsOf(file)) await file.add(answer(prompt, model));
  });

const importAll = (folder: string) =>
  withRun(folder, async (file) => {
    const idOf = (prompt: number, model: number) =>
      customIdOf(batchIdOf(file.run), { prompt, model, repetition: 0 });
    const outputs = [0, 1].map((model) =>
      output(`${model}.jsonl`, ...[0, 1, 2].map((prompt) => result(idOf(prompt, model), `Answer ${prompt}`))),
    );
    const checking = { checker: { check: checkExpected }, log: silent, mayReplace: async () => true };
    await importBatch(file, outputs, checking, new AbortController().signal);
  });

const round = { other: 1, seed: 7, at: 1 };
const rate = (prompt: number, choice: 'other' | 'tie'): NewRunLine => ({
  ...{ is: 'rated', ...round, prompt, choice },
  left: 'base',
});

async function foldersIn(folder: string): Promise<string[]> {
  const names = (await ifExists(readdir(folder))) ?? [];
  return names.filter((name) => !name.endsWith('.lock'));
}

/** All of a run's index, as it is after a quick start and after all results were read. */
async function indexed(folder: string): Promise<unknown[]> {
  const { store, locks } = openRuns(folder);
  const [run] = await store.list();
  const read = async () => {
    const file = await store.open(run?.id ?? '');
    assert.ok(file);
    const facts = [...cellsOf(file)].map((cell) => file.index.facts(cell));
    return { facts, remarks: file.index.remarks, unreadable: file.unreadable };
  };
  const quick = await read();
  await rm(join(store.folder, run?.id ?? '', 'index.bin'), { force: true });
  const whole = await read();
  locks.dispose();
  return [quick, whole];
}

export const runActs: Record<string, Act> = {
  'a new run': {
    act: (folder) => withRun(folder, async () => undefined),
    async check(folder) {
      const { store, locks } = openRuns(folder);
      await store.sweep();
      const listed = await store.list();
      assert.deepEqual(
        listed.map(({ id }) => id),
        await foldersIn(store.folder),
      );
      locks.dispose();
      // It is whole, or there is none.
      await answerAll(folder);
    },
  },
  'results that are imported': {
    prepare: (folder) =>
      withRun(folder, (file) => file.add({ is: 'exported', folder: '', files: [], wireNames: [], at: 1 })),
    act: importAll,
    async check(folder) {
      await importAll(folder);
      await withRun(folder, async (file) => {
        assert.equal(file.index.answered, 6);
        for (const cell of cellsOf(file)) {
          assert.equal((await file.result(cell))?.text, `Answer ${cell.prompt}`);
          assert.equal(file.index.facts(cell).check, 'passed');
        }
      });
    },
  },
  ratings: {
    prepare: answerAll,
    act: (folder) =>
      withRun(folder, async (file) => {
        await file.add({ is: 'ratingBegun', ...round });
        for (const prompt of [0, 1, 2]) await file.add(rate(prompt, 'other'));
        await file.add({ is: 'ratingEnded', ...round });
      }),
    check: (folder) =>
      withRun(folder, async (file) => {
        const { open, finished } = file.index.ratings.of(1);
        const rated = Object.values((finished ?? open)?.choices ?? {});
        assert.ok(rated.every((choice) => choice === 'other'));
        if (finished) assert.equal(rated.length, 3);
        // The person goes on where the round was.
        if (!finished) {
          if (!open) await file.add({ is: 'ratingBegun', ...round });
          for (let prompt = rated.length; prompt < 3; prompt++) await file.add(rate(prompt, 'other'));
          await file.add({ is: 'ratingEnded', ...round });
        }
        assert.equal(Object.keys(file.index.ratings.of(1).finished?.choices ?? {}).length, 3);
      }),
  },
  'the index of a run': {
    prepare: answerAll,
    act: (folder) =>
      withRun(folder, async (file) => {
        for (const prompt of [0, 2]) await file.add({ ...answer(prompt, 1), at: 2 } as NewRunLine);
      }),
    async check(folder) {
      const [quick, whole] = await indexed(folder);
      assert.deepEqual(quick, whole);
      await answerAll(folder);
    },
  },
  'a run that is deleted': {
    prepare: answerAll,
    async act(folder) {
      const { store, locks } = openRuns(folder);
      const [run] = await store.list();
      assert.equal(await store.delete(run?.id ?? ''), true);
      locks.dispose();
    },
    async check(folder) {
      const { store, locks } = openRuns(folder);
      await store.sweep();
      const listed = await store.list();
      assert.equal((await foldersIn(store.folder)).length, listed.length);
      for (const { id } of listed) assert.equal((await store.open(id))?.index.answered, 6);
      locks.dispose();
    },
  },
};
