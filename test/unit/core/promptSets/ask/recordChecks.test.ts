import assert from 'node:assert/strict';
import { type Checking, checkAnew } from '../../../../../src/core/promptSets/ask/recordChecks.ts';
import type { CheckResult, Prompt } from '../../../../../src/core/promptSets/prompt.ts';
import { runVerdicts } from '../../../../../src/core/promptSets/report/runVerdicts.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { silent, useFolder } from '../../fixtures.ts';
import {
  askService,
  cellsOf,
  checkExpected,
  openRuns,
  plan,
  prompt,
  prompts,
  runAll,
} from '../run/runBench.ts';

const verdictThread = new VerdictThread();

const slow: CheckResult = {
  ...{ check: { type: 'regex', value: 'a' }, passed: false, isUnchecked: true },
  reason: 'regex “a”: not checked, it takes over 250 ms',
};

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
    checkAnew(file, set, { checker: { check: checkExpected }, log: silent }, signal);

  it('takes over the checks that the set has now, wherever its rows are', async () => {
    assert.deepEqual(checksIn(file), ['passed', 'failed', 'passed', 'failed', 'passed', 'failed']);
    const set = these(
      prompt(7),
      prompt(1, { expected: 'Reply 1' }),
      prompt(2),
      prompt(0, { expected: 'Answer 0' }),
    );
    assert.deepEqual(await anew(set), { changed: 2, unknown: 1, mended: 0 });
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
    await checkAnew(
      file,
      these(prompt(0, { expected: 'Answer 0' })),
      { checker: { check }, log: silent },
      signal,
    );
    assert.equal(count, 0);
    await checkAnew(
      file,
      these(prompt(0, { expected: 'Reply 0' })),
      { checker: { check }, log: silent },
      signal,
    );
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
      { checker: { check: checkExpected }, log: silent },
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

describe('An answer whose check took too long', () => {
  const folder = useFolder();
  const { signal } = new AbortController();
  const sent: string[] = [];
  let file: RunFile;
  let dispose: () => void;
  let open: (id: string) => Promise<RunFile | undefined>;

  // The base knows a third of the answers, the adapter two thirds.
  const acme = askService(async function* ({ model, messages }) {
    sent.push(model);
    const at = Number(/\d+/u.exec(String(messages.at(-1)?.content))?.[0]);
    const isKnown = at % 3 === 0 || (model === 'support-tone-v7' && at % 3 === 1);
    yield { type: 'text', text: isKnown ? `Answer ${at}` : `No ${model}` };
    yield { type: 'finish', reason: 'stop', complete: true };
  });
  /** Too slow for the answers to this prompt. */
  const slowFor = (id: string) => ({
    check: async (asked: Prompt, text: string) => (asked.id === id ? [slow] : checkExpected(asked, text)),
  });
  const verdict = async () => (await runVerdicts(file, verdictThread))[0]?.verdict;
  const state = async () => {
    const { kind, why, lost } = (await verdict()) ?? {};
    return { kind, why, lost, unchecked: file.index.unchecked(), other: file.index.unchecked(1) };
  };
  const checking = (checker: Checking['checker']) => ({ checker, log: silent });

  beforeEach(async () => {
    const { store, locks } = openRuns(folder());
    file = await store.create(plan, prompts(200));
    await runAll(file, acme, { checker: slowFor('2') });
    sent.length = 0;
    open = (id) => store.open(id);
    dispose = () => locks.dispose();
  });
  afterEach(async () => {
    await file.release();
    dispose();
  });

  it('is left out of the verdict, and checked by Check Again', async () => {
    const lost = { kind: 'better', why: undefined, lost: 1 };
    assert.deepEqual(await state(), { ...lost, unchecked: 2, other: 1 });
    // As long as it takes too long, nothing is written.
    const size = async () => {
      let bytes = 0;
      for await (const piece of file.pieces()) bytes += piece.bytes.length;
      return bytes;
    };
    const before = await size();
    assert.deepEqual(await checkAnew(file, prompts(200), checking(slowFor('2')), signal), {
      ...{ changed: 0, unknown: 0, mended: 0 },
    });
    assert.equal(await size(), before);
    assert.deepEqual(await checkAnew(file, prompts(200), checking({ check: checkExpected }), signal), {
      ...{ changed: 0, unknown: 0, mended: 2 },
    });
    assert.deepEqual(await state(), { kind: 'better', why: undefined, lost: 0, unchecked: 0, other: 0 });
    const { difference = 0, better, worse } = (await verdict()) ?? {};
    assert.deepEqual([better, worse, Math.round(difference * 100)], [67, 0, 34]);
  });

  it('is checked by Run Missing, which sends nothing for it', async () => {
    // As another window sees it.
    assert.equal((await open(file.run.id))?.index.unchecked(), 2);
    await runAll(file, acme);
    assert.deepEqual(await state(), { kind: 'better', why: undefined, lost: 0, unchecked: 0, other: 0 });
    assert.deepEqual(sent, []);
    assert.equal((await open(file.run.id))?.index.unchecked(), 0);
  });

  it('counts in an index that is read again', async () => {
    await file.release();
    const again = await open(file.run.id);
    assert.deepEqual([again?.index.unchecked(), again?.index.unchecked(0)], [2, 1]);
    assert.deepEqual(
      [...(again?.index.inNeedOfChecks() ?? [])],
      [
        { prompt: 1, model: 0, repetition: 0 },
        { prompt: 1, model: 1, repetition: 0 },
      ],
    );
  });
});
