import assert from 'node:assert/strict';
import { QueuedMessage } from '../../../../../src/core/chats/session/queuedMessage.ts';
import { siblingsIn } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { failed, turnsIn, useFolder } from '../../fixtures.ts';
import { Bench, compared, type ScriptedCall, useBench } from '../chatScript.ts';

describe('Another answer', () => {
  const bench = useBench();

  it('is a sibling of the first when regenerated, by the model that is chosen now, and is shown', async () => {
    const first = await bench.exchange('Hi', 'One');
    await bench.session.setModel(bench.id(), { connectionId: 'acme', name: 'llama' });
    bench.session.setSettings({ maxTokens: 5 });
    const call = await bench.reply(() => bench.session.regenerate(first.id), 'Two');
    const messages = [{ role: 'user', content: 'Hi' }];
    assert.deepEqual(call.request, { model: 'llama', messages, maxTokens: 5 });
    assert.deepEqual([bench.last().name, bench.last().settings], ['llama', { maxTokens: 5 }]);
    assert.deepEqual(bench.path(), ['Hi', 'Two']);
    const texts = siblingsIn(await bench.stored())(bench.last()).map(({ text }) => text);
    assert.deepEqual(texts, ['One', 'Two']);
  });

  it('can be selected again, with the turns that follow it, even in the next window', async () => {
    const first = await bench.exchange('Hi', 'One');
    await bench.exchange('More', 'Three');
    await bench.reply(() => bench.session.regenerate(first.id), 'Two');
    await bench.session.select(first.id);
    assert.deepEqual(bench.path(), ['Hi', 'One', 'More', 'Three']);
    const again = await bench.reopened();
    assert.deepEqual(again.path(), ['Hi', 'One', 'More', 'Three']);
  });

  it('whose text turns out to be reasoning has it apart, on disk, too', async () => {
    await bench.reply(
      () => bench.session.send('Hi'),
      (call) => call.say('Hm').say('.').reasoned().say('Hello').finish(),
    );
    const { id, text, reasoning, reasoningMs } = bench.last();
    assert.deepEqual([text, reasoning, typeof reasoningMs], ['Hello', 'Hm.', 'number']);
    const kept = turnsIn(await bench.stored()).get(id);
    assert.deepEqual(kept && 'reasoning' in kept && [kept.text, kept.reasoning], ['Hello', 'Hm.']);
  });

  it('replaces one that failed without text', async () => {
    await bench.reply(
      () => bench.session.send('Hi'),
      (call) => call.fail(failed('server', { status: 503 })),
    );
    const { id, state } = bench.last();
    assert.equal(state, 'failed');
    await bench.reply(() => bench.session.retry(id), 'Hello');
    assert.deepEqual([bench.last().id, bench.last().text], [id, 'Hello']);
    assert.deepEqual([bench.last().state, bench.last().error], ['complete', undefined]);
    assert.deepEqual(siblingsIn(bench.session.conversation)(bench.last()).length, 1);
    assert.deepEqual(turnsIn(await bench.stored()).size, 2);
  });

  it('is a sibling if the first one has text', async () => {
    await bench.reply(
      () => bench.session.send('Hi'),
      (call) => call.say('Hel').fail(failed('server')),
    );
    await bench.reply(() => bench.session.retry(bench.last().id), 'Hello');
    assert.deepEqual(
      siblingsIn(bench.session.conversation)(bench.last()).map((turn) => turn.text),
      ['Hel', 'Hello'],
    );
  });

  it('has its own figures, not those of the try before', async () => {
    await bench.reply(
      () => bench.session.send('Hi'),
      (call) => call.think('Hm, let me think about this.').usage(3, 40).fail(failed('network')),
    );
    await bench.reply(
      () => bench.session.retry(bench.last().id),
      (call) => call.say('Hello').usage(3, 2).finish(),
    );
    assert.equal(bench.last().figures?.completionTokens, 2);
    assert.equal(bench.last().reasoning, '');
  });

  it('is not requested while another one streams, nor for what is no answer', async () => {
    const first = await bench.exchange('Hi', 'One');
    const { call, done } = await bench.ask(() => bench.session.send('More'));
    await bench.session.regenerate(first.id);
    await bench.session.retry(first.id);
    await bench.session.continueAnswer(first.id);
    await bench.session.select(first.id);
    call.say('Two').finish();
    await done;
    const [question = ''] = turnsIn(bench.session.conversation).keys();
    for (const id of [question, 'gone', '']) {
      await bench.session.regenerate(id);
      await bench.session.retry(id);
      await bench.session.continueAnswer(id);
    }
    await bench.session.select('gone');
    assert.equal(bench.service.calls.length, 2);
    assert.deepEqual(bench.path(), ['Hi', 'One', 'More', 'Two']);
  });
});

