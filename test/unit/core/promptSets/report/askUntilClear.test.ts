import assert from 'node:assert/strict';
import type { ChatEvent, ChatRequest } from '../../../../../src/api/types.ts';
import { askUntilClear } from '../../../../../src/core/promptSets/report/askUntilClear.ts';
import { runVerdicts } from '../../../../../src/core/promptSets/report/runVerdicts.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { askService, checkExpected, openRuns, plan, prompts } from '../run/runBench.ts';

const verdictThread = new VerdictThread();

const count = 200;
const names = [...plan.models.map(({ name }) => name), 'legal-summary'];

describe('A run that ends as soon as it is clear', () => {
  const folder = useFolder();

  /** Runs with the LoRAs right in so many of a hundred prompts, and the base in none. */
  async function runWith(...right: number[]) {
    const { store, locks } = openRuns(folder());
    const models = names.slice(0, right.length + 1).map((name) => ({ connectionId: 'acme', name }));
    const file = await store.create({ ...plan, seed: 7, models }, prompts(count));
    let [underWay, sent] = [0, 0];
    async function* answer({ model, messages }: ChatRequest): AsyncGenerator<ChatEvent, void> {
      sent += 1;
      underWay += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const prompt = Number(/\d+/u.exec(String(messages.at(-1)?.content)));
      const isRight = prompt % 100 < (right[names.indexOf(model) - 1] ?? 0);
      yield { type: 'text', text: isRight ? `Answer ${prompt}` : 'No.' };
      underWay -= 1;
      yield { type: 'finish', reason: 'stop', complete: true };
    }
    const { signal } = new AbortController();
    const options = { concurrency: 4, signal, checker: { check: checkExpected }, onWait: () => undefined };
    const end = await askUntilClear(verdictThread).run(file, {
      ...options,
      service: askService(answer),
      log: silent,
    });
    const verdicts = await runVerdicts(file, verdictThread);
    const { index } = file;
    await file.release();
    locks.dispose();
    return {
      end,
      index,
      sent,
      underWay,
      said: verdicts.map(({ verdict: { kind, clear } }) => clear ?? kind),
    };
  }

  it('asks no more then, and keeps what was under way', async () => {
    const { end, index, sent, underWay, said } = await runWith(50);
    assert.deepEqual([end, index.state, said, underWay], ['stopped', 'stopped', ['better'], 0]);
    // All but the warm-ups.
    assert.equal(index.answered, sent - 2);
    assert.ok(index.answered < count, `${index.answered} of ${index.size}`);
    assert.deepEqual([...index.inState('sent')], []);
  });

  it('asks all if nothing becomes clear', async () => {
    const { end, index, said } = await runWith(2);
    assert.deepEqual(
      [end, index.state, index.answered, said],
      ['complete', 'complete', 2 * count, ['unclear']],
    );
  });

  it('goes on until each model is clear', async () => {
    const both = await runWith(50, 40);
    assert.deepEqual([both.end, both.said], ['stopped', ['better', 'better']]);
    const one = await runWith(50, 1);
    assert.deepEqual([one.end, one.said[0]], ['complete', 'better']);
  });
});
