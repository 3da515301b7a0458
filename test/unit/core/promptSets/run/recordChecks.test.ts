import assert from 'node:assert/strict';
import type { Prompt } from '../../../../../src/core/promptSets/prompt.ts';
import { checkAnew } from '../../../../../src/core/promptSets/run/recordChecks.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { askService, cellsOf, checkExpected, openRuns, plan, prompt, prompts, runAll } from './runBench.ts';

async function* these(...set: Prompt[]): AsyncGenerator<Prompt, void> {
  yield* set;
}

describe('A run that is checked anew', () => {
  const folder = useFolder();
  const { signal } = new AbortController();
  let close: () => Promise<void>;
  let open: (id: string) => Promise<RunFile | undefined>;
  let file: RunFile;

  beforeEach(async () => {
    const { store, locks } = openRuns(folder());
    file = await store.create(plan, prompts(3));
    const scripted = askService(async function* ({ model, messages }) {
      const at = /\d+/u.exec(String(messages.at(-1)?.content))?.[0];
      yield { type: 'text', text: model === 'llama-3-8b' ? `Answer ${at}` : `Reply ${at}` };
      yield { type: 'finish', reason: 'stop', complete: true };
    });
    await runAll(file, scripted);
    open = (id) => store.open(id);
    close = async () => {
      await file.release();
      locks.dispose();
    };
  });
  afterEach(() => close());

  const checksIn = (run: RunFile) => [...cellsOf(run)].map((cell) => run.index.facts(cell).check);
  const anew = (set: AsyncIterable<Prompt>) =>
    checkAnew(file, set, { check: checkExpected, log: silent }, signal);

  it('takes over the checks that the set has now, wherever its rows are', async () => {
    assert.deepEqual(checksIn(file), ['passed', 'failed', 'passed', 'failed', 'passed', 'failed']);
    const set = these(
      prompt(7),
      prompt(1, { expected: 'Reply 1' }),
      prompt(2),
      prompt(0, { expected: 'Answer 0' }),
    );
    assert.deepEqual(await anew(set), { changed: 2, unknown: 1 });
    const expected = ['passed', 'failed', 'failed', 'passed', 'none', 'none'];
    assert.deepEqual(checksIn(file), expected);
    assert.equal(file.index.isChecked(2), false);
    // The same is read from the disk.
    const again = await open(file.run.id);
    assert.deepEqual(again && checksIn(again), expected);
    assert.equal((await again?.prompt(1))?.expected, 'Reply 1');
    assert.equal((await again?.checks({ prompt: 1, model: 1, repetition: 0 }))?.[0]?.passed, true);
  });

  it('checks only what has other checks', async () => {
    let count = 0;
    const check = (...given: Parameters<typeof checkExpected>) => {
      count += 1;
      return checkExpected(...given);
    };
    await checkAnew(file, these(prompt(0, { expected: 'Answer 0' })), { check, log: silent }, signal);
    assert.equal(count, 0);
    await checkAnew(file, these(prompt(0, { expected: 'Reply 0' })), { check, log: silent }, signal);
    assert.equal(count, 2);
  });

  it('matches rows that ask the same in their order', async () => {
    const { store, locks } = openRuns(`${folder()}/twins`);
    const [first, second] = [
      prompt(0, { expected: 'Answer 0' }),
      prompt(0, { id: '2', expected: 'Reply 0' }),
    ];
    const twins = await store.create(plan, these(first, second));
    await checkAnew(
      twins,
      these(first, { ...second, expected: 'Other' }),
      { check: checkExpected, log: silent },
      signal,
    );
    assert.deepEqual(
      [(await twins.prompt(0))?.expected, (await twins.prompt(1))?.expected],
      ['Answer 0', 'Other'],
    );
    await twins.release();
    locks.dispose();
  });
});
