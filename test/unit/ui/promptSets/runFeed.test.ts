import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { RunFile } from '../../../../src/core/promptSets/run/runFile.ts';
import type { RunList, RunToPage } from '../../../../src/protocol/run.ts';
import { RunFeed } from '../../../../src/ui/promptSets/page/runFeed.ts';
import { useFolder } from '../../core/fixtures.ts';
import { askService, openRuns, plan, prompt, runAll } from '../../core/promptSets/run/runBench.ts';

const all: RunList = { show: 'all', find: '' };

describe('The rows of a run’s page', () => {
  const folder = useFolder();
  let file: RunFile;
  let close: () => Promise<void>;
  let posted: RunToPage[];
  let feed: RunFeed;

  beforeEach(async () => {
    const { store, locks } = openRuns(folder());
    const tagged = async function* () {
      for (let at = 0; at < 30; at++)
        yield prompt(at, { expected: `Answer ${at}`, tags: at % 3 ? ['a'] : ['a', 'b'] });
    };
    file = await store.create(plan, tagged());
    const answering = askService(async function* ({ model, messages: [question] }) {
      const number = /\d+/u.exec(String(question?.content))?.[0];
      yield { type: 'text', text: model === 'llama-3-8b' ? 'Nothing' : `Answer ${number}` };
      yield { type: 'finish', reason: 'stop', complete: true };
    });
    await runAll(file, answering);
    posted = [];
    feed = new RunFeed({
      file: file,
      post: (message) => posted.push(message),
      errorWords: () => '',
      isRunning: () => false,
      earlier: { rows: () => undefined, addBefore: async (detail) => detail },
    });
    close = async () => {
      await file.release();
      locks.dispose();
    };
  });
  afterEach(() => close());

  const told = () =>
    posted.splice(0).map((one) => one.type === 'list' && `list ${one.version}: ${one.count}`);
  const rows = (fields: { version: number; from: number; to: number; near?: number; opened?: number }) =>
    feed.rows({ type: 'rows', ...fields });

  async function answerAgain(prompt: number, text: string): Promise<void> {
    const cell = { prompt, model: 0, repetition: 0 };
    const result = { attempt: 2, at: 1, state: 'complete', text, reasoning: '', settings: {} } as const;
    await file.add({ is: 'result', ...cell, ...result, figures: { durationMs: 1 } });
    const check = { type: 'equals', value: text };
    await file.add({ is: 'checked', ...cell, checks: [{ check, passed: true, reason: '' }] });
  }

  it('are those that were asked for last', async () => {
    await Promise.all([feed.show({ show: 'all', find: 'question 7' }), feed.show(all)]);
    assert.deepEqual(told(), ['list 1: 30']);
  });

  it('are never those of an earlier search, however far that has come', async () => {
    for (let turns = 0; turns < 40; turns++) {
      const early = feed.show({ show: 'all', find: 'question 7' });
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      await Promise.all([early, feed.show(all)]);
      assert.match(String(told().at(-1)), /: 30$/u, `after ${turns} turns`);
    }
  });

  it('are only those with a tag, if one is chosen', async () => {
    await feed.show({ ...all, tag: 'b' });
    await feed.show({ ...all, tag: 'b', find: 'question 12' });
    assert.deepEqual(told(), ['list 1: 10', 'list 2: 1']);
  });

  it('are listed for a page that waits, also if answers come meanwhile', async () => {
    await feed.show(all);
    await Promise.all([feed.show({ show: 'better', find: '' }), feed.refresh()]);
    // The first of two may be given up in favor of the second.
    assert.deepEqual([...new Set(told())], ['list 1: 30', 'list 2: 30']);
  });

  it('keep their version as long as they are the same, and are told of again', async () => {
    await feed.show(all);
    assert.equal((await feed.detail(3))?.answers[0]?.text, 'Nothing');
    assert.equal(await feed.detail(30), undefined);
    await feed.refresh();
    assert.deepEqual(told(), ['list 1: 30', 'list 1: 30']);
    await answerAgain(3, 'Now it passes');
    assert.equal((await feed.detail(3))?.answers[0]?.text, 'Now it passes');
    await feed.refresh();
    assert.deepEqual(told(), ['list 2: 30']);
    assert.equal((await rows({ version: 2, from: 0, to: 5, opened: 3 }))?.opened, 29);
  });

  it('are not read for a version that is gone, nor more than may be asked for', async () => {
    await feed.show(all);
    assert.equal(await rows({ version: 7, from: 0, to: 5 }), undefined);
    const read = await rows({ version: 1, from: 28, to: 1000 });
    assert.deepEqual([read?.from, read?.rows.length, read?.opened], [28, 2, undefined]);
  });

  it('are read around a prompt that keeps its place', async () => {
    await feed.show(all);
    const read = await rows({ version: 1, from: 0, to: 4, near: 20 });
    assert.deepEqual([read?.from, read?.rows.map(({ prompt }) => prompt)], [18, [18, 19, 20, 21]]);
    assert.equal((await rows({ version: 1, from: 2, to: 4, near: 99 }))?.from, 2);
  });

  it('are of no use to a page that is gone', async () => {
    const listed = feed.show({ show: 'all', find: 'question' });
    feed.close();
    await listed;
    await feed.refresh();
    assert.deepEqual(told(), []);
  });
});
