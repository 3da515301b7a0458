import assert from 'node:assert/strict';
import { QueuedMessage } from '../../../../../src/core/chats/session/queuedMessage.ts';
import { failed, useFolder } from '../../fixtures.ts';
import { Bench, compared, type ScriptedCall } from '../chatScript.ts';

const next = { id: 'next', text: 'And in French?', attachments: [] };

describe('The message that waits for an answer', () => {
  const folder = useFolder();
  let bench: Bench;
  let queue: QueuedMessage;
  let canSend: boolean;
  beforeEach(() => {
    bench = new Bench(folder());
    canSend = true;
    queue = new QueuedMessage(bench.session, () => canSend);
    bench.session.onDidChange((change) => queue.follow(change));
  });

  /** Asks, puts `next` into the queue, and ends the answer. */
  async function endAnswer(end: (call: ScriptedCall) => void): Promise<void> {
    const { call, done } = await bench.ask(() => bench.session.send('Hello'));
    queue.put(next);
    assert.equal(queue.value, next);
    end(call.say('Bon'));
    await done;
  }

  it('goes when the answer is complete, as a turn with its id, and waits until it is kept', async () => {
    const asked = Promise.withResolvers<ScriptedCall>();
    await endAnswer((call) => {
      asked.resolve(bench.service.nextCall());
      call.finish();
    });
    assert.equal(queue.value, next);
    const second = await asked.promise;
    assert.equal(queue.value, undefined);
    assert.deepEqual(second.request.messages, [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Bon' },
      { role: 'user', content: next.text },
    ]);
    assert.equal(bench.session.conversation.turns.get(next.id)?.text, next.text);
    second.finish();
    await bench.session.close();
  });

  const ends: [string, (call: ScriptedCall) => void][] = [
    ['was stopped', () => bench.session.stop()],
    ['failed', (call) => call.fail(failed('server', { status: 500 }))],
    ['was cut off', (call) => call.finish(undefined, false)],
    ['ended at the token limit', (call) => call.finish('length')],
  ];
  for (const [name, end] of ends) {
    it(`is not sent after an answer that ${name}`, async () => {
      await endAnswer(end);
      assert.equal(queue.value, undefined);
      assert.equal(bench.session.isBusy, false);
      assert.equal(bench.service.calls.length, 1);
    });
  }

  it('is not sent if the model can’t be asked any more', async () => {
    canSend = false;
    await endAnswer((call) => call.finish());
    assert.equal(queue.value, undefined);
    assert.equal(bench.service.calls.length, 1);
  });

  it('is not sent once it was taken back', async () => {
    await endAnswer((call) => {
      queue.drop();
      call.finish();
    });
    assert.equal(bench.service.calls.length, 1);
  });

  it('is one that says anything, and there is none unless an answer streams', async () => {
    queue.put(next);
    assert.equal(queue.value, undefined);
    await endAnswer((call) => {
      queue.put({ ...next, id: 'other' });
      assert.equal(queue.value, next);
      queue.drop();
      queue.put({ ...next, text: ' ' });
      assert.equal(queue.value, undefined);
      bench.session.stop();
      call.finish();
    });
  });

  describe('of several columns', () => {
    beforeEach(() => {
      bench = new Bench(folder(), compared());
      queue = new QueuedMessage(bench.session, () => true);
      bench.session.onDidChange((change) => queue.follow(change));
    });

    it('goes to all of them once the last one is complete', async () => {
      const { of, done } = await bench.start(() => bench.session.send('one'));
      queue.put(next);
      of('tone').say('first').finish();
      await bench.next('ended');
      assert.deepEqual([queue.value, bench.service.calls.length], [next, 2]);
      const both = await bench.start(async () => {
        of('base').say('second').finish();
        await done;
      });
      for (const model of ['base', 'tone']) both.of(model).finish();
      await bench.session.close();
      assert.deepEqual(bench.contents('tone').at(-1), ['one', 'first', next.text]);
    });

    it('is not sent if any of them failed, whichever ends last', async () => {
      const { of, done } = await bench.start(() => bench.session.send('one'));
      queue.put(next);
      of('tone').fail(failed('server', { status: 500 }));
      await bench.next('ended');
      assert.equal(queue.value, undefined);
      of('base').say('second').finish();
      await done;
      assert.equal(bench.service.calls.length, 2);
    });
  });
});
