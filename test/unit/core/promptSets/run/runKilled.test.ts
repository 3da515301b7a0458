import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatEvent, ChatRequest } from '../../../../../src/api/types.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import type { RunCell } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { useFolder } from '../../fixtures.ts';
import { killAtRandom } from './killAtRandom.ts';
import { askService, cellsOf, openRuns, plan, prompts, runAll } from './runBench.ts';

/** Answers at once, and notes whom it asked what. */
class Scripted {
  readonly asked: string[] = [];
  readonly service = askService((request) => this.#answer(request));

  async *#answer({ model, messages }: ChatRequest): AsyncGenerator<ChatEvent, void> {
    const content = messages.at(-1)?.content;
    this.asked.push(`${model} ${content}`);
    yield { type: 'text', text: String(content).replace('Question', 'Answer').replace('?', '') };
    yield { type: 'finish', reason: 'stop', complete: true };
  }

  /** How often an answer was asked for. */
  times(file: RunFile, { prompt, model }: RunCell): number {
    const text = `${file.run.models[model]?.name} Question ${prompt}?`;
    return this.asked.filter((one) => one === text).length;
  }
}

describe('A run whose window is killed', function () {
  this.timeout(120_000);
  const folder = useFolder();

  it('loses nothing kept and asks nothing again but what was under way, at any byte of its results', async () => {
    const first = openRuns(folder());
    const made = await first.store.create(plan, prompts(2));
    const { id } = made.run;
    const path = join(first.store.folder, id, 'results.jsonl');
    const promptBytes = (await readFile(path)).length;
    await runAll(made, new Scripted().service, { concurrency: 2 });
    const bytes = await readFile(path);
    await made.release();
    first.locks.dispose();

    // Every byte around the end of a line, and every ninth of what is torn within one.
    const isNearEnd = (length: number) => bytes.subarray(length - 2, length + 2).includes(10);
    for (let length = promptBytes; length <= bytes.length; length += 1) {
      if (length % 9 > 0 && !isNearEnd(length)) continue;
      await writeFile(path, bytes.subarray(0, length));
      const whole = bytes.subarray(0, length).toString('utf8').split('\n').slice(0, -1);
      const has = (is: string, { prompt, model }: RunCell) =>
        whole.some((line) => line.startsWith(`{"v":1,"is":"${is}","prompt":${prompt},"model":${model},`));
      const { store, locks } = openRuns(folder());
      const file = await store.open(id);
      assert.ok(file && (await file.claim()), `byte ${length}`);
      const scripted = new Scripted();
      const underWay = [...file.index.inState('sent')];
      assert.equal(await runAll(file, scripted.service), 'complete');
      for (const cell of cellsOf(file)) {
        const isKept = has('result', cell);
        const what = `${JSON.stringify(cell)} at byte ${length}`;
        // The last line may be whole but for its end.
        if (scripted.times(file, cell) > 0) assert.ok(!isKept, `asked again: ${what}`);
        const { state, check, attempt } = file.index.facts(cell);
        assert.deepEqual([state, check], ['complete', 'passed'], what);
        assert.equal((await file.result(cell))?.text, `Answer ${cell.prompt}`, what);
        const isMarked = underWay.some(({ prompt, model }) => prompt === cell.prompt && model === cell.model);
        assert.equal(attempt, isMarked ? 2 : 1, what);
        if (has('sent', cell) && !isKept) assert.ok(isMarked || scripted.times(file, cell) === 0, what);
      }
      await file.release();
      locks.dispose();
    }
  });

  it('does so at random moments, against a service', async () => {
    await killAtRandom(folder(), { kills: 8, seed: 1 });
  });

  it('leaves a folder that is no run, if it was killed before it began', async () => {
    const { store, locks } = openRuns(folder());
    const left = join(store.folder, '6f1c1f0e-93a5-4c39-8f6a-0d4b2f6a7f10');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'results.jsonl'), '{"v":1,"is":"prompt","prom');
    const file = await store.create(plan, prompts(1));
    await file.release();
    assert.deepEqual(
      (await store.list()).map(({ id }) => id),
      [file.run.id],
    );
    await store.sweep();
    await assert.rejects(readFile(join(left, 'results.jsonl')), { code: 'ENOENT' });
    assert.equal((await store.list()).length, 1);
    locks.dispose();
  });
});
