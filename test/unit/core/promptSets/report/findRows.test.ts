import assert from 'node:assert/strict';
import { findRows } from '../../../../../src/core/promptSets/report/findRows.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { useFolder } from '../../fixtures.ts';
import { askService, openRuns, plan, prompt, runAll } from '../run/runBench.ts';

describe('Finding in a run', () => {
  const folder = useFolder();
  let file: RunFile;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const { store, locks } = openRuns(folder());
    const texts = [
      'Where is my refund?',
      'STRASSE or Straße',
      'Say “ok”\nin German',
      'refund the ﬁne in "quotes" of C:\\temp\n\u0301e',
    ];
    file = await store.create(
      plan,
      (async function* () {
        for (const [at, content] of texts.entries())
          yield prompt(at, { messages: [{ role: 'user', content }] });
      })(),
    );
    const answering = askService(async function* ({ model, messages: [question] }) {
      yield { type: 'reasoning', text: 'Thinking hard' };
      yield {
        type: 'text',
        text: model === 'llama-3-8b' ? 'Gern' : `Your ${String(question?.content).length} days`,
      };
      yield { type: 'finish', reason: 'stop', complete: true };
    });
    await runAll(file, answering);
    close = async () => {
      await file.release();
      locks.dispose();
    };
  });
  afterEach(() => close());

  const all = [3, 2, 1, 0];
  for (const [query, expected] of [
    ['', all],
    ['  ', all],
    ['refund', [3, 0]],
    ['REFUND where', [0]],
    ['fine', [3]],
    ['german', [2]],
    ['refund gern days', [3, 0]],
    ['19 days where', [0]],
    ['gern nowhere', []],
    ['thinking', []],
    ['strasse', [1]],
    ['"quotes"', [3]],
    ['c:\\temp', [3]],
    ['\u0301e', [3]],
  ] as const)
    it(`looks for every word of “${query}” in a prompt and its answers together`, async () => {
      assert.deepEqual(await findRows(file, all, query), expected);
    });

  it('looks only at the prompts it is given, and at what an answer says now', async () => {
    assert.deepEqual(await findRows(file, [1, 2], 'refund'), []);
    await file.add({
      is: 'result',
      ...{ prompt: 0, model: 0, repetition: 0, attempt: 2, at: 1, state: 'complete' },
      ...{ text: 'Sofort', reasoning: '', figures: { durationMs: 1 }, settings: {} },
    });
    assert.deepEqual(await findRows(file, all, 'gern'), [3, 2, 1]);
    assert.deepEqual(await findRows(file, all, 'sofort'), [0]);
  });

  it('takes as many words as it can tell apart', async () => {
    const words = Array.from({ length: 32 }, () => 'gern').join(' ');
    assert.deepEqual(await findRows(file, all, words), all);
    assert.deepEqual(await findRows(file, all, `${words} nowhere`), all);
  });

  it('ends when something else is looked for', async () => {
    const stop = new AbortController();
    stop.abort(new Error('Something else.'));
    await assert.rejects(findRows(file, all, 'refund', stop.signal), /Something else/);
  });
});
