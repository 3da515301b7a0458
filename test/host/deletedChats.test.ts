import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ChatLibrary } from '../../src/core/chats/chatLibrary.ts';
import { chatsJson } from '../../src/core/chats/transfer/chatJson.ts';
import { type UndoStack, undoStack } from '../../src/ui/chats/actions/undoStack.ts';
import type { ChatPanels } from '../../src/ui/chats/tab/chatPanels.ts';
import { deleteChats } from '../../src/ui/chats/view/deleteChats.ts';
import { useChatCommands } from './support/chatCommands.ts';
import { openStorage, useChats } from './support/chats.ts';
import { keptChat } from './support/keptChat.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useRecordedPanels } from './support/recordedPanel.ts';
import { useStandIns } from './support/standIns.ts';
import { useWorld } from './support/world.ts';

describe('Deleted chats', () => {
  const world = useWorld();
  const person = usePerson();
  useRecordedPanels();
  const chats = useChats(world);
  const pick = usePicking();
  const replace = useStandIns(vscode.window);
  const newCommands = useChatCommands(world, chats);
  let storage: ChatLibrary;
  let panels: ChatPanels;
  let view: { deletions: UndoStack; isVisible: boolean };

  beforeEach(() => {
    ({ storage, panels } = chats());
    view = { deletions: undoStack(), isVisible: true };
  });

  const keep = (title: string) => keptChat(world(), storage, title);
  const titles = async () => (await storage.store.list()).map(({ title }) => title);
  const isLocked = async (id: string) =>
    (await readdir(path.join(world().folder, 'chats'))).includes(`${id}.lock`);

  it('are deleted several at once without a question, and undone one deletion after the other, with the tab that was open', async () => {
    const [one, two, three] = [await keep('One'), await keep('Two'), await keep('Three')];
    await panels.open(one);
    const seen = person({});
    const kept = { ...storage, panels };
    const chats = [
      { id: one, name: 'One' },
      { id: two, name: 'Two' },
    ];
    await deleteChats(chats, kept, view);
    assert.deepEqual([view.deletions.text, await titles()], ['Deleted 2 chats.', ['Three']]);
    await deleteChats([{ id: three, name: 'Three' }], kept, view);
    assert.deepEqual([view.deletions.text, await titles()], ['Deleted “Three”.', []]);
    await view.deletions.undo();
    assert.deepEqual([view.deletions.text, await titles()], ['Deleted 2 chats.', ['Three']]);
    assert.equal(panels.session(one), undefined);
    await view.deletions.undo();
    assert.deepEqual((await titles()).toSorted(), ['One', 'Three', 'Two']);
    assert.ok(panels.session(one) && !panels.session(three));
    assert.deepEqual([view.deletions.text, seen.messages], [undefined, []]);
  });

  it('have what was deleted of them again if all of it was, and their tab is closed', async () => {
    const id = await keep('One');
    await panels.open(id);
    const session = panels.session(id) ?? assert.fail('It is not open.');
    const before = [...session.conversation.questions.keys(), ...session.conversation.answers.keys()];
    await session.deleteTurn(before[0] ?? '');
    assert.equal(session.conversation.questions.size, 0);
    await panels.close(id);
    assert.deepEqual(await titles(), []);
    assert.deepEqual(
      (await storage.store.deleted()).map(({ title }) => title),
      ['One'],
    );
    assert.equal(await storage.store.restore(id), true);
    const stored = await storage.store.load(id);
    const { questions, answers, columns } = stored?.conversation ?? assert.fail('It is not there.');
    assert.deepEqual([...questions.keys(), ...answers.keys()], before);
    assert.equal(columns[0].last, [...answers.keys()].at(-1));
  });

  it('go into the trash if they are deleted without Undo; with the view out of sight, the status bar says so', async () => {
    const said: string[] = [];
    replace({ setStatusBarMessage: (text: string) => said.push(text) });
    const [one, two] = [await keep('One'), await keep('Two')];
    await deleteChats([{ id: one, name: 'One' }], { ...storage, panels }, view);
    assert.deepEqual(said, []);
    view.isVisible = false;
    await deleteChats([{ id: two, name: 'Two' }], { ...storage, panels }, view);
    assert.deepEqual(said, ['Deleted “Two”. To restore, use Show Deleted Chats… in the Chats view.']);
    assert.deepEqual(await titles(), []);
    assert.equal((await readdir(path.join(world().folder, 'chats', 'trash'))).length, 2);
    assert.equal(await isLocked(one), false);
  });

  it('can be brought back from the view until something else is done in it', async () => {
    const stored = await storage.store.load(await keep('Exported'));
    assert.ok(stored);
    const file = vscode.Uri.file(path.join(world().folder, 'exported.json'));
    const json = chatsJson([{ conversation: stored.conversation, connectionNames: new Map() }]);
    await vscode.workspace.fs.writeFile(file, Buffer.from(json));
    replace({ showOpenDialog: async () => [file] });
    const commands = newCommands();
    const deleteAndUndo = async (act: () => Promise<void>) => {
      const id = await keep('Refund');
      await commands.delete({ chatId: id });
      assert.ok(!(await titles()).includes('Refund'));
      await act();
      await commands.undoDelete();
      const isBack = (await titles()).includes('Refund');
      if (isBack) await storage.store.moveToTrash(id);
      return isBack;
    };
    assert.equal(await deleteAndUndo(async () => undefined), true);
    const model = { connectionId: world().connection.id, kind: 'lora', name: 'support-tone-v7' };
    assert.equal(await deleteAndUndo(() => commands.newChat(model)), false);
    assert.equal(await deleteAndUndo(() => commands.import()), false);
    pick();
    assert.equal(await deleteAndUndo(() => commands.showDeleted()), false);
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
    await deleteChats(named, { ...storage, panels }, view);
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
    assert.match(lost.messages[0] ?? '', /^“Two” can't be brought back/u);
  });

  it('are not deleted while another window has them open, which a message says', async () => {
    const id = await keep('One');
    const other = openStorage(world());
    await other.locks.take(id);
    const seen = person({});
    await deleteChats([{ id, name: 'One' }], { ...storage, panels }, view);
    assert.deepEqual(seen.messages, ['“One” is open in another window. Close it there, then delete it.']);
    assert.deepEqual(await titles(), ['One']);
    other.locks.dispose();
  });

  it('are deleted even if they are opened at the same time, and leave neither tab nor lock', async () => {
    const id = await keep('One');
    person({});
    const deleting = deleteChats([{ id, name: 'One' }], { ...storage, panels }, view);
    await Promise.all([deleting, panels.open(id)]);
    assert.deepEqual([await titles(), panels.session(id), await isLocked(id)], [[], undefined, false]);
  });
});
