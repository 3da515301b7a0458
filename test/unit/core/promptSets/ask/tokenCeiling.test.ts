import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../../src/api/types.ts';
import { answersJob, upToTokens } from '../../../../../src/core/promptSets/ask/askJob.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { askService, checkExpected, openRuns, plan, prompts } from '../run/runBench.ts';

describe('A run with a token ceiling', () => {
  const folder = useFolder();

  /** Each answer has ten tokens, which the service counts or not. */
  async function runTo(maxTotalTokens: number, count: number, counts = true) {
    const { store, locks } = openRuns(folder());
    const file = await store.create(plan, prompts(count));
    let sent = 0;
    async function* answer(): AsyncGenerator<ChatEvent, void> {
      sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
      yield { type: 'text', text: 'a'.repeat(40) };
      if (counts) yield { type: 'usage', promptTokens: 1000, completionTokens: 10, totalTokens: 1010 };
      yield { type: 'finish', reason: 'stop', complete: true };
    }
    const ask = () =>
      upToTokens(answersJob, maxTotalTokens).run(file, {
        ...{ concurrency: 4, checker: { check: checkExpected }, onWait: () => undefined },
        ...{ signal: new AbortController().signal, service: askService(answer), log: silent },
      });
    const close = async () => {
      await file.release();
      locks.dispose();
    };
    return { file, ask, close, sent: () => sent };
  }

  for (const [counts, how] of [
    [true, 'as the service counts them'],
    [false, 'as they are estimated'],
  ] as const) {
    it(`stops as if by hand once its answers have so many tokens, ${how}`, async () => {
      const { file, ask, close, sent } = await runTo(200, 100, counts);
      assert.equal(await ask(), 'ceiling');
      const { index } = file;
      assert.equal(index.state, 'ceiling');
      // The last one, and what was recorded beside it.
      assert.ok(index.answered >= 20 && index.answered < 24, String(index.answered));
      assert.ok(sent() < 2 + 28, String(sent()));
      assert.equal(index.failed, 0);
      await close();
    });
  }

  it('counts anew when the person goes on, and ends at the next ceiling or when all is answered', async () => {
    const { file, ask, close } = await runTo(200, 20);
    assert.equal(await ask(), 'ceiling');
    assert.equal(await ask(), 'complete');
    assert.deepEqual([file.index.answered, file.index.state], [40, 'complete']);
    await close();
  });

  it('is complete if the last answer reaches it', async () => {
    const { file, ask, close } = await runTo(80, 4);
    assert.equal(await ask(), 'complete');
    assert.equal(file.index.state, 'complete');
    await close();
  });
});
