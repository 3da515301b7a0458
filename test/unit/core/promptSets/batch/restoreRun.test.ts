import assert from 'node:assert/strict';
import { idsIn } from '../../../../../src/core/files/ifExists.ts';
import { exportBatch } from '../../../../../src/core/promptSets/batch/exportBatch.ts';
import { importBatch } from '../../../../../src/core/promptSets/batch/importBatch.ts';
import { RestoreFault, restoreRun } from '../../../../../src/core/promptSets/batch/restoreRun.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import type { RunStore } from '../../../../../src/core/promptSets/run/runStore.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { checkExpected, openRuns, plan, prompts } from '../run/runBench.ts';
import { bytesOf } from '../sets.ts';
import { output, result } from './outputs.ts';

describe('A run that was deleted while it waited for results', () => {
  const folder = useFolder();
  const { signal } = new AbortController();
  let store: RunStore;
  let dispose: () => void;
  beforeEach(() => {
    const opened = openRuns(folder());
    store = opened.store;
    dispose = () => opened.locks.dispose();
  });
  afterEach(() => dispose());

  /** Exports a run and deletes it. Returns what was written. */
  async function deleted(count = 3, isMissingOnly = false) {
    const set = { name: 'refunds.jsonl', uri: 'file:///home/ada/refunds.jsonl' };
    const repeated = { ...plan, set, repetitions: 2, settings: { temperature: 0, systemPrompt: 'Be kind.' } };
    const file = await store.create(
      repeated,
      prompts(count, { group: 'refunds', reference: 'ünïcode \u2028' }),
    );
    const texts = new Map<string, string>();
    const open = async (name: string) => ({
      write: async (text: string) => void texts.set(name, (texts.get(name) ?? '') + text),
      close: async () => undefined,
    });
    if (isMissingOnly) {
      const cell = { prompt: 0, model: 0, repetition: 0 };
      const answer = {
        text: 'Yes.',
        reasoning: '',
        state: 'complete',
        figures: { durationMs: 1 },
        settings: {},
      } as const;
      for (const repetition of [0, 1])
        for (const model of [0, 1])
          await file.add({ is: 'result', ...cell, model, repetition, attempt: 1, at: 1, ...answer });
    }
    const wireNames = ['llama-3-8b', 'llama-3-8b:support-tone-v7'];
    const batch = await exportBatch(file, open, { signal, wireNames, isMissingOnly });
    await file.release();
    assert.ok(await store.delete(file.run.id));
    return { before: file, batch, about: texts.get(batch.about) ?? '', requests: texts };
  }

  const restore = (text: string, size?: number): Promise<RunFile> =>
    restoreRun(
      bytesOf(text, size),
      'file:///out',
      (id) => store.has(id),
      (...given) => store.restore(...given),
    );

  it('comes back from its .run.json as it was, and takes its results', async () => {
    const { before, batch, about, requests } = await deleted();
    assert.doesNotMatch(about, /home\/ada/u);
    for (const size of [undefined, 100]) {
      const file = await restore(about, size);
      const { set, ...rest } = before.run;
      assert.deepEqual(file.run, { ...rest, set: { name: set.name } });
      for (const prompt of [0, 1, 2])
        assert.deepEqual(await file.prompt(prompt), await before.prompt(prompt));
      const { state, exported } = file.index;
      const wireNames = ['llama-3-8b', 'llama-3-8b:support-tone-v7'];
      assert.deepEqual(
        [state, exported],
        ['waiting', { folder: 'file:///out', files: batch.files, wireNames }],
      );
      const lines = batch.files.flat().flatMap((name) => requests.get(name)?.trimEnd().split('\n') ?? []);
      const answers = lines.map((line) =>
        result(JSON.parse(line).custom_id, 'Answer 0', { model: 'llama-3-8b' }),
      );
      const checking = { checker: { check: checkExpected }, log: silent, mayReplace: async () => true };
      const summary = await importBatch(file, [output('a.jsonl', ...answers)], checking, signal);
      assert.deepEqual([summary.answered, file.index.state], [12, 'complete']);
      assert.equal(file.index.facts({ prompt: 0, model: 1, repetition: 1 }).check, 'passed');
      await file.release();
      await assert.rejects(restore(about), /The run is here already/u);
      await store.delete(file.run.id);
    }
  });

  it('does not come back from anything else, and leaves nothing then', async () => {
    const { about } = await deleted();
    const missing = await deleted(3, true);
    const torn = about.slice(0, about.lastIndexOf('\n', about.length - 2));
    const broken: [text: string, said: RegExp][] = [
      ['', /as it was exported/u],
      ['{"v":1}', /as it was exported/u],
      [JSON.stringify(JSON.parse(about), null, 2), /as it was exported/u],
      [about.replace('"v":1', '"v":2'), /as it was exported/u],
      [
        about.replace(/"run":"[^"]+"/u, '"run":"../../../../../../../../tmp/not-an-id"'),
        /as it was exported/u,
      ],
      [about.replace('"models":[', '"models":[],"others":['), /as it was exported/u],
      [about.replace('"Answer 1"', '"Answer 2"'), /was changed, is torn/u],
      [about.replace('"prompt":1', '"prompt":7'), /was changed, is torn/u],
      [torn, /was changed, is torn/u],
      [`${torn.slice(0, -9)}\n`, /was changed, is torn/u],
      [about.replace('"count":3', '"count":4'), /only 3 of the run's 4 prompts/u],
      [missing.about, /was changed, is torn, or has only what was missing/u],
    ];
    for (const [text, said] of broken)
      await assert.rejects(
        restore(text),
        (error) => error instanceof RestoreFault && said.test(error.message),
        text,
      );
    assert.deepEqual(await store.list(), []);
    assert.deepEqual(await idsIn(store.folder, ''), []);
  });
});
