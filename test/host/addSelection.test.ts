import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChatPanel } from '../../src/ui/chats/tab/chatPanel.ts';
import { addSelection } from '../../src/ui/chats/view/chatCommands.ts';
import { openStorage, useChats } from './support/chats.ts';
import { closeEditors } from './support/editors.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useRecordedPanels } from './support/recordedPanel.ts';
import { until } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

describe('Add Selection to Chat…', () => {
  const world = useWorld();
  const person = usePerson();
  const picking = usePicking();
  useRecordedPanels();
  const chats = useChats(world);

  before(closeEditors);
  beforeEach(() => load(world()));
  afterEach(closeEditors);

  const add = () => addSelection(world(), chats().panels, chats().lastEditor);
  const namesOf = (panel: ChatPanel | undefined) =>
    panel?.attachments.shown().map(({ name, lines }) => `${name} ${lines}`);

  async function newChat(name = 'support-tone-v7'): Promise<ChatPanel> {
    return chats().panels.create({ connectionId: world().connection.id, name });
  }

  /** VS Code reports the focus some time later. */
  async function focused(panel: ChatPanel): Promise<void> {
    while (!panel.tab.isActive) await new Promise(setImmediate);
  }

  async function select(content = 'one\ntwo\n', ...at: [number, number, number, number] | []): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ content, language: 'markdown' });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.Two);
    const [a, b, c, d] = at.length === 4 ? at : [0, 0, 1, 3];
    editor.selection = new vscode.Selection(a ?? 0, b ?? 0, c ?? 0, d ?? 0);
  }

  /** Resolves when the new chat is in sight in this group; VS Code reports its tabs late. */
  async function isShownIn(group: number): Promise<void> {
    const title = 'Chat: sql-assistant';
    const { tabGroups } = vscode.window;
    const isThere = () => tabGroups.all[group]?.activeTab?.label === title;
    await until(tabGroups.onDidChangeTabs, `${title} in group ${group}`, isThere);
  }

  it('adds it to the chat that was used last', async () => {
    const first = await newChat();
    const second = await newChat('sql-assistant');
    await focused(second);
    first.tab.reveal();
    await focused(first);
    await select();
    await add();
    assert.match(namesOf(first)?.join() ?? '', /^Untitled-\d+ 1–2$/u);
    assert.deepEqual(namesOf(second), []);
  });

  it('asks for a model if there is no chat, and starts a chat with it', async () => {
    await select();
    const seen = picking('sql-assistant');
    await add();
    assert.equal(seen[0]?.title, 'Add Selection to Chat…');
    assert.equal(chats().panels.recent?.session.conversation.columns[0].name, 'sql-assistant');
    assert.equal(namesOf(chats().panels.recent)?.length, 1);
  });

  it('starts the chat beside the file, which stays in sight', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'one two' });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    picking('sql-assistant');
    await add();
    await isShownIn(1);
    const [first] = vscode.window.tabGroups.all;
    assert.ok(first?.activeTab?.input instanceof vscode.TabInputText);
    assert.equal(first.activeTab.input.uri.toString(), document.uri.toString());
    assert.equal(namesOf(chats().panels.recent)?.length, 1);
  });

  it('starts it in the group with the focus if the file is in another', async () => {
    const other = await newChat();
    await select();
    other.tab.reveal();
    await focused(other);
    other.session.lose();
    picking('sql-assistant');
    await add();
    await isShownIn(0);
    assert.equal(vscode.window.tabGroups.all.length, 2);
  });

  it('adds nothing if the person cancels, or if nothing is selected, which it says', async () => {
    await select('one', 0, 1, 0, 1);
    const seen = person({});
    await add();
    assert.deepEqual(seen.messages, ['Nothing is selected. Select text in an editor first.']);
    await select();
    picking();
    await add();
    assert.equal(chats().panels.recent, undefined);
  });

  it('keeps the selection over a reload, and without its tab', async () => {
    const panel = await newChat();
    await select();
    await add();
    const { id } = panel.session.conversation;
    const drafts = openStorage(world()).drafts;
    const afterReload = async () => {
      const { tray, loaded } = drafts.open(id);
      await loaded;
      return tray.entries.length;
    };
    while ((await afterReload()) === 0) await new Promise(setImmediate);
    await chats().panels.close(id);
    assert.equal(await afterReload(), 1);
  });
});
