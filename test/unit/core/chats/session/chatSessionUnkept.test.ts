import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChatLibrary, openChatLibrary } from '../../../../../src/core/chats/chatLibrary.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { forkAt, forkOf } from '../../../../../src/core/chats/disk/forkChat.ts';
import { ChatSession } from '../../../../../src/core/chats/session/chatSession.ts';
import type { Conversation } from '../../../../../src/core/chats/tree/conversation.ts';
import { chatId, silent, turnsIn, useFolder } from '../../fixtures.ts';
import { emptyConversation, ScriptedService } from '../chatScript.ts';

describe('A chat that went on while history was off', () => {
  const folder = useFolder();
  let isKept: boolean;
  let storage: ChatLibrary;
  let service: ScriptedService;
  let session: ChatSession;
  const sessionOf = (conversation: Conversation, unkept: string[] = []) =>
    new ChatSession(conversation, storage.ownership.newWriter(), service, silent, undefined, unkept);
  const exchange = async (text: string, answer: string, from = session) => {
    const asked = service.nextCall();
    const done = from.send(text);
    (await asked).say(answer).finish();
    await done;
  };
  const turn = async (history: boolean) => {
    isKept = history;
    await session.followHistory(history);
  };
  /** The text of all chat files. */
  const onDisk = async () => {
    const names = (await readdir(folder())).filter((name) => name.endsWith('.jsonl'));
    return (await Promise.all(names.map((name) => readFile(join(folder(), name), 'utf8')))).join('');
  };

  beforeEach(async () => {
    isKept = true;
    storage = openChatLibrary(new ChatStore(folder(), silent), silent, () => isKept);
    service = new ScriptedService();
    session = sessionOf(emptyConversation());
    await session.keepAll();
    await exchange('Before', 'Answer before');
  });
  afterEach(async () => {
    await session.close();
    storage.locks.dispose();
  });

  it('stays as it was on disk, whatever is said once history is on again', async () => {
    const before = await onDisk();
    await turn(false);
    await exchange('Meanwhile', 'Answer meanwhile');
    await turn(true);
    assert.equal(session.isUnkept, true);
    await exchange('After', 'Answer after');
    const gone = await session.deleteTurn([...turnsIn(session.conversation).keys()][2] ?? '');
    assert.ok(gone && (await session.restoreTurns(gone)));
    await session.set({ title: 'New' });
    session.setSettings({ temperature: 0.5 });
    await session.close();
    assert.equal(await onDisk(), before);
    assert.equal(turnsIn(session.conversation).size, 6);
  });

  it('is kept like any other if nothing was said meanwhile', async () => {
    await turn(false);
    await session.set({ title: 'New' });
    await turn(true);
    assert.equal(session.isUnkept, false);
    await exchange('After', 'Answer after');
    const stored = (await storage.store.load(chatId))?.conversation;
    assert.deepEqual([stored?.title, turnsIn(stored).size], ['New', 4]);
  });

  it('is kept from its first message on if it was empty', async () => {
    isKept = false;
    session = sessionOf(emptyConversation({ id: '00000000-0000-4000-8000-000000000001' }));
    await session.keepAll();
    await turn(true);
    await exchange('After', 'Answer after');
    assert.match(await onDisk(), /Answer after/u);
  });

  for (const isBack of [false, true]) {
    it(`keeps what had come of an answer${isBack ? ', even if that ends once history is on again' : ''}`, async () => {
      const asked = service.nextCall();
      const done = session.send('Question');
      const call = await asked;
      await turn(false);
      call.say('Meanwhile');
      if (isBack) await turn(true);
      call.finish();
      await done;
      assert.match(await onDisk(), /Question/u);
      assert.doesNotMatch(await onDisk(), /Meanwhile/u);
      const stored = (await storage.store.load(chatId))?.conversation;
      assert.equal(stored?.answers.size, 2);
      assert.equal(session.isUnkept, true);
    });
  }

  it('can be kept as a fork of its kept part, and stays unwritten in any other fork', async () => {
    await turn(false);
    await exchange('Meanwhile', 'Answer meanwhile');
    await turn(true);
    const before = await onDisk();
    const kept = [...turnsIn(session.conversation).keys()][1] ?? '';
    const whole = forkOf(session.conversation);
    const unwritten = sessionOf(whole, session.unkeptIn(whole));
    await unwritten.keepAll();
    await exchange('After', 'Answer after', unwritten);
    assert.deepEqual([await onDisk(), unwritten.isUnkept], [before, true]);
    const start = forkAt(session.conversation, kept);
    assert.ok(start);
    const written = sessionOf(start, session.unkeptIn(start));
    await written.keepAll();
    assert.equal(written.isUnkept, false);
    assert.equal(turnsIn((await storage.store.load(start.id))?.conversation).size, 2);
    for (const one of [unwritten, written]) await one.close();
  });

  it('stays unwritten in a fork that was made meanwhile', async () => {
    await turn(false);
    const fork = forkOf(session.conversation);
    const forked = sessionOf(fork, session.unkeptIn(fork));
    await forked.keepAll();
    isKept = true;
    await forked.followHistory(true);
    await exchange('After', 'Answer after', forked);
    assert.doesNotMatch(await onDisk(), /Answer after/u);
    await forked.close();
  });
});
