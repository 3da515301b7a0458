import assert from 'node:assert/strict';
import { siblingsOf } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { failed, useFolder } from '../../fixtures.ts';
import { Bench } from '../chatScript.ts';

describe('Another answer', () => {
  const folder = useFolder();
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench(folder());
  });

  it('is a sibling of the first when regenerated, and is shown', async () => {
    const first = await bench.exchange('Hi', 'One');
    const call = await bench.reply(() => bench.session.regenerate(first.id), 'Two');
    assert.deepEqual(bench.path(), ['Hi', 'Two']);
    const stored = await bench.stored();
    assert.deepEqual(
      siblingsOf(stored, bench.last()).map((turn) => turn.text),
      ['One', 'Two'],
    );
    assert.deepEqual(call.request.messages, [{ role: 'user', content: 'Hi' }]);
  });

  it('can be selected again, with the turns that follow it, even in the next window', async () => {
    const first = await bench.exchange('Hi', 'One');
    await bench.exchange('More', 'Three');
    await bench.reply(() => bench.session.regenerate(first.id), 'Two');
    await bench.session.select(first.id);
    assert.deepEqual(bench.path(), ['Hi', 'One', 'More', 'Three']);
    const again = new Bench(folder(), await bench.stored());
    assert.deepEqual(again.path(), ['Hi', 'One', 'More', 'Three']);
  });

  it('comes from the model that is chosen now', async () => {
    const first = await bench.exchange('Hi', 'One');
    await bench.session.setModel(bench.id(), { connectionId: 'acme', name: 'llama' });
    bench.session.setSettings({ maxTokens: 5 });
    const call = await bench.reply(() => bench.session.regenerate(first.id), 'Two');
    assert.deepEqual([call.request.model, call.request.maxTokens], ['llama', 5]);
    assert.deepEqual([bench.last().name, bench.last().settings], ['llama', { maxTokens: 5 }]);
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
    assert.deepEqual(siblingsOf(bench.session.conversation, bench.last()).length, 1);
    assert.deepEqual((await bench.stored()).turns.size, 2);
  });

  it('is a sibling if the first one has text', async () => {
    await bench.reply(
      () => bench.session.send('Hi'),
      (call) => call.say('Hel').fail(failed('server')),
    );
    await bench.reply(() => bench.session.retry(bench.last().id), 'Hello');
    assert.deepEqual(
      siblingsOf(bench.session.conversation, bench.last()).map((turn) => turn.text),
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

  it('is not requested while another one streams', async () => {
    const first = await bench.exchange('Hi', 'One');
    const { call, done } = await bench.ask(() => bench.session.send('More'));
    await bench.session.regenerate(first.id);
    await bench.session.retry(first.id);
    await bench.session.continueAnswer(first.id);
    await bench.session.select(first.id);
    call.say('Two').finish();
    await done;
    assert.equal(bench.service.calls.length, 2);
    assert.deepEqual(bench.path(), ['Hi', 'One', 'More', 'Two']);
  });

  it('is not requested for what is not an answer', async () => {
    await bench.exchange('Hi', 'One');
    const question = [...bench.session.conversation.turns.keys()][0] ?? '';
    for (const id of [question, 'gone', '']) {
      await bench.session.regenerate(id);
      await bench.session.retry(id);
      await bench.session.continueAnswer(id);
    }
    await bench.session.select('gone');
    assert.equal(bench.service.calls.length, 1);
  });
});

describe('Continuing an answer', () => {
  const folder = useFolder();
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench(folder());
  });

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
    const stored = (await bench.stored()).turns.get(first.id);
    assert.equal(stored?.text, 'Once upon a time.');
    await bench.reply(
      () => bench.session.send('More'),
      (cut) => cut.say('Once ').fail(failed('network')),
    );
    await bench.reply(() => bench.session.continueAnswer(bench.last().id), 'upon');
    assert.deepEqual([bench.last().text, bench.last().error], ['Once upon', undefined]);
  });

  it('sends what is there and asks for the rest', async () => {
    const first = await limited();
    const { call, done } = await bench.ask(() => bench.session.continueAnswer(first.id));
    const [question, soFar, wish, ...more] = call.request.messages;
    assert.deepEqual(question, { role: 'user', content: 'Tell' });
    assert.deepEqual(soFar, { role: 'assistant', content: 'Once upon ' });
    assert.equal(wish?.role, 'user');
    assert.deepEqual(more, []);
    call.finish();
    await done;
  });

  it('asks the model that gave the answer, with its settings', async () => {
    const first = await limited();
    await bench.session.setModel(bench.id(), { connectionId: 'other', name: 'llama' });
    bench.session.setSettings({ temperature: 2 });
    const call = await bench.reply(
      () => bench.session.continueAnswer(first.id),
      (call) => call.finish(),
    );
    assert.deepEqual([call.connectionId, call.request.model], ['acme', 'tone']);
    assert.equal(call.request.temperature, undefined);
  });

  it('adds up the tokens of all parts and keeps the first TTFT with its mark', async () => {
    const first = await limited();
    await bench.reply(
      () => bench.session.continueAnswer(first.id),
      (call) => call.say('a time.').usage(9, 4).finish('stop'),
    );
    const { completionTokens, ttftMs, isFirstRequest } = bench.last().figures ?? {};
    assert.equal(completionTokens, 14);
    assert.equal(ttftMs, first.figures?.ttftMs);
    assert.equal(isFirstRequest, true);
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
