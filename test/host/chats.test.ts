import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ChatLibrary } from '../../src/core/chats/chatLibrary.ts';
import { chatsJson } from '../../src/core/chats/transfer/chatJson.ts';
import type { ChatPanels } from '../../src/ui/chats/tab/chatPanels.ts';
import { importFrom } from '../../src/ui/chats/transfer/chatFiles.ts';
import { searchChats } from '../../src/ui/chats/transfer/searchChats.ts';
import { type AgeGroupNode, chatItem, groupsOf } from '../../src/ui/chats/view/chatNodes.ts';
import { questionLine } from '../unit/core/fixtures.ts';
import { useChatCommands } from './support/chatCommands.ts';
import { openStorage, useChats } from './support/chats.ts';
import { workspaceFolder } from './support/extension.ts';
import { keptChat } from './support/keptChat.ts';
import { usePerson } from './support/person.ts';
import { useRecordedPanels } from './support/recordedPanel.ts';
import { useStandIns } from './support/standIns.ts';
import { useSteps } from './support/steps.ts';
import { hurry, nextEvent, until, within } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('The kept chats', () => {
  const world = useWorld();
  const person = usePerson();
  useRecordedPanels();
  const chats = useChats(world);
  const newCommands = useChatCommands(world, chats);
  const steps = useSteps();
  const replace = useStandIns(vscode.window);
  let storage: ChatLibrary;
  let panels: ChatPanels;

  beforeEach(() => {
    ({ storage, panels } = chats());
  });

  const keep = (title: string, answer?: string, daysAgo?: number) =>
    keptChat(world(), storage, title, answer, daysAgo);
  const titles = async () => (await storage.store.list()).map(({ title }) => title);
  const isLocked = async (id: string) =>
    (await readdir(path.join(world().folder, 'chats'))).includes(`${id}.lock`);

  it('are grouped by day, below a group of those that are pinned', () => {
    const now = new Date();
    // Not by hours: a day may have 23 of them.
    const at = (daysAgo: number) => new Date(now).setDate(now.getDate() - daysAgo);
    const chat = (id: string, daysAgo: number, pinned?: true) => ({
      id,
      title: id,
      models: [{ connectionId: 'acme', name: 'tone' }],
      votes: [],
      updatedAt: at(daysAgo),
      ...(pinned ? { pinned } : {}),
    });
    const groups = groupsOf([chat('a', 0), chat('b', 1), chat('c', 8, true), chat('d', 9), chat('e', 99)]);
    const shown = groups.map(({ id, chats }: AgeGroupNode) => [id, ...chats.map((one) => one.id)].join(' '));
    assert.deepEqual(shown, ['pinned c', 'today a', 'yesterday b', 'month d', 'older e']);
  });

  it('show model and time, and mark what is pinned or from a newer version', () => {
    const models = [{ connectionId: 'acme', name: 'to\u202ene' }];
    const summary = { id: 'x', title: '', models, votes: [], updatedAt: Date.now() };
    const item = (marks: object) =>
      chatItem({ type: 'chat', chatId: 'x', summary: { ...summary, ...marks } }, () => 'Acme');
    assert.equal(item({}).label, 'Untitled');
    assert.match(String(item({}).description), /^tone · /u);
    const lastYear = new Date().setFullYear(new Date().getFullYear() - 1);
    assert.match(String(item({ updatedAt: lastYear }).description), /^tone · \w+ \d+, \d{4}$/u);
    assert.deepEqual(
      [{}, { pinned: true }, { isNewer: true }].map((marks) => item(marks).contextValue),
      ['chat', 'chat.pinned', 'chat.readOnly'],
    );
    assert.match(String(item({ isNewer: true }).tooltip), /newer version/u);
  });

  it('open read-only while another window has them, go on when it releases them, and can go on as a new chat', async () => {
    const id = await keep('One');
    const other = openStorage(world());
    const theirs = await other.ownership.open(id);
    const calm = hurry();
    await panels.open(id).finally(calm);
    const session = panels.session(id);
    assert.equal(session?.readOnly, 'elsewhere');
    await panels.fork(session);
    await panels.fork(session);
    assert.deepEqual((await titles()).toSorted(), ['Fork 2: One', 'Fork: One', 'One']);
    await theirs?.writer.append(id, [questionLine('u2', 'Said there', 'a1', Date.now())]);
    const free = nextEvent(session.onDidChange, 'the chat goes on here', ({ type }) => type === 'replaced');
    await theirs?.writer.close();
    await free;
    assert.equal(session.readOnly, undefined);
    assert.equal(session.conversation.questions.get('u2')?.text, 'Said there');
    other.locks.dispose();
  });

  /** Renames a chat; the person finishes typing once `typing` resolves. */
  async function rename(id: string, typing: () => Promise<void> = async () => undefined): Promise<void> {
    replace({ showInputBox: () => typing().then(() => 'New name') });
    await newCommands().rename({ chatId: id });
  }
  it('can be pinned, opened and renamed at the same time, and go on in their tab', async () => {
    const id = await keep('One');
    const commands = newCommands();
    await Promise.all([commands.pin({ chatId: id }, true), panels.open(id), rename(id), panels.open(id)]);
    const session = panels.session(id);
    assert.ok(session);
    await within(session.send('And now?'), 'the answer');
    assert.equal(session.readOnly, undefined);
    const stored = (await storage.store.load(id))?.conversation;
    assert.deepEqual([stored?.title, stored?.pinned, stored?.answers.size], ['New name', true, 2]);
    assert.deepEqual([session.conversation.title, session.conversation.pinned], ['New name', true]);
    await panels.close(id);
    assert.equal(await isLocked(id), false);
  });

  it('are imported from a file that Export wrote; any other file is refused with a message', async () => {
    const { connections } = world();
    const id = await keep('One');
    const stored = await storage.store.load(id);
    assert.ok(stored);
    const json = chatsJson([{ conversation: stored.conversation, connectionNames: new Map() }]);
    const file = vscode.Uri.joinPath(workspaceFolder().uri, 'chats.json');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(json));
    assert.equal((await importFrom(file, storage, connections)).length, 1);
    assert.deepEqual(await titles(), ['One', 'One']);
    const seen = person({});
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(json.slice(0, 90)));
    assert.deepEqual(await importFrom(file, storage, connections), []);
    assert.match(seen.messages[0] ?? '', /^Nothing was imported\. The file is not JSON/u);
    await vscode.workspace.fs.delete(file);
  });

  it('are found by their text, with its surroundings as detail', async () => {
    await keep('Other');
    const id = await keep('Refunds', 'We found the needle in it.');
    const found = searchChats(storage.search);
    const shown = await steps.shown();
    const hits = until(shown.onDidSet, 'the hits', () => shown.pick.items.length === 1);
    shown.type('needle');
    await hits;
    assert.deepEqual(
      shown.pick.items.map(({ label, detail }) => [label, detail]),
      [['Refunds', 'tone: We found the needle in it.']],
    );
    shown.choose('Refunds');
    const chosen = await within(found, 'the choice');
    assert.deepEqual([chosen?.id, chosen?.found?.turn, chosen?.found?.words], [id, 'a1', ['needle']]);
  });
});
