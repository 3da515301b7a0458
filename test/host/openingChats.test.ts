import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { KeptTray } from '../../src/core/attachments/attachmentDrafts.ts';
import { ChatTooLargeError } from '../../src/core/chats/disk/chatTooLarge.ts';
import { recordsOf } from '../../src/core/chats/disk/forkChat.ts';
import { chatItem } from '../../src/ui/chats/view/chatNodes.ts';
import { reportingErrors } from '../../src/ui/shared/errors/showError.ts';
import { holdRequests } from '../service/faults/hold.ts';
import { chatOf } from '../unit/core/chats/chatScript.ts';
import { column, newAnswer, newQuestion } from '../unit/core/fixtures.ts';
import { openStorage, useChats } from './support/chats.ts';
import { closeEditors } from './support/editors.ts';
import { usePerson } from './support/person.ts';
import { type RecordedPanel, useRecordedPanels } from './support/recordedPanel.ts';
import { hurry, nextEvent, until, within } from './support/waiting.ts';
import { closeWindow, openWindow, useWorld } from './support/world.ts';

describe('Opening a chat', () => {
  const world = useWorld();
  const opened = useRecordedPanels();
  /** The page of the tab that was opened last. */
  const page = (): RecordedPanel => opened.all.at(-1) ?? assert.fail('No tab was opened.');
  const chats = useChats(world);
  const person = usePerson();
  const model = (name = 'support-tone-v7') => {
    return { connectionId: world().connection.id, name };
  };

  /** Keeps a chat with two answers to one question; the second one is shown. */
  async function keep(): Promise<string> {
    const id = randomUUID();
    const turns = [newQuestion('u1'), newAnswer('a1', 'u1', 'First.'), newAnswer('a2', 'u1', 'Second.')];
    const columns = [column('tone', { ...model(), last: 'a2' })] as const;
    const chat = chatOf(turns, 'a2', { id, title: 'Two answers', columns });
    await chats().storage.store.append(id, recordsOf(chat));
    return id;
  }

  it('with a model again reveals the one in which nothing was said yet', async () => {
    const { panels } = chats();
    const [first, at] = await Promise.all([panels.create(model()), panels.create(model())]);
    const [same, again] = await Promise.all([panels.create(model()), panels.create(model())]);
    assert.ok(at === first && same === first && again === first);
    const other = await panels.create(model('sql-assistant'));
    assert.notEqual(other, first);
    await within(first.session.send('Hello'), 'the answer');
    const second = await panels.create(model());
    assert.notEqual(second, first);
  });

  it('gives its next answers their deployments, though no list is loaded in this window yet', async () => {
    const { connection, service, catalogs } = world();
    const earlier = openWindow(world());
    await earlier.catalogs.loader(connection).refresh();
    closeWindow(earlier);
    const [id, other] = [await keep(), randomUUID()];
    const sent = service.requests.length;
    await chats().panels.open(id);
    await chats().panels.openNew({
      ...chatOf([], undefined, { id: other }),
      columns: [column('tone', model())],
    });
    assert.equal(service.requests.length, sent);
    assert.equal(catalogs.of(connection).state, 'idle');
    for (const one of [id, other]) {
      const session = chats().panels.session(one);
      assert.ok(session);
      await within(session.send('Hello'), 'the answer');
      const answer = [...session.conversation.answers.values()].at(-1);
      assert.equal(answer?.deployment?.baseModelName, 'llama-3-8b');
    }
  });

  it('at a turn that is not shown shows its sibling, and writes nothing', async () => {
    const { panels, storage } = chats();
    const id = await keep();
    const before = await storage.store.text(id);
    await panels.open(id, { found: { turn: 'a1', words: ['first'] } });
    assert.equal(panels.session(id)?.conversation.columns[0].last, 'a1');
    await panels.close(id);
    assert.equal(await storage.store.text(id), before);
  });

  it('that another window had keeps what is attached once that window has closed it', async () => {
    const { panels, storage } = chats();
    const id = await keep();
    const other = openStorage(world());
    const theirs = await other.ownership.open(id);
    const kept: KeptTray[] = [];
    const open = storage.drafts.open.bind(storage.drafts);
    Object.assign(storage.drafts, {
      open: (...given: Parameters<typeof open>) => {
        const one = open(...given);
        kept.push(one);
        return one;
      },
    });
    const calm = hurry();
    await panels.open(id).finally(calm);
    const panel = panels.panel(id);
    assert.equal(panel?.session.readOnly, 'elsewhere');
    const free = nextEvent(panel.session.onDidChange, 'the chat is free', ({ type }) => type === 'replaced');
    await theirs?.writer.close();
    await free;
    await panel.attachments.add([{ name: 'reply.md', text: 'Dear customer' }]);
    await Promise.all(kept.map((one) => one.settled()));
    // What is in the tray after a reload.
    const { tray, loaded } = other.drafts.open(id);
    await loaded;
    assert.deepEqual(
      tray.entries.map(({ attachment }) => attachment.name),
      ['reply.md'],
    );
    await panels.close(id);
    assert.deepEqual(await readdir(storage.drafts.folder), [`${id}.json`], 'it outlives its tab');
    other.locks.dispose();
  });

  it('brings back what its tab was closed with: what waited, what was typed and what was attached', async () => {
    const { panels, storage } = chats();
    const panel = await panels.create(model());
    const { id } = panel.session.conversation;
    await panel.attachments.add([{ name: 'reply.md', text: 'Dear customer' }]);
    holdRequests(world().service);
    const begun = nextEvent(panel.session.onDidChange, 'an answer streams', ({ type }) => type === 'begun');
    page().say({ type: 'send', text: 'Hello' });
    await begun;
    page().say({ type: 'queue', id: 'q1', text: 'And in French?' });
    page().say({ type: 'draft', text: 'And' });
    const edits = [{ turn: 'u1', text: 'Hello again', isOpen: true }];
    page().say({ type: 'edits', edits });
    await panels.close(id);
    world().service.clearFaults();
    const [listed] = await storage.store.list();
    assert.equal(listed?.draft, 'And in French?\n\nAnd');
    assert.match(
      String(chatItem({ type: 'chat', chatId: id, summary: listed }, String).description),
      /^Draft · /u,
    );
    await panels.open(id);
    const isFilled = () =>
      page().posted.some((one) => one.type === 'fill' && one.text === 'And in French?\n\nAnd' && one.edits);
    await until(page().onDidPost, 'its message is filled', isFilled);
    const tray = panels.panel(id)?.attachments.tray ?? assert.fail('It is not open.');
    await until(tray.onDidChange, 'its attachment is back', () => tray.entries.length > 0);
    assert.equal(tray.entries[0]?.attachment.name, 'reply.md');
  });

  it('has no draft that another window may be typing on', async () => {
    const { panels } = chats();
    const { id } = (await panels.create(model())).session.conversation;
    page().say({ type: 'draft', text: 'Where is my refund?' });
    await panels.close(id);
    const other = openStorage(world());
    const theirs = await other.ownership.open(id);
    await panels.open(id);
    assert.equal(panels.session(id)?.readOnly, 'elsewhere');
    await until(page().onDidPost, 'the page has all', () =>
      page().posted.some(({ type }) => type === 'snapshot'),
    );
    assert.ok(!page().posted.some(({ type }) => type === 'fill'));
    await panels.close(id);
    await theirs?.writer.close();
    other.locks.dispose();
  });

  it('without a turn is listed by what was typed, and gone once nothing is', async () => {
    const { panels, storage } = chats();
    const { id } = (await panels.create(model())).session.conversation;
    page().say({ type: 'draft', text: 'Where is my refund?' });
    await panels.close(id);
    const [summary] = await storage.store.list();
    assert.ok(summary);
    assert.equal(chatItem({ type: 'chat', chatId: id, summary }, String).label, 'Where is my refund?');
    await panels.open(id);
    page().say({ type: 'filled' });
    page().say({ type: 'draft', text: '' });
    await panels.close(id);
    assert.equal(await storage.store.text(id), undefined);
  });

  it('that is too large says so and where it stays, from the list and after a reload', async () => {
    const { panels, storage } = chats();
    const id = await keep();
    const path = `${world().folder}/chats/${id}.jsonl`;
    const { lines } = storage.store;
    const seen = person({});
    Object.assign(storage.store, {
      lines: () => {
        throw new ChatTooLargeError(path);
      },
    });
    const text = `This chat holds more than 500 MB and can't be opened. Nothing of it is lost: it stays in ${path}. Continue in a new chat.`;
    await reportingErrors(world().log, 'open', () => panels.open(id));
    assert.deepEqual([seen.messages, panels.panel(id)], [[text], undefined]);
    const tab = vscode.window.createWebviewPanel('hostedModels.testChat', 'Test', vscode.ViewColumn.One);
    const closed = nextEvent(tab.onDidDispose, 'its tab is closed');
    await panels.deserializeWebviewPanel(tab, { conversationId: id, draft: '' });
    await closed;
    assert.deepEqual(seen.messages, [text, text]);
    Object.assign(storage.store, { lines });
    await panels.open(id);
    assert.ok(panels.panel(id), 'nobody holds its lock');
  });

  it('to the side puts it into the next column, and moves it there if it is open', async () => {
    const { panels } = chats();
    await vscode.commands.executeCommand('workbench.action.files.newUntitledFile');
    /** The columns of the chats' tabs that stay when the next file is opened. */
    const columns = () =>
      vscode.window.tabGroups.all.flatMap(({ viewColumn, tabs }) =>
        tabs.filter(({ label, isPreview }) => label === 'Two answers' && !isPreview).map(() => viewColumn),
      );
    const { onDidChangeTabs } = vscode.window.tabGroups;
    const id = await keep();
    await panels.open(id, { column: vscode.ViewColumn.Beside });
    await until(onDidChangeTabs, 'a tab at the side', () => columns().join() === '2');
    // Its page takes the focus at some later time, and with it the meaning of "beside".
    await panels.close(id);
    await until(onDidChangeTabs, 'no tab', () => columns().length === 0);
    const file = await vscode.workspace.openTextDocument();
    await vscode.window.showTextDocument(file, { viewColumn: vscode.ViewColumn.Two, preserveFocus: true });
    const here = await keep();
    await panels.open(here);
    await until(onDidChangeTabs, 'a tab in the first column', () => columns().join() === '1');
    await panels.open(here, { column: vscode.ViewColumn.Beside });
    await until(onDidChangeTabs, 'its tab at the side', () => columns().join() === '2');
    await panels.closeAll();
    await closeEditors();
  });
});
