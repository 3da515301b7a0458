import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { holdAnswers, holdRequests, onChat } from '../../service/faults/hold.ts';
import { ChatPage } from '../chatPage.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

interface ChatBody {
  model: string;
  messages: { role: string; content: string }[];
}

describe('A chat in the workbench', () => {
  const app = useSharedHostedModels();

  afterEach(async () => {
    app.service.clearFaults();
    await app.workbench.page.keyboard.press('Escape');
  });

  const newChat = (model: string) => ChatPage.open(app.workbench, model);

  const focused = ({ frame }: ChatPage) =>
    frame.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.closest('header')?.className;
    });

  it('counts the seconds, and sends what was typed meanwhile once the answer is complete, also out of sight', async () => {
    const { workbench, service } = app;
    let chat = await newChat('sql-assistant');
    const release = holdRequests(service);
    await chat.send('Select all orders');
    await chat.lastAnswer.getByText(/^Waiting for sql-assistant… [1-9] s$/u).waitFor();
    await chat.message.fill('And of May?');
    await chat.message.press('Enter');
    const waiting = chat.frame.getByRole('group', { name: 'Waiting message' });
    await waiting.getByText('And of May?').waitFor();
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.editorTab(/Untitled-1/u).waitFor();
    await workbench.editorTab('Select all orders').click();
    chat = await ChatPage.inSight(workbench);
    await chat.frame.getByRole('group', { name: 'Waiting message' }).getByText('And of May?').waitFor();
    assert.equal(await chat.message.inputValue(), '');
    await workbench.editorTab(/Untitled-1/u).click();
    const second = service.nextRequest(({ body }) => body.includes('And of May?'));
    release();
    await (await second).closed;
    await workbench.editorTab('Select all orders').click();
    chat = await ChatPage.inSight(workbench);
    await chat.ended();
    assert.equal(await chat.turns.count(), 4);
    assert.deepEqual([await chat.message.inputValue(), await chat.frame.locator('.queued').count()], ['', 0]);
  });

  it('is walked through by Alt+↑, Alt+↓ and F6, which VS Code leaves to it', async () => {
    const chat = await ChatPage.inSight(app.workbench, 'Select all orders');
    await chat.message.focus();
    const visited: unknown[] = [];
    for (const key of ['Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowDown', 'Alt+ArrowDown', 'F6', 'F6', 'F6']) {
      await app.workbench.page.keyboard.press(key);
      visited.push(await focused(chat));
    }
    assert.deepEqual(visited, [
      'sql-assistant',
      'You',
      'sql-assistant',
      'Message',
      'top-row',
      'sql-assistant',
      'Message',
    ]);
  });

  it('streams in two panels at once', async () => {
    const { workbench, service } = app;
    const release = holdAnswers(service, 10);
    const first = await newChat('sql-assistant');
    await first.send('First?');
    await first.lastAnswer.getByText('Sample answer').waitFor();
    const second = await newChat('code-review/python');
    await second.send('Second?');
    await second.lastAnswer.getByText('Sample answer').waitFor();
    const open = service.requests.slice(-2);
    assert.deepEqual(
      open.map(({ body }) => (JSON.parse(body) as ChatBody).model),
      ['sql-assistant', 'code-review/python'],
    );
    release();
    await second.ended();
    await workbench.editorTab('First?').click();
    const back = await ChatPage.inSight(workbench, 'First?');
    await back.ended();
    assert.match(await back.lastAnswer.innerText(), /another sample comes/u);
    assert.ok((await Promise.all(open.map(({ closed }) => closed))).every(({ complete }) => complete));
  });

  it('is renamed, exported as Markdown and deleted in the Chats view', async () => {
    const { workbench } = app;
    const chat = await newChat('sql-assistant');
    app.service.fail({ on: onChat, kind: 'answer', text: 'A **bold** word.', times: 1 });
    await chat.send('Something to keep');
    await chat.ended();
    const row = workbench.view('Chats').getByRole('treeitem', { name: /^Something to keep/u });
    await workbench.contextMenu(row, 'Rename…');
    await workbench.inputBox.fill('Kept for later');
    await workbench.inputBox.press('Enter');
    await workbench.editorTab('Kept for later').waitFor();
    await chat.button('Export').click();
    await workbench.pick('Markdown');
    await workbench.quickInput.getByRole('button', { name: 'OK' }).waitFor();
    await workbench.inputBox.press('Enter');
    const exported = workbench.notification('The chat was exported to Kept for later.md.');
    await exported.getByRole('button', { name: 'Open' }).click();
    await workbench.editorTab('Kept for later.md').waitFor();
    // What takes the focus closes a menu.
    await workbench.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    const markdown = await readFile(path.join(workbench.folder, 'Kept for later.md'), 'utf8');
    assert.match(
      markdown,
      /^# Kept for later\n[\s\S]*## You\n\nSomething to keep\n\n## sql-assistant\n\nA \*\*bold\*\* word\./u,
    );
    const renamed = workbench.view('Chats').getByRole('treeitem', { name: /^Kept for later/u });
    await workbench.contextMenu(renamed, 'Delete');
    await renamed.waitFor({ state: 'detached' });
    await workbench.editorTab(/^Kept for later$/u).waitFor({ state: 'detached' });
    const said = workbench.page.getByText('Deleted “Kept for later”.');
    await said.waitFor();
    await workbench.viewAction('Chats', 'Undo Delete');
    await said.waitFor({ state: 'detached' });
    await renamed.waitFor();
    await workbench.editorTab(/^Kept for later$/u).waitFor();
    await workbench.contextMenu(renamed, 'Delete');
    await said.waitFor();
    await workbench.page.keyboard.press('ControlOrMeta+z');
    await said.waitFor({ state: 'detached' });
    await renamed.waitFor();
  });

  it('has what was not sent in its message again once its tab was closed, from its row', async () => {
    const { workbench, service } = app;
    const row = (title: string) =>
      workbench.view('Chats').getByRole('treeitem', { name: new RegExp(title, 'u') });
    const fresh = await newChat('sql-assistant');
    await fresh.message.fill('Never asked so far');
    await workbench.runCommand('View: Close Editor');
    await workbench.openContainer('Hosted Models');
    await workbench.clickRow(row('^Never asked so far'));
    const again = await ChatPage.inSight(workbench, 'sql-assistant');
    await again.frame.waitForFunction(
      () => document.querySelector('textarea')?.value === 'Never asked so far',
    );
    const release = holdRequests(service);
    await again.send('Ask it now');
    await again.button('Stop').waitFor();
    await again.message.fill('And in French?');
    await again.message.press('Enter');
    await again.frame.getByRole('group', { name: 'Waiting message' }).waitFor();
    await again.message.pressSequentially('More');
    await workbench.runCommand('View: Close Editor');
    release();
    await workbench.clickRow(row('^Ask it now'));
    const last = await ChatPage.inSight(workbench, 'Ask it now');
    await last.frame.waitForFunction(
      () => document.querySelector('textarea')?.value === 'And in French?\n\nMore',
    );
    await last.message.fill('');
  });
});
