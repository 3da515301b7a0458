import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../../../../src/core/chats/tree/conversation.ts';
import { chatId, failed, turnsIn } from '../../fixtures.ts';
import { Bench, emptyConversation, useBench } from '../chatScript.ts';

describe('Sending a message', () => {
  const bench = useBench();

  it('saves the person’s turn to disk before the request leaves', async () => {
    let onDisk = '';
    bench.service.onCall = () => {
      onDisk = readFileSync(join(bench.folder, `${chatId}.jsonl`), 'utf8');
    };
    await bench.exchange('Do you keep this?', 'Yes.');
    assert.match(onDisk, /"type":"question".*"text":"Do you keep this\?"/u);
  });

  it('reports what happens, in order, and leaves the finished answer for the next window', async () => {
    await bench.reply(
      () => bench.session.send('Hi'),
      (call) => call.say('Hel').think('Hm').say('lo').usage(3, 5).finish('stop'),
    );
    const types = bench.changes.map((change) => change.type).join(' ');
    assert.equal(types, 'accepted path frame begun append append turn append turn frame ended');
    const { text, reasoning, state, figures, finishReason } = bench.last();
    assert.deepEqual([text, reasoning, state, finishReason], ['Hello', 'Hm', 'complete', 'stop']);
    assert.equal(figures?.completionTokens, 5);
    const stored = turnsIn(await bench.stored()).get(bench.last().id);
    assert.deepEqual(stored, JSON.parse(JSON.stringify(bench.last())));
  });

  it('asks the conversation’s model with its settings, and sends no reasoning and nothing that was not set', async () => {
    bench.session.setSettings({ temperature: 0, systemPrompt: 'Be kind.' });
    await bench.reply(
      () => bench.session.send('Hi'),
      (call) => call.think('secret thoughts').say('Hello').finish(),
    );
    await bench.exchange('And you?', 'Fine');
    const [first, call] = bench.service.calls;
    assert.equal(first?.connectionId, 'acme');
    assert.deepEqual(call?.request, {
      model: 'tone',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'And you?' },
      ],
      temperature: 0,
    });
  });

  it('names the chat after the first message only', async () => {
    await bench.exchange('Refund tone, angry mails', 'Well');
    await bench.exchange('Another matter', 'Well');
    assert.equal(bench.session.conversation.title, 'Refund tone, angry mails');
    assert.equal((await bench.stored()).title, 'Refund tone, angry mails');
  });

  it('makes only one request for two sends at once', async () => {
    const { call, done } = await bench.ask(() =>
      Promise.all([bench.session.send('Hi'), bench.session.send('Hi'), bench.session.send('again')]).then(
        () => undefined,
      ),
    );
    await bench.session.send('while it streams');
    call.say('Hello').finish();
    await done;
    assert.equal(bench.service.calls.length, 1);
    assert.deepEqual(bench.path(), ['Hi', 'Hello']);
  });

  it('does nothing for an empty message, or in a read-only chat', async () => {
    await bench.session.send(' \n');
    assert.deepEqual([bench.service.calls.length, bench.changes], [0, []]);
    const closed = new Bench(bench.folder, emptyConversation(), 'newer');
    await closed.session.send('Hi');
    await closed.session.set({ title: 'New' });
    assert.equal(closed.service.calls.length, 0);
    assert.equal(await closed.store.load(chatId), undefined);
  });

  it('marks the first request to a model, and no later one', async () => {
    assert.equal((await bench.exchange('Hi', 'One')).figures?.isFirstRequest, true);
    assert.equal((await bench.exchange('Hi', 'Two')).figures?.isFirstRequest, undefined);
    await bench.session.setModel(bench.id(), { connectionId: 'acme', name: 'llama' });
    assert.equal((await bench.exchange('Hi', 'Three')).figures?.isFirstRequest, true);
  });

  it('reports that a failed try is repeated, and records the fields that the service refused', async () => {
    const { call, done } = await bench.ask(() => bench.session.send('Hi'));
    const wait = { until: 800, error: failed('rateLimited') };
    call.options.onWait?.(wait);
    call.options.onDropped?.('top_p');
    call.say('Hello').finish();
    await done;
    assert.ok(bench.changes.some((change) => change.type === 'waiting' && change.wait === wait));
    assert.deepEqual(bench.last().droppedFields, ['top_p']);
  });
});

describe('A streaming answer', () => {
  const bench = useBench();

  it('can be stopped, and keeps what came', async () => {
    const { call, done } = await bench.ask(() => bench.session.send('Hi'));
    const appended = bench.next('append');
    call.say('Hel');
    await appended;
    bench.session.stop();
    await done;
    assert.deepEqual([bench.last().text, bench.last().state], ['Hel', 'stopped']);
    assert.equal(bench.session.isBusy, false);
    const stored = turnsIn(await bench.stored()).get(bench.last().id) as Answer;
    assert.deepEqual([stored.text, stored.state], ['Hel', 'stopped']);
  });

  it('can be stopped before anything is sent', async () => {
    const done = bench.session.send('Hi');
    bench.session.stop();
    await done;
    assert.deepEqual([bench.last().text, bench.last().state], ['', 'stopped']);
    assert.deepEqual(bench.service.calls, []);
  });

  it('is cut if the connection closes midway', async () => {
    await bench.reply(
      () => bench.session.send('Hi'),
      (call) => call.say('Hel').fail(failed('network', { code: 'ECONNRESET' })),
    );
    assert.deepEqual([bench.last().text, bench.last().state], ['Hel', 'cut']);
    assert.deepEqual(bench.last().error, { kind: 'network', code: 'ECONNRESET' });
  });

  it('is stopped and saved when the session closes, which then changes nothing more', async () => {
    const { call } = await bench.ask(() => bench.session.send('Hi'));
    const appended = bench.next('append');
    call.say('Hel');
    await appended;
    await bench.session.close();
    const stored = turnsIn(await bench.stored()).get(bench.last().id) as Answer;
    assert.deepEqual([stored.text, stored.state], ['Hel', 'stopped']);
    const count = bench.changes.length;
    await bench.session.set({ title: 'New' });
    assert.equal(bench.changes.length, count);
  });

  it('does not change with the model chosen for the next message', async () => {
    const { call, done } = await bench.ask(() => bench.session.send('Hi'));
    await bench.session.setModel(bench.id(), { connectionId: 'other', name: 'llama' });
    call.say('Hello').finish();
    await done;
    assert.deepEqual([bench.last().name, bench.last().connectionId], ['tone', 'acme']);
    await bench.exchange('And you?', 'Hello too');
    assert.deepEqual([bench.last().name, bench.last().connectionId], ['llama', 'other']);
  });
});