describe('Continuing an answer', () => {
  const bench = useBench();

  async function limited() {
    await bench.reply(
      () => bench.session.send('Tell'),
      (call) => call.say('Once upon ').usage(3, 10).finish('length'),
    );
    return bench.last();
  }

  it('extends one that met the token limit or was cut, whose error is cleared', async () => {
    const first = await limited();
    assert.deepEqual([first.state, first.finishReason], ['limit', 'length']);
    const { call, done } = await bench.ask(() => bench.session.continueAnswer(first.id));
    assert.equal(bench.last().state, 'streaming');
    assert.equal(bench.last().finishReason, undefined);
    call.say('a time.').usage(9, 4).finish('stop');
    await done;
    assert.equal(bench.last().id, first.id);
    assert.deepEqual([bench.last().text, bench.last().state], ['Once upon a time.', 'complete']);
    const stored = turnsIn(await bench.stored()).get(first.id);
    assert.equal(stored?.text, 'Once upon a time.');
    await bench.reply(
      () => bench.session.send('More'),
      (cut) => cut.say('Once ').fail(failed('network')),
    );
    await bench.reply(() => bench.session.continueAnswer(bench.last().id), 'upon');
    assert.deepEqual([bench.last().text, bench.last().error], ['Once upon', undefined]);
  });

  it('sends what is there and a wish for the rest to the model that gave it, with its settings', async () => {
    const first = await limited();
    await bench.session.setModel(bench.id(), { connectionId: 'other', name: 'llama' });
    bench.session.setSettings({ temperature: 2 });
    await bench.reply(
      () => bench.session.continueAnswer(first.id),
      (it) => it.finish('length'),
    );
    const call = await bench.reply(
      () => bench.session.continueAnswer(first.id),
      (it) => it.say('a time.').usage(9, 4).finish('stop'),
    );
    assert.deepEqual([call.connectionId, call.request.model], ['acme', 'tone']);
    assert.equal(call.request.temperature, undefined);
    const [question, soFar, wish, ...more] = call.request.messages;
    assert.deepEqual(question, { role: 'user', content: 'Tell' });
    assert.deepEqual(soFar, { role: 'assistant', content: 'Once upon ' });
    assert.deepEqual([wish?.role, more], ['user', []]);
    // The tokens of all parts, and the first TTFT with its mark.
    const { completionTokens, ttftMs, isFirstRequest } = bench.last().figures ?? {};
    assert.deepEqual([completionTokens, ttftMs, isFirstRequest], [14, first.figures?.ttftMs, true]);
  });

  it('asks again if there is no text to continue', async () => {
    await bench.reply(
      () => bench.session.send('Tell'),
      (call) => call.finish(undefined, false),
    );
    assert.deepEqual([bench.last().text, bench.last().state], ['', 'cut']);
    const again = await bench.reply(() => bench.session.continueAnswer(bench.last().id), 'Once');
    assert.deepEqual(again.request.messages, [{ role: 'user', content: 'Tell' }]);
    assert.deepEqual(bench.path(), ['Tell', 'Once']);
  });
});

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
    assert.equal(turnsIn(bench.session.conversation).get(next.id)?.text, next.text);
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
