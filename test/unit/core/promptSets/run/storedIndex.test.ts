import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, stat, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { OwnedFile } from '../../../../../src/core/files/ownedFile.ts';
import { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import {
  type NewRunLine,
  promptLine,
  type Run,
  runLine,
} from '../../../../../src/core/promptSets/run/runRecord.ts';
import { loadIndex, storeIndex } from '../../../../../src/core/promptSets/run/storedIndex.ts';
import { holds } from '../../../properties/holds.ts';
import { useFolder } from '../../fixtures.ts';
import { plan, prompt } from './runBench.ts';

const run: Run = { ...plan, v: 1, id: 'run', createdAt: 1, repetitions: 2, prompts: 3 };

const cell = fc.record({
  prompt: fc.nat({ max: 2 }),
  model: fc.nat({ max: 1 }),
  repetition: fc.nat({ max: 1 }),
});
const attempt = fc.integer({ min: 1, max: 3 });
const check = { type: 'equals', value: 'yes' };
const line = fc.oneof(
  fc
    .record({
      at: fc.nat({ max: 2 }),
      group: fc.constantFrom(undefined, 'one', 'two', 'three'),
      tags: fc.constantFrom<string[] | undefined>(undefined, ['a'], ['b', 'a'], ['c', 'a']),
    })
    .map(({ at, group, tags }) =>
      promptLine(prompt(at, { checks: [check], ...(group && { group }), ...(tags && { tags }) }), at),
    ),
  fc.constant<NewRunLine>({ is: 'begun', at: 1, underWay: [] }),
  fc.constantFrom<NewRunLine>(
    { is: 'exported', folder: 'file:///out', files: [['a.jsonl'], []], wireNames: ['a', 'b'], at: 1 },
    { is: 'ended', why: 'waiting', at: 1 },
  ),
  fc
    .record({ cell, attempt })
    .map(({ cell, attempt }): NewRunLine => ({ is: 'sent', ...cell, attempt, at: 1 })),
  fc
    .record({
      cell,
      attempt,
      text: fc.string(),
      state: fc.constantFrom('complete', 'limit', 'cut', 'failed', 'stopped'),
      ttftMs: fc.option(fc.nat(), { nil: undefined }),
      droppedFields: fc.subarray(['seed', 'top_p']),
      deployment: fc.constantFrom({}, { hubRevision: '4f2c' }, { createdAt: 5, servedBy: 'vllm' }),
    })
    .map(({ cell, attempt, text, state, ttftMs, ...more }): NewRunLine => {
      const figures = { durationMs: 1, ...(ttftMs !== undefined && { ttftMs }) };
      const answer = { text, reasoning: '', figures, settings: {}, ...more };
      return { is: 'result', ...cell, attempt, at: 1, state, ...answer };
    }),
  fc
    .record({ cell, passed: fc.boolean() })
    .map(
      ({ cell, passed }): NewRunLine => ({ is: 'checked', ...cell, checks: [{ check, passed, reason: '' }] }),
    ),
  fc.nat({ max: 1 }).map((model): NewRunLine => ({ is: 'gaveUp', model, at: 1, error: { kind: 'server' } })),
  fc.constant<NewRunLine>({ is: 'ended', why: 'stopped', at: 1 }),
  fc
    .record({
      is: fc.constantFrom('ratingBegun', 'rated', 'ratingEnded'),
      seed: fc.nat({ max: 1 }),
      prompt: fc.nat({ max: 2 }),
      choice: fc.constantFrom('base', 'other', 'tie', 'skipped'),
    })
    .map(({ is, seed, ...choice }): NewRunLine => {
      const round = { other: 1, seed, at: 1 };
      return is === 'rated' ? { is, ...round, ...choice, left: 'base' } : { is, ...round };
    }),
);
/** A run's results; some lines are torn. */
const results = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: line.map((one) => JSON.stringify(runLine(one))) },
      { weight: 1, arbitrary: fc.constant('{"v":1,"is":"res') },
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((texts) => Buffer.from(texts.map((text) => `${text}\n`).join('')));

function contentOf({ index, unreadable }: RunFile) {
  const { arrays, remarks } = index;
  const tags = Array.from({ length: run.prompts }, (_, at) => index.tagsOf(at));
  return { arrays, remarks, tags, counts: run.models.map((_, model) => index.counts(model)), unreadable };
}

const hold = { isHeld: async () => true, release: async () => undefined };
const newOwned = () => new OwnedFile({ take: async () => hold }, run.id);

