import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { forkOf, recordsOf } from '../../../../../src/core/chats/disk/forkChat.ts';
import type { ChatChange } from '../../../../../src/core/chats/session/chatChange.ts';
import { ChatOwnership } from '../../../../../src/core/chats/session/chatOwnership.ts';
import { ChatSession } from '../../../../../src/core/chats/session/chatSession.ts';
import type { Answer } from '../../../../../src/core/chats/tree/conversation.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { chatId, newAnswer, newQuestion, silent, turnsIn, useFolder } from '../../fixtures.ts';
import {
  Bench,
  chatOf,
  emptyConversation,
  type ScriptedCall,
  ScriptedService,
  shownIn,
  useBench,
} from '../chatScript.ts';

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
  const bench = useBench();

  it('is its model, before anything was said', async () => {
    await bench.session.keepAll();
    assert.deepEqual(
      [(await bench.stored()).columns[0].name, turnsIn(await bench.stored()).size],
      ['tone', 0],
    );
    assert.deepEqual(await bench.store.list(), []);
  });

  it('is its newest name, model and settings', async () => {
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
    await bench.exchange('Hi', 'Hello');
    const prompt = 'x'.repeat(1000);
    for (let keys = 1; keys <= prompt.length; keys++) {
      bench.session.setSettings({ systemPrompt: prompt.slice(0, keys) });
    }
    await bench.session.close();
    assert.equal((await bench.stored()).settings.systemPrompt, prompt);
    assert.ok(((await bench.store.text(chatId)) ?? '').length < 10 * prompt.length);
  });

  it('is what was typed and not sent when it was closed, even without a turn, until it is closed without', async () => {
    await bench.session.keepAll();
    const edits = [{ turn: 'u1', text: 'And mine?', isOpen: true }];
    await bench.session.close({ text: 'And in French?', edits });
    const listed = async () => (await bench.store.list()).map(({ draft }) => draft);
    assert.deepEqual(await listed(), ['And in French?']);
    await bench.store.deleteEmpty(chatId);
    const again = new Bench(bench.folder, await bench.stored());
    assert.equal('draft' in forkOf(again.session.conversation), false);
    assert.deepEqual(again.session.takeDraft(), { text: 'And in French?', edits });
    await again.session.close();
    assert.deepEqual(await listed(), []);
    const text = await bench.store.text(chatId);
    const third = new Bench(bench.folder, await bench.stored());
    assert.equal(third.session.takeDraft(), undefined);
    await third.session.close();
    assert.equal(await bench.store.text(chatId), text);
  });
});

describe('A growing answer', () => {
  const path = () => join(bench.folder, `${chatId}.jsonl`);
  const bench = useBench();
  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
  });
  afterEach(() => mock.timers.reset());

  async function grow(call: ScriptedCall, text: string, reasoning = '') {
    const appended = bench.next('append');
    if (text !== '') call.say(text);
    else call.think(reasoning);
    await appended;
  }
  /** The length of the answer in each of its records, in order. */
  const written = () =>
    readFileSync(path(), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((record) => record.type === 'answer')
      .map(({ text, reasoning }) => text.length + reasoning.length);

  it('is saved every two seconds, so that a crash loses no more', async () => {
    const { call, done } = await bench.ask(() => bench.session.send('Hi'));
    for (const [text, soFar] of [
      ['Once ', 'Once '],
      ['upon ', 'Once upon '],
    ] as const) {
      const appended = bench.next('append');
      call.say(text);
      await appended;
      const written = new Promise<string>((resolve) => bench.store.onDidChange(resolve));
      mock.timers.tick(2000);
      await written;
      const stored = turnsIn(await bench.stored()).get(bench.session.streamingAnswers[0] ?? '') as Answer;
      assert.deepEqual([stored.text, stored.state], [soFar, 'cut']);
    }
    call.finish();
    await done;
    const before = readFileSync(join(bench.folder, `${chatId}.jsonl`), 'utf8');
    mock.timers.tick(10_000);
    assert.equal(readFileSync(join(bench.folder, `${chatId}.jsonl`), 'utf8'), before);
  });

  it('is saved again only if it grew by a quarter, and always at its end', async () => {
    const { call, done } = await bench.ask(() => bench.session.send('Hi'));
    mock.timers.tick(2000);
    for (const [text, reasoning] of [
      ['', 'h'.repeat(400)],
      ['x'.repeat(99), ''],
      ['x', ''],
      ['', 'h'.repeat(124)],
      ['x', ''],
    ] as const) {
      await grow(call, text, reasoning);
      mock.timers.tick(6000);
    }
    await grow(call, 'x');
    call.finish();
    await done;
    assert.deepEqual(written(), [0, 400, 500, 625, 626]);
  });

  it('counts from its earlier length if it is continued', async () => {
    await bench.reply(
      () => bench.session.send('Hi'),
      (call) => call.say('x'.repeat(1000)).finish('length'),
    );
    const { call, done } = await bench.ask(() => bench.session.continueAnswer(bench.last().id));
    for (const length of [200, 50]) {
      await grow(call, 'x'.repeat(length));
      mock.timers.tick(2000);
    }
    call.finish();
    await done;
    assert.deepEqual(written(), [0, 1000, 1000, 1250, 1250]);
  });

  it('is saved at the next time if it could not be written', async () => {
    const { call, done } = await bench.ask(() => bench.session.send('Hi'));
    // A file in place of the folder: every write fails until it is removed.
    await rm(bench.folder, { recursive: true });
    await writeFile(bench.folder, '');
    await grow(call, 'Hel');
    const failed = bench.next('notKept');
    mock.timers.tick(2000);
    await failed;
    await rm(bench.folder);
    const well = new Promise<string>((resolve) => bench.store.onDidChange(resolve));
    mock.timers.tick(2000);
    await well;
    assert.deepEqual(written(), [3]);
    call.finish();
    await done;
  });
});

