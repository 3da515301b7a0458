import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { modelFileName, plainName } from '../../../../../src/core/promptSets/batch/batchFiles.ts';
import { batchIdOf } from '../../../../../src/core/promptSets/batch/customId.ts';
import { type ExportOptions, exportBatch } from '../../../../../src/core/promptSets/batch/exportBatch.ts';
import { importBatch } from '../../../../../src/core/promptSets/batch/importBatch.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import type { RunPlan, RunStore } from '../../../../../src/core/promptSets/run/runStore.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { checkExpected, openRuns, plan, prompts } from '../run/runBench.ts';
import { failure, output, result } from './outputs.ts';

describe('A run that is exported as a batch', () => {
  const folder = useFolder();
  const { signal } = new AbortController();
  let store: RunStore;
  let dispose: () => void;
  const made: RunFile[] = [];

  beforeEach(() => {
    const { store: opened, locks } = openRuns(folder());
    store = opened;
    dispose = () => locks.dispose();
  });
  afterEach(async () => {
    for (const file of made.splice(0)) await file.release();
    dispose();
  });

  async function create(count: number, changes: Partial<RunPlan> = {}): Promise<RunFile> {
    const file = await store.create({ ...plan, ...changes }, prompts(count, { group: 'refunds' }));
    made.push(file);
    return file;
  }

  async function written(file: RunFile, options: Partial<ExportOptions> = {}) {
    const texts = new Map<string, string>();
    const closed = new Set<string>();
    const open = async (name: string) => ({
      write: async (text: string) => void texts.set(name, (texts.get(name) ?? '') + text),
      close: async () => void closed.add(name),
    });
    const batch = await exportBatch(file, open, { signal, ...options });
    assert.deepEqual([...closed].sort(), [...texts.keys()].sort());
    const rows = (name: string) =>
      (texts.get(name) ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    return { batch, texts, rows, about: JSON.parse(texts.get(batch.about) ?? '') };
  }

  it('is one file for each model, with all that is asked of it', async () => {
    const file = await create(2, { repetitions: 2 });
    const { batch, texts, rows } = await written(file);
    assert.deepEqual(batch.files, [['refunds.1-llama-3-8b.jsonl'], ['refunds.2-support-tone-v7.jsonl']]);
    assert.equal(batch.requests, 8);
    const id = batchIdOf(file.run);
    assert.deepEqual(
      rows('refunds.2-support-tone-v7.jsonl').map(({ custom_id }) => custom_id),
      [`${id}-1-0-0`, `${id}-1-0-1`, `${id}-1-1-0`, `${id}-1-1-1`],
    );
    assert.deepEqual(rows('refunds.1-llama-3-8b.jsonl')[0].body, {
      model: 'llama-3-8b',
      messages: [{ role: 'user', content: 'Question 0?' }],
      temperature: 0,
      max_tokens: 1024,
    });
    for (const text of texts.values()) assert.doesNotMatch(text, /\n\n|\r/u);
  });

  it('says beside them what a check needs, and of what', async () => {
    const file = await create(1);
    const { about, texts } = await written(file);
    const messages = [{ role: 'user', content: 'Question 0?' }];
    const rule = { line: 1, id: '1', checks: [], expected: 'Answer 0', group: 'refunds' };
    assert.deepEqual(about, {
      v: 1,
      batch: batchIdOf(file.run),
      run: file.run.id,
      createdAt: file.run.createdAt,
      set: 'refunds.jsonl',
      models: plan.models,
      settings: { maxTokens: 1024, temperature: 0 },
      repetitions: 1,
      seed: plan.seed,
      count: 1,
      prompts: [{ prompt: 0, messages, ...rule }],
      sha256: createHash('sha256')
        .update(`${texts.get('refunds.run.json')?.split('\n')[1]}\n`)
        .digest('hex'),
      files: [['refunds.1-llama-3-8b.jsonl'], ['refunds.2-support-tone-v7.jsonl']],
    });
  });

  it('fills no file over 50,000 lines or 200 MB', async () => {
    const file = await create(5);
    const { batch, rows } = await written(file, { limits: { lines: 2, bytes: 1e9 } });
    const [names = []] = batch.files;
    assert.deepEqual(names, [
      'refunds.1-llama-3-8b.jsonl',
      'refunds.1-llama-3-8b.2.jsonl',
      'refunds.1-llama-3-8b.3.jsonl',
    ]);
    assert.deepEqual(
      names.map((name) => rows(name).length),
      [2, 2, 1],
    );
    const small = await written(file, { limits: { lines: 100, bytes: 500 } });
    for (const name of small.batch.files.flat()) assert.ok((small.texts.get(name)?.length ?? 501) <= 500);
  });

  it('names models as their server wants it, and takes results of either name', async () => {
    const file = await create(1);
    const wireNames = ['llama-3-8b', 'llama-3-8b:support-tone-v7'];
    const { batch, rows, about } = await written(file, { wireNames });
    assert.deepEqual(
      batch.files.map(([name = '']) => rows(name)[0].body.model),
      wireNames,
    );
    assert.deepEqual(about.models, [
      plan.models[0],
      { ...plan.models[1], wireName: 'llama-3-8b:support-tone-v7' },
    ]);
    await file.add({ is: 'exported', folder: '', files: batch.files, wireNames, at: 1 });
    const id = `${batchIdOf(file.run)}-1-0-0`;
    for (const [model, others] of [
      ['llama-3-8b:support-tone-v7', []],
      ['support-tone-v7', []],
      ['llama-3-8b', [['llama-3-8b', 1]]],
    ] as const) {
      const answers = output('a', result(id, `I am ${model}.`, { model }));
      const checking = { checker: { check: checkExpected }, log: silent, mayReplace: async () => true };
      const { otherModels } = await importBatch(file, [answers], checking, signal);
      assert.deepEqual([...otherModels], others);
      const kept = await file.result({ prompt: 0, model: 1, repetition: 0 });
      assert.equal(kept?.answeredBy, others[0]?.[0]);
    }
  });

  it('is only what has no answer, if that is wanted', async () => {
    const file = await create(3);
    const id = batchIdOf(file.run);
    const answered = [
      result(`${id}-0-0-0`, 'Yes.'),
      result(`${id}-1-0-0`, 'Yes.'),
      result(`${id}-0-1-0`, 'Yes.'),
    ];
    await importBatch(
      file,
      [output('a', ...answered, failure(`${id}-0-2-0`))],
      { checker: { check: checkExpected }, log: silent, mayReplace: async () => true },
      signal,
    );
    const { batch, rows, about } = await written(file, { isMissingOnly: true });
    assert.deepEqual(batch, {
      files: [['refunds.missing.1-llama-3-8b.jsonl'], ['refunds.missing.2-support-tone-v7.jsonl']],
      about: 'refunds.missing.run.json',
      requests: 3,
    });
    const ids = batch.files.flat().flatMap((name) => rows(name).map(({ custom_id }) => custom_id));
    assert.deepEqual(ids, [`${id}-0-2-0`, `${id}-1-1-0`, `${id}-1-2-0`]);
    assert.deepEqual(
      about.prompts.map(({ prompt }: { prompt: number }) => prompt),
      [1, 2],
    );
  });

  it('closes its files and rejects if it is stopped or the disk is full', async () => {
    const file = await create(3);
    const stop = new AbortController();
    stop.abort(new Error('Stopped.'));
    await assert.rejects(written(file, { signal: stop.signal }), /Stopped/u);
    let closed = 0;
    const open = async () => ({
      write: async () => {
        throw new Error('ENOSPC');
      },
      close: async () => {
        closed += 1;
      },
    });
    await assert.rejects(exportBatch(file, open, { signal }), /ENOSPC/u);
    assert.ok(closed > 0);
  });

  it('has names that no shell and no disk takes for something else', () => {
    assert.equal(plainName('meta-llama/Llama-2-7b-chat-hf'), 'meta-llama-Llama-2-7b-chat-hf');
    assert.equal(plainName('$(rm -rf ~) `x` "y"'), 'rm--rf-x-y');
    assert.equal(plainName('../..'), 'unnamed');
    assert.equal(plainName('退款'), 'unnamed');
    const model = { connectionId: 'a', name: '退款' };
    assert.equal(modelFileName('refunds', 1, model, 2), 'refunds.2-unnamed.2.jsonl');
  });
});
