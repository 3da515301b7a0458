import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ChatLibrary } from '../../src/core/chats/chatLibrary.ts';
import { metaRecord } from '../../src/core/chats/disk/chatRecord.ts';
import { recordsOf } from '../../src/core/chats/disk/forkChat.ts';
import { chatsJson } from '../../src/core/chats/transfer/chatJson.ts';
import { UndoStack } from '../../src/ui/chats/actions/undoStack.ts';
import type { ChatPanels } from '../../src/ui/chats/tab/chatPanels.ts';
import { importFrom } from '../../src/ui/chats/transfer/importChatFile.ts';
import { searchChats } from '../../src/ui/chats/transfer/searchChats.ts';
import { chatItem, type GroupNode, groupsOf } from '../../src/ui/chats/view/chatNodes.ts';
import { deleteChats } from '../../src/ui/chats/view/deleteChats.ts';
import { chatOf } from '../unit/core/chats/chatScript.ts';
import { answerTurn, column, userTurn } from '../unit/core/fixtures.ts';
import { useChatCommands } from './support/chatCommands.ts';
import { openStorage, useChats } from './support/chats.ts';
import { workspaceFolder } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { nextEvent, within } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('The kept chats', () => {
  const world = useWorld();
  const person = usePerson();
  const chats = useChats(world);
  const pick = usePicking();
  const newCommands = useChatCommands(world, chats);
  let storage: ChatLibrary;
  let panels: ChatPanels;
  let view: { deletions: UndoStack; isVisible: boolean };

  beforeEach(() => {
    ({ storage, panels } = chats());
    view = { deletions: new UndoStack(), isVisible: true };
  });

  async function keep(title: string, answer = 'Dear customer', daysAgo = 0): Promise<string> {
    const id = randomUUID();
    const at = Date.now() - daysAgo * 86_400_000;
    const turns = [userTurn('u1', undefined, title), answerTurn('a1', 'u1', answer)].map((turn) => ({
      ...turn,
      at,
    }));
    const columns = [column('tone', { connectionId: world().connection.id, leaf: 'a1' })] as const;
    const conversation = chatOf(turns, 'a1', { id, title, columns, createdAt: at, updatedAt: at });
    await storage.store.append(id, recordsOf(conversation));
    return id;
  }
  const titles = async () => (await storage.store.list()).map(({ title }) => title);
  const isLocked = async (id: string) =>
    (await readdir(path.join(world().folder, 'chats'))).includes(`${id}.lock`);

  it('are grouped by day, below a group of those that are pinned', () => {
    const at = (daysAgo: number) => Date.now() - daysAgo * 86_400_000;
    const chat = (id: string, daysAgo: number, pinned?: true) => ({
      id,
      title: id,
      models: [{ connectionId: 'acme', name: 'tone' }],
      votes: [],
      updatedAt: at(daysAgo),
      ...(pinned ? { pinned } : {}),
    });
    const groups = groupsOf([chat('a', 0), chat('b', 1), chat('c', 8, true), chat('d', 9), chat('e', 99)]);
    const shown = groups.map(({ id, chats }: GroupNode) => [id, ...chats.map((one) => one.id)].join(' '));
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

  it('are deleted several at once without a question, and undone one deletion after the other, with the tab that was open', async () => {
    const [one, two, three] = [await keep('One'), await keep('Two'), await keep('Three')];
    await panels.open(one);
    const seen = person({});
    const parts = { ...storage, panels, view };
    const chats = [
      { id: one, name: 'One' },
      { id: two, name: 'Two' },
    ];
    await deleteChats(chats, parts);
    assert.deepEqual([view.deletions.text, await titles()], ['Deleted 2 chats.', ['Three']]);
    await deleteChats([{ id: three, name: 'Three' }], parts);
    assert.deepEqual([view.deletions.text, await titles()], ['Deleted “Three”.', []]);
    await view.deletions.undo();
    assert.deepEqual([view.deletions.text, await titles()], ['Deleted 2 chats.', ['Three']]);
    assert.equal(panels.session(one), undefined);
    await view.deletions.undo();
    assert.deepEqual((await titles()).toSorted(), ['One', 'Three', 'Two']);
    assert.ok(panels.session(one) && !panels.session(three));
    assert.deepEqual([view.deletions.text, seen.messages], [undefined, []]);
  });

  it('go into the trash if they are deleted without Undo; with the view out of sight, the status bar says so', async () => {
    const { setStatusBarMessage } = vscode.window;
    const said: string[] = [];
    Object.assign(vscode.window, { setStatusBarMessage: (text: string) => said.push(text) });
    const [one, two] = [await keep('One'), await keep('Two')];
    try {
      await deleteChats([{ id: one, name: 'One' }], { ...storage, panels, view });
      assert.deepEqual(said, []);
      view.isVisible = false;
      await deleteChats([{ id: two, name: 'Two' }], { ...storage, panels, view });
    } finally {
      Object.assign(vscode.window, { setStatusBarMessage });
    }
    assert.deepEqual(said, ['Deleted “Two”. To restore, use Show Deleted Chats… in the Chats view.']);
    assert.deepEqual(await titles(), []);
    assert.equal((await readdir(path.join(world().folder, 'chats', 'trash'))).length, 2);
    assert.equal(await isLocked(one), false);
  });

  it('are listed once deleted, and restored: a single one is opened, and what can’t be is told', async () => {
    const [one, two] = [await keep('One'), await keep('Two')];
    const none = person({});
    await newCommands().showDeleted();
    assert.match(none.messages[0] ?? '', /^There are no deleted chats\./u);
    person({});
    const named = [
      { id: one, name: 'One' },
      { id: two, name: 'Two' },
    ];
    await deleteChats(named, { ...storage, panels, view });
    const seen = pick('One');
    await newCommands().showDeleted();
    assert.deepEqual([seen[0]?.title, seen[0]?.labels.toSorted()], ['Deleted Chats', ['One', 'Two']]);
    assert.match(seen[0]?.descriptions?.[0] ?? '', /^tone · deleted \d/u);
    assert.deepEqual([await titles(), panels.session(one)?.readOnly], [['One'], undefined]);
    assert.ok(panels.session(one));
    pick('Two');
    const lost = person({});
    storage.store.restore = async () => false;
    await newCommands().showDeleted();
    assert.match(lost.messages[0] ?? '', /^“Two” can’t be brought back/u);
  });

  it('are not deleted while another window has them open, which a message says', async () => {
    const id = await keep('One');
    const other = openStorage(world());
    await other.locks.take(id);
    const seen = person({});
    await deleteChats([{ id, name: 'One' }], { ...storage, panels, view });
    assert.deepEqual(seen.messages, ['“One” is open in another window. Close it there, then delete it.']);
    assert.deepEqual(await titles(), ['One']);
    other.locks.dispose();
  });

  it('open read-only while another window has them, go on when it releases them, and can go on as a new chat', async () => {
    const id = await keep('One');
    const other = openStorage(world());
    const theirs = await other.ownership.open(id);
    await panels.open(id);
    const session = panels.session(id);
    assert.equal(session?.readOnly, 'elsewhere');
    await panels.fork(session);
    assert.deepEqual((await titles()).toSorted(), ['One', 'One (fork)']);
    await theirs?.writer.append(id, [
      { v: 1, type: 'user', id: 'u2', parent: 'a1', ts: Date.now(), text: 'Said there' },
    ]);
    const free = nextEvent(session.onDidChange, 'the chat goes on here', ({ type }) => type === 'replaced');
    await theirs?.writer.close();
    await free;
    assert.equal(session.readOnly, undefined);
    assert.equal(session.conversation.turns.get('u2')?.text, 'Said there');
    other.locks.dispose();
  });

  /** Renames a chat; the person finishes typing once `typing` resolves. */
  async function rename(id: string, typing: () => Promise<void> = async () => undefined): Promise<void> {
    const { showInputBox } = vscode.window;
    Object.assign(vscode.window, { showInputBox: () => typing().then(() => 'New name') });
    try {
      await newCommands().rename({ chatId: id });
    } finally {
      Object.assign(vscode.window, { showInputBox });
    }
  }
  it('can be pinned, opened and renamed at the same time, and go on in their tab', async () => {
    const id = await keep('One');
    const commands = newCommands();
    await Promise.all([commands.pin({ chatId: id }, true), panels.open(id), rename(id), panels.open(id)]);
    const session = panels.session(id);
    assert.ok(session);
    await within(session.send('And now?'), 'the answer');
    assert.equal(session.readOnly, undefined);
    const { title, pinned, turns } = (await storage.store.load(id))?.conversation ?? {};
    assert.deepEqual([title, pinned, turns?.size], ['New name', true, 4]);
    assert.deepEqual([session.conversation.title, session.conversation.pinned], ['New name', true]);
    await panels.close(id);
    assert.equal(await isLocked(id), false);
  });

  it('go on if their tab is closed while they are pinned and opened', async () => {
    const id = await keep('One');
    await panels.open(id);
    const first = panels.session(id);
    const closed = panels.close(id);
    await Promise.all([closed, newCommands().pin({ chatId: id }, true), panels.open(id)]);
    const session = panels.session(id);
    assert.ok(session && session !== first);
    await within(session.send('And now?'), 'the answer');
    assert.deepEqual([session.readOnly, session.conversation.pinned], [undefined, true]);
  });

  it('keep the turns that were added elsewhere while their new name was typed', async () => {
    const id = await keep('One');
    const other = openStorage(world());
    await rename(id, async () => {
      const theirs = await other.ownership.open(id);
      const user = { v: 1, type: 'user', id: 'u2', parent: 'a1', ts: Date.now(), text: 'There' } as const;
      assert.ok(theirs);
      const columns = [{ ...theirs.conversation.columns[0], leaf: 'u2', name: 'llama' }] as const;
      const meta = metaRecord({ ...theirs.conversation, columns }, Date.now());
      await theirs.writer.append(id, [user, meta]);
      await theirs.writer.close();
    });
    const { title, columns } = (await storage.store.load(id))?.conversation ?? {};
    assert.deepEqual([title, columns?.[0].leaf, columns?.[0].name], ['New name', 'u2', 'llama']);
    other.locks.dispose();
  });

  it('are deleted even if they are opened at the same time, and leave neither tab nor lock', async () => {
    const id = await keep('One');
    person({});
    const deleting = deleteChats([{ id, name: 'One' }], { ...storage, panels, view });
    await Promise.all([deleting, panels.open(id)]);
    assert.deepEqual([await titles(), panels.session(id), await isLocked(id)], [[], undefined, false]);
  });

  it('release their lock when their tab closes', async () => {
    const id = await keep('One');
    await panels.open(id);
    assert.equal(await isLocked(id), true);
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
    const { createQuickPick } = vscode.window;
    const picked = Promise.withResolvers<vscode.QuickPick<vscode.QuickPickItem>>();
    const accept = new vscode.EventEmitter<void>();
    const change = new vscode.EventEmitter<string>();
    Object.assign(vscode.window, {
      createQuickPick: () => {
        const pick = createQuickPick();
        const parts: Record<PropertyKey, unknown> = {
          onDidAccept: accept.event,
          onDidChangeValue: change.event,
        };
        const watched = new Proxy(pick, {
          get: (target, name) => {
            if (name === 'selectedItems') return target.items;
            if (name in parts) return parts[name];
            const value: unknown = Reflect.get(target, name, target);
            return typeof value === 'function' ? value.bind(target) : value;
          },
          set: (target, name, value) => {
            const isSet = Reflect.set(target, name, value, target);
            if (name === 'items' && target.value === 'needle') picked.resolve(watched);
            return isSet;
          },
        });
        setTimeout(() => {
          pick.value = 'needle';
          change.fire('needle');
        });
        return watched;
      },
    });
    try {
      const found = searchChats(storage.search);
      const { items } = await within(picked.promise, 'the hits');
      assert.deepEqual(
        items.map(({ label, detail }) => [label, detail]),
        [['Refunds', 'tone: We found the needle in it.']],
      );
      accept.fire();
      const chosen = await within(found, 'the choice');
      assert.deepEqual([chosen?.id, chosen?.found?.turn, chosen?.found?.words], [id, 'a1', ['needle']]);
    } finally {
      Object.assign(vscode.window, { createQuickPick });
    }
  });
});