describe('The stored index of a run', () => {
  const folder = useFolder();
  let count = 0;

  /** A run's folder with these results. */
  const withResults = async (bytes: Uint8Array) => {
    const path = join(folder(), String(count++));
    await mkdir(path);
    await writeFile(join(path, 'results.jsonl'), bytes);
    return path;
  };
  const opened = async (path: string, owned = newOwned()) => {
    const file = new RunFile(path, run, owned);
    await file.refresh();
    return file;
  };
  const owned = async (path: string) => {
    const own = newOwned();
    await own.take();
    return opened(path, own);
  };
  /** Stores the index as an owner does when it is done. */
  const store = async (path: string) => {
    const file = await owned(path);
    await file.release();
  };
  const isLoaded = async (path: string) =>
    (await loadIndex(path, join(path, 'results.jsonl'), run)) !== undefined;

  holds(
    'with the lines that follow is the index of all lines, whatever byte it goes to',
    100,
    fc.asyncProperty(results, fc.nat(), async (bytes, at) => {
      const cut = at % (bytes.length + 1);
      const path = await withResults(bytes.subarray(0, cut));
      await store(path);
      await appendFile(join(path, 'results.jsonl'), bytes.subarray(cut));
      assert.deepEqual(contentOf(await opened(path)), contentOf(await opened(await withResults(bytes))));
    }),
  );

  holds(
    'is right even if lines were added while it was written',
    40,
    fc.asyncProperty(fc.array(line, { minLength: 1 }), fc.array(line), async (before, after) => {
      const path = await withResults(Buffer.from(''));
      const file = await owned(path);
      await file.add(...before);
      const stored = storeIndex(path, join(path, 'results.jsonl'), run, {
        index: file.index,
        read: (await stat(join(path, 'results.jsonl'))).size,
        unreadable: 0,
      });
      for (const added of after) await file.add(added);
      await stored;
      const resumed = await opened(path);
      assert.deepEqual(contentOf(resumed), contentOf(file));
      await file.release();
    }),
  );

  it('has no facts of an answer that was not planned', async () => {
    const { index } = await opened(await withResults(Buffer.from('')));
    const cell = { prompt: run.prompts, model: 0, repetition: 0 };
    assert.throws(() => index.facts(cell), RangeError);
    assert.equal(index.resultPlace(cell), undefined);
  });

  describe('of a run that was kept', () => {
    const bytesOf = (...lines: NewRunLine[]) =>
      Buffer.from(lines.map((one) => `${JSON.stringify(runLine(one))}\n`).join(''));
    const cell = { prompt: 0, model: 0, repetition: 0 };
    const begun = bytesOf(promptLine(prompt(0), 0), { is: 'begun', at: 1, underWay: [] });
    const all = Buffer.concat([begun, bytesOf({ is: 'sent', ...cell, attempt: 1, at: 1 })]);
    const stored = async () => {
      const path = await withResults(all);
      await store(path);
      assert.equal(await isLoaded(path), true);
      return path;
    };

    it('is ignored if a byte of it is another, missing or too many', async () => {
      const path = await stored();
      const bytes = await readFile(join(path, 'index.bin'));
      for (let at = 0; at < bytes.length; at += 7) {
        const other = Buffer.from(bytes);
        other[at] = (other[at] ?? 0) ^ 1;
        await writeFile(join(path, 'index.bin'), other);
        assert.equal(await isLoaded(path), false, `byte ${at}`);
      }
      for (const other of [
        bytes.subarray(0, -1),
        Buffer.concat([bytes, Buffer.from('\0')]),
        Buffer.from(''),
      ]) {
        await writeFile(join(path, 'index.bin'), other);
        assert.equal(await isLoaded(path), false, `${other.length} bytes`);
      }
      assert.equal((await opened(path)).index.state, 'begun');
      await store(path);
      assert.deepEqual(await readFile(join(path, 'index.bin')), bytes);
    });

    it('is ignored if the results are others', async () => {
      const path = await stored();
      for (const other of [begun, Buffer.from(all.toString().replace('"attempt":1', '"attempt":2'))]) {
        await writeFile(join(path, 'results.jsonl'), other);
        assert.equal(await isLoaded(path), false);
      }
      assert.equal((await opened(path)).index.facts(cell).attempt, 2);
    });

    it('is ignored if the results are shorter, also if it was stored of more than there was', async () => {
      const path = await stored();
      const { index } = await opened(path);
      const read = all.length + 5000;
      await assert.rejects(
        storeIndex(path, join(path, 'results.jsonl'), run, { index, read, unreadable: 0 }),
      );
      assert.equal(await isLoaded(path), true);
    });

    it('is ignored if it ends within a line', async () => {
      const path = await stored();
      const { index } = await opened(path);
      for (const back of [0, 1, 2, 40]) {
        const read = all.length - back;
        await storeIndex(path, join(path, 'results.jsonl'), run, { index, read, unreadable: 0 });
        assert.equal(await isLoaded(path), back < 2, String(back));
      }
    });

    it('is stored now and then while requests are sent', async () => {
      const path = await withResults(begun);
      const file = await owned(path);
      const changes = watch(path);
      const figures = { durationMs: 1 };
      const answer = { attempt: 1, at: 1, text: 'x'.repeat(9e6), reasoning: '', figures, settings: {} };
      for (const repetition of [0, 1])
        await file.add({ is: 'result', ...cell, repetition, state: 'complete', ...answer });
      for await (const { filename } of changes) if (filename === 'index.bin') break;
      assert.equal(await isLoaded(path), true);
      await file.release();
    });

    it('is ignored if it is another run’s', async () => {
      const path = await stored();
      assert.equal(await loadIndex(path, join(path, 'results.jsonl'), { ...run, id: 'other' }), undefined);
    });

    it('is not stored without the lines that a newer version wrote', async () => {
      const path = await stored();
      const bytes = await readFile(join(path, 'index.bin'));
      await appendFile(join(path, 'results.jsonl'), '{"v":2,"is":"sent"}\n');
      await appendFile(join(path, 'results.jsonl'), bytesOf({ is: 'ended', why: 'complete', at: 1 }));
      await store(path);
      assert.deepEqual(await readFile(join(path, 'index.bin')), bytes);
    });
  });
});