describe('An open chat', () => {
  const folder = useFolder();
  let locks: OwnerLocks;
  let service: ScriptedService;
  let session: ChatSession;
  let changes: ChatChange[];
  const shown = () => [...turnsIn(session.conversation).values()].map((turn) => turn.text);

  beforeEach(async () => {
    locks = new OwnerLocks(folder(), silent);
    service = new ScriptedService();
    changes = [];
    const store = new ChatStore(folder(), silent);
    const writer = new ChatOwnership(store, locks, () => true, silent).newWriter();
    session = new ChatSession(emptyConversation(), writer, service, silent);
    session.onDidChange((change) => changes.push(change));
    await session.keepAll();
  });
  afterEach(() => locks.dispose());

  /** Another window becomes the owner, as it might while this machine sleeps. */
  async function takeAway(): Promise<OwnerLocks> {
    await rm(join(folder(), `${chatId}.lock`));
    const other = new OwnerLocks(folder(), silent);
    assert.ok(await other.take(chatId));
    return other;
  }

  it('sends nothing once another window has taken it, keeps the message for its composer, and says why', async () => {
    const other = await takeAway();
    await session.send('Hi');
    assert.deepEqual([service.calls.length, shown(), session.readOnly], [0, [], 'taken']);
    assert.ok(!changes.some(({ type }) => type === 'accepted' || type === 'notKept'));
    assert.equal(session.isBusy, false);
    other.dispose();
  });

  it('shows its answer to the end if it is taken meanwhile, and writes none of it over the other’s', async () => {
    const asked = service.nextCall();
    const done = session.send('Hi');
    const call = await asked;
    const other = await takeAway();
    const otherStore = new ChatStore(folder(), silent);
    const theirs = chatOf([newQuestion('x')]);
    await otherStore.append(chatId, recordsOf(theirs));
    call.say('Hello').finish();
    await done;
    assert.deepEqual([shown(), session.readOnly], [['Hi', 'Hello'], 'taken']);
    const answer = [...turnsIn((await otherStore.load(chatId))?.conversation).values()][1];
    assert.equal(answer?.text, '');
    // Nothing is lost: it can go on as a new chat.
    const fork = forkOf(session.conversation);
    assert.notEqual(fork.id, chatId);
    assert.deepEqual(
      [...turnsIn(fork).values()].map((turn) => turn.text),
      ['Hi', 'Hello'],
    );
    other.dispose();
  });

  it('shows the siblings of its turns if it is open elsewhere, and does not write which one is shown', async () => {
    const store = new ChatStore(folder(), silent);
    const turns = [newQuestion('u1'), newAnswer('a1', 'u1'), newAnswer('a2', 'u1')];
    const chat = chatOf(turns);
    const other = new ChatSession(chat, store, service, silent, 'elsewhere');
    const before = await store.text(chatId);
    await other.select('a1');
    assert.deepEqual(shownIn(other.conversation), [turns[0], turns[1]]);
    assert.equal(await store.text(chatId), before);
  });

  it('goes on as it was left in another window', async () => {
    session = new ChatSession(
      emptyConversation(),
      new ChatStore(folder(), silent),
      service,
      silent,
      'elsewhere',
    );
    session.onDidChange((change) => changes.push(change));
    await session.send('Not yet');
    assert.deepEqual(shown(), []);
    session.takeOver(chatOf([newQuestion('u1')]));
    assert.deepEqual([shown(), session.readOnly, changes.at(-1)?.type], [['u1'], undefined, 'replaced']);
  });
});
