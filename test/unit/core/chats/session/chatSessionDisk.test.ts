import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chatId, useFolder } from '../../fixtures.ts';
import { Bench } from '../chatScript.ts';

describe('A chat whose disk fails', () => {
  let bench: Bench;
  // Before the folder is deleted, which a late write would make again.
  afterEach(() => bench.session.close());
  const folder = useFolder();
  let blocked: string;
  beforeEach(async () => {
    // A file in place of the folder: every write fails until it is removed.
    blocked = join(folder(), 'chats');
    await writeFile(blocked, '');
    bench = new Bench(blocked);
  });

  it('goes on in memory, says so once, and saves everything as soon as the disk works again', async () => {
    await bench.session.set({ title: 'Mine' });
    await bench.exchange('Hi', 'Hello');
    assert.deepEqual(bench.path(), ['Hi', 'Hello']);
    assert.equal(bench.changes.filter((change) => change.type === 'notKept').length, 1);
    await rm(blocked);
    await bench.exchange('And you?', 'Fine');
    const later = new Bench(blocked, await bench.stored());
    assert.deepEqual(later.path(), ['Hi', 'Hello', 'And you?', 'Fine']);
    assert.equal(later.session.conversation.title, 'Mine');
  });
});

describe('What is saved of an open chat', () => {
  const folder = useFolder();

  it('is its model, before anything was said', async () => {
    const bench = new Bench(folder());
    await bench.session.keepAll();
    assert.deepEqual(
      [(await bench.stored()).columns[0].name, (await bench.stored()).turns.size],
      ['tone', 0],
    );
    assert.deepEqual(await bench.store.list(), []);
  });

  it('is its newest name, model and settings', async () => {
    const bench = new Bench(folder());
    await bench.exchange('Hi', 'Hello');
    bench.session.setSettings({ topP: 0.5 });
    await Promise.all([
      bench.session.set({ title: 'New name' }),
      bench.session.setModel(bench.id(), { connectionId: 'other', name: 'llama' }),
    ]);
    const { title, columns, settings } = await bench.stored();
    const { connectionId, name } = columns[0];
    assert.deepEqual(
      { title, connectionId, name, settings },
      { title: 'New name', connectionId: 'other', name: 'llama', settings: { topP: 0.5 } },
    );
  });

  it('is not every state of a system prompt while it is typed, but the last one when the tab closes', async () => {
    const bench = new Bench(folder());
    await bench.exchange('Hi', 'Hello');
    const prompt = 'x'.repeat(1000);
    for (let keys = 1; keys <= prompt.length; keys++) {
      bench.session.setSettings({ systemPrompt: prompt.slice(0, keys) });
    }
    await bench.session.close();
    assert.equal((await bench.stored()).settings.systemPrompt, prompt);
    assert.ok(((await bench.store.text(chatId)) ?? '').length < 10 * prompt.length);
  });
});
