import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { batchIdOf, customIdOf } from '../../../../../src/core/promptSets/batch/customId.ts';
import {
  type BatchOutput,
  importBatch,
  type Replaced,
} from '../../../../../src/core/promptSets/batch/importBatch.ts';
import { runVerdicts } from '../../../../../src/core/promptSets/report/runVerdicts.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import type { RunStore } from '../../../../../src/core/promptSets/run/runStore.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { longestTurnOf } from '../../../cpuTime.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { askService, cellsOf, checkExpected, openRuns, plan, prompts, runAll } from '../run/runBench.ts';
import { bytesOf, lines as linesOf } from '../sets.ts';
import { completion, failure, output, result, zipped } from './outputs.ts';

const verdictThread = new VerdictThread();

describe('Results of a batch', function () {
  // Each import starts a worker.
  this.timeout(30_000);
  const folder = useFolder();
  const { signal } = new AbortController();
  let store: RunStore;
  let close: () => Promise<void>;
  let file: RunFile;

  beforeEach(async () => {
    isReplacing = true;
    const { store: opened, locks } = openRuns(folder());
    store = opened;
    file = await store.create(plan, prompts(3));
    close = async () => {
      await file.release();
      locks.dispose();
    };
  });
  afterEach(() => close());

  const id = (prompt: number, model = 0) => customIdOf(batchIdOf(file.run), { prompt, model, repetition: 0 });
  const asked: Replaced[] = [];
  let isReplacing = true;
  const mayReplace = async (replaced: Replaced) => {
    asked.push(replaced);
    return isReplacing;
  };
  const take = (...outputs: BatchOutput[]) => {
    asked.length = 0;
    return importBatch(file, outputs, { checker: { check: checkExpected }, log: silent, mayReplace }, signal);
  };
  const cell = (prompt: number, model = 0) => ({ prompt, model, repetition: 0 });
  const text = async (prompt: number, model = 0) => (await file.result(cell(prompt, model)))?.text;
  const lines = async () =>
    (await readFile(join(store.folder, file.run.id, 'results.jsonl'), 'utf8')).split('\n').length;
  const states = () => [...cellsOf(file)].map((one) => file.index.facts(one).state);

  it('become the run’s own, of several files in any order, plain or gzip', async () => {
    const summary = await take(
      output('b.jsonl', failure(id(2, 1)), result(id(0), 'Answer 0')),
      zipped(
        'a.jsonl.gz',
        result(id(1), 'Answer 1'),
        result(id(0, 1), 'Reply 0', { model: 'support-tone-v7' }),
      ),
      output('errors.jsonl', failure(id(2), 503)),
    );
    assert.deepEqual(states(), ['complete', 'complete', 'complete', 'missing', 'failed', 'failed']);
    assert.deepEqual(
      { ...summary, others: [...summary.others], otherModels: [...summary.otherModels] },
      {
        files: 3,
        added: 5,
        known: 0,
        kept: 0,
        answered: 3,
        failed: 2,
        size: 6,
        others: [],
        otherModels: [],
        problems: [],
        problemCount: 0,
      },
    );
    const kept = await file.result(cell(0));
    assert.deepEqual(kept?.figures, { durationMs: 0, promptTokens: 5, completionTokens: 3 });
    assert.deepEqual(kept?.sent, { way: 'batch', requestId: 'req-1' });
    assert.deepEqual(kept?.settings, file.run.settings);
    assert.equal(file.index.facts(cell(0)).ttftMs, undefined);
    assert.equal(file.index.facts(cell(0)).check, 'passed');
    assert.equal(file.index.facts(cell(0, 1)).check, 'failed');
    assert.deepEqual((await file.result(cell(2)))?.error, {
      kind: 'server',
      status: 503,
      serverMessage: 'Too long.',
    });
    assert.equal(file.index.state, 'waiting');
    // The same is read from the disk.
    const again = await store.open(file.run.id);
    assert.deepEqual(again && [...cellsOf(again)].map((one) => again.index.facts(one)), [
      ...[...cellsOf(file)].map((one) => file.index.facts(one)),
    ]);
  });

  it('make a run complete once nothing is missing, though some failed', async () => {
    const ids = [0, 1, 2].flatMap((prompt) => [id(prompt), id(prompt, 1)]);
    await take(output('a.jsonl', ...ids.slice(1).map((one) => result(one, 'Answer')), failure(ids[0] ?? '')));
    assert.equal(file.index.state, 'complete');
  });

  it('change nothing when they are imported again', async () => {
    const outputs = [
      output('a.jsonl', result(id(0), 'First'), failure(id(1)), result(id(0), 'Second')),
      output('b.jsonl', failure(id(0)), result(id(1), 'Answer 1'), failure(id(2))),
    ];
    await take(...outputs);
    assert.equal(await text(0), 'Second');
    assert.equal(await text(1), 'Answer 1');
    const before = await lines();
    const summary = await take(...outputs.toReversed());
    assert.equal(summary.added, 0);
    assert.equal(summary.known, 6);
    assert.equal(await lines(), before);
  });

  it('ask once before other answers go, and with them what a person and a judge said of those', async () => {
    const firsts = [0, 1, 2].flatMap((prompt) =>
      [0, 1].map((model) => result(id(prompt, model), `First ${prompt} ${model}`)),
    );
    await take(output('a.jsonl', ...firsts.slice(0, 5)));
    const rated = { other: 1, seed: 7 };
    await file.add({ is: 'ratingBegun', ...rated, at: 1 });
    for (const prompt of [0, 1])
      await file.add({ is: 'rated', ...rated, prompt, left: 'base', choice: 'other', at: 1 });
    await file.add({ is: 'ratingEnded', ...rated, at: 1 });
    const judge = { connectionId: 'acme', name: 'qwen-72b' };
    await file.add({ is: 'judgeBegun', ...rated, judge, template: '', at: 1 });
    for (const prompt of [0, 1])
      await file.add({ is: 'judged', ...rated, prompt, first: 'base', said: 'A', text: 'A', at: 1 });
    const choices = () => Object.keys(file.index.ratings.of(1).finished?.choices ?? {});
    const judged = () => [0, 1, 2].map((prompt) => file.index.judgments.said(1, prompt).base);
    // An older file: one answer is the same, three are others, one was missing, and of that there are two.
    const older = [
      ...[
        result(id(0), 'First 0 0'),
        result(id(0, 1), 'Older'),
        result(id(1), 'Older'),
        result(id(2), 'Older'),
      ],
      ...[result(id(2, 1), 'New'), result(id(2, 1), 'Newer')],
    ];
    isReplacing = false;
    const kept = await take(output('older.jsonl', ...older));
    assert.deepEqual(asked, [{ answers: 3, ratings: 2, judgments: 2 }]);
    assert.deepEqual(
      [kept.kept, await text(0, 1), await text(1), await text(2)],
      [3, 'First 0 1', 'First 1 0', 'First 2 0'],
    );
    assert.equal(await text(2, 1), 'Newer');
    assert.deepEqual(
      [choices(), judged()],
      [
        ['0', '1'],
        ['A', 'A', undefined],
      ],
    );
    isReplacing = true;
    const { kept: none, added } = await take(output('older.jsonl', ...older));
    assert.deepEqual([asked.length, none, added], [1, 0, 3]);
    assert.deepEqual([await text(0, 1), await text(1), await text(2)], ['Older', 'Older', 'Older']);
    assert.deepEqual([choices(), judged()], [[], [undefined, undefined, undefined]]);
    await take(output('older.jsonl', ...older));
    assert.deepEqual(asked, []);
  });

  it('lose no answer to a failure or to another’s result if their file changes while it is read', async () => {
    await take(output('a.jsonl', result(id(0), 'First'), result(id(1), 'First')));
    const first = linesOf(result(id(0), 'Second'), result(id(1), 'Second'));
    for (const then of [
      linesOf(failure(id(0)), failure(id(1))),
      linesOf(result(id(1), 'Elsewhere'), result(id(0), 'Elsewhere')),
      '',
    ]) {
      const texts = [first, then];
      await take({ name: 'a.jsonl', bytes: () => bytesOf(texts.shift() ?? '') });
      assert.deepEqual([await text(0), await text(1)], ['First', 'First']);
      assert.deepEqual([file.index.facts(cell(0)).state, file.index.failed], ['complete', 0]);
    }
  });

  it('count by the last answer, never by a failure after it', async () => {
    await take(
      output('2.jsonl', result(id(0), 'Last'), failure(id(0))),
      output('1.jsonl', result(id(0), 'First'), result(id(0), 'Middle')),
    );
    assert.equal(await text(0), 'Last');
    assert.equal(file.index.facts(cell(0)).state, 'complete');
  });

  it('fill up what this machine has asked, and replace what failed', async () => {
    const half = askService(async function* ({ model, messages }) {
      if (model !== 'llama-3-8b') throw new Error('Down.');
      yield {
        type: 'text',
        text: String(messages.at(-1)?.content).replace('Question', 'Answer').slice(0, -1),
      };
      yield { type: 'finish', reason: 'stop', complete: true };
    });
    await runAll(file, half);
    assert.deepEqual(states(), ['complete', 'failed', 'complete', 'failed', 'complete', 'failed']);
    const ids = [0, 1, 2].map((prompt) => result(id(prompt, 1), `Answer ${prompt}`));
    assert.equal((await take(output('a.jsonl', ...ids))).added, 3);
    assert.equal(file.index.facts(cell(0, 1)).attempt, 2);
    assert.equal(file.index.state, 'complete');
    assert.deepEqual(new Set(states()), new Set(['complete']));
  });

  it('are refused if they are another run’s, which is named', async () => {
    const other = customIdOf('0123456789ab', cell(0));
    const { others, added } = await take(
      output('a.jsonl', result(other, 'Other'), result(other, 'Other'), result('task-1', "No run's")),
      output('b.jsonl', result(id(3), 'Beyond the set'), result('__proto__', 'Hostile')),
    );
    assert.deepEqual(Object.fromEntries(others), { '0123456789ab': 2, '': 3 });
    assert.equal(added, 0);
    assert.equal(file.index.state, 'new');
  });

  it('are refused and twenty of them named, without holding anything up, if they are 50,000 other runs’', async () => {
    const foreign = Array.from({ length: 50_000 }, (_, at) =>
      result(customIdOf(at.toString(16).padStart(12, '0'), cell(0)), ''),
    );
    let others = new Map<string, number>();
    const longest = await longestTurnOf(async () => {
      ({ others } = await take(output('a.jsonl', ...foreign)));
    });
    const counts = [...others.values()].reduce((sum, one) => sum + one, 0);
    assert.deepEqual([others.size, counts, file.index.state], [21, 50_000, 'new']);
    assert.ok(longest < 500, `${longest} ms`);
  });

  it('say which model answered if it is another than was asked', async () => {
    const { otherModels } = await take(
      output(
        'a.jsonl',
        result(id(0), 'Answer 0', { model: 'llama-3-8b-\u202Efp8' }),
        result(id(1), 'Answer 1'),
      ),
    );
    assert.deepEqual([...otherModels], [['llama-3-8b-fp8', 1]]);
    assert.equal((await file.result(cell(0)))?.answeredBy, 'llama-3-8b-fp8');
    assert.equal((await file.result(cell(1)))?.answeredBy, undefined);
  });

  it('are cut off at the token limit, estimated without usage, or empty, as a run’s own', async () => {
    const cut = completion('Answer 0', { usage: null });
    cut.choices = [
      { index: 0, message: { role: 'assistant', content: 'Answer 0' }, finish_reason: 'length' },
    ];
    await take(
      output('a.jsonl', { custom_id: id(0), response: { status_code: 200, body: cut } }, result(id(1), '')),
    );
    assert.equal(file.index.facts(cell(0)).state, 'limit');
    assert.equal(file.index.facts(cell(0)).isEstimated, true);
    assert.equal(file.index.facts(cell(1)).isEmpty, true);
  });

  it('give the verdict of a run that this machine has asked', async () => {
    const twin = await store.create(plan, prompts(40));
    const answers = (prompt: number, model: number) => (prompt % 4 === model ? 'No.' : `Answer ${prompt}`);
    await runAll(
      twin,
      askService(async function* ({ model, messages }) {
        const prompt = Number(/\d+/u.exec(String(messages.at(-1)?.content))?.[0]);
        yield { type: 'text', text: answers(prompt, model === 'llama-3-8b' ? 0 : 1) };
        yield { type: 'finish', reason: 'stop', complete: true };
      }),
    );
    const out = await store.create(plan, prompts(40));
    const batchId = batchIdOf(out.run);
    const rows = [...cellsOf(out)].map((one) =>
      result(customIdOf(batchId, one), answers(one.prompt, one.model)),
    );
    const checking = { checker: { check: checkExpected }, log: silent, mayReplace: async () => true };
    await importBatch(out, [output('a.jsonl', ...rows.toReversed())], checking, signal);
    assert.deepEqual(await runVerdicts(out, verdictThread), await runVerdicts(twin, verdictThread));
    await twin.release();
    await out.release();
  });

  it('name what can’t be read, the first hundred of each import', async () => {
    const bad = Array.from({ length: 150 }, () => ({}));
    const { problems, problemCount, added } = await take(
      output('a.jsonl', ...bad, result(id(0), 'Answer 0')),
    );
    assert.equal(problemCount, 150);
    assert.equal(problems.length, 100);
    assert.deepEqual([problems[0]?.file, problems[0]?.problem.line], ['a.jsonl', 1]);
    assert.equal(added, 1);
  });

  it('keep what was taken when the import is stopped', async () => {
    const stop = new AbortController();
    const stopping = {
      name: 'b.jsonl',
      bytes: async function* () {
        stop.abort(new Error('Stopped.'));
        yield Buffer.from(`${JSON.stringify(result(id(1), 'Answer 1'))}\n`);
      },
    };
    const checking = { checker: { check: checkExpected }, log: silent, mayReplace: async () => true };
    const outputs = [output('a.jsonl', result(id(0), 'Answer 0')), stopping];
    await assert.rejects(importBatch(file, outputs, checking, stop.signal), /Stopped/u);
    assert.deepEqual(states().slice(0, 3), ['complete', 'missing', 'missing']);
    assert.equal(file.index.state, 'waiting');
    await take(output('b.jsonl', result(id(1), 'Answer 1')));
    assert.equal(file.index.facts(cell(1)).state, 'complete');
  });

  it('are written before a stopped import ends', async () => {
    const many = await store.create(plan, prompts(70));
    const stop = new AbortController();
    const [checking, closed, held] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const events: string[] = [];
    const answers = Array.from({ length: 70 }, (_, prompt) => {
      const customId = customIdOf(batchIdOf(many.run), { prompt, model: 0, repetition: 0 });
      return Buffer.from(`${JSON.stringify(result(customId, `Answer ${prompt}`))}\n`);
    });
    const stopping = {
      name: 'a.jsonl',
      bytes: async function* () {
        try {
          yield Buffer.concat(answers.slice(0, 64));
          await checking?.promise;
          stop.abort(new Error('Stopped.'));
          yield Buffer.concat(answers.slice(64));
        } finally {
          closed?.resolve();
        }
      },
    };
    const check = async (...given: Parameters<typeof checkExpected>) => {
      checking?.resolve();
      await held?.promise;
      return checkExpected(...given);
    };
    const importing = importBatch(
      many,
      [stopping],
      { checker: { check }, log: silent, mayReplace: async () => true },
      stop.signal,
    ).catch((error: Error) => void events.push(error.message));
    await closed?.promise;
    // An import that did not wait would end now.
    await new Promise((resolve) => setTimeout(resolve, 200));
    events.push('Written.');
    held?.resolve();
    await importing;
    assert.deepEqual(events, ['Written.', 'Stopped.']);
    assert.equal(many.index.counts(0).complete, 64);
    await many.release();
  });
});
