import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ChatPage } from '../chatPage.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const chatEndpoint = 'POST /api/v1/chat/completions';

interface ChatBody {
  model: string;
  messages: { role: string; content: string }[];
  top_p?: number;
  stream?: boolean;
}

describe('A chat in the workbench', () => {
  const app = useSharedHostedModels();

  afterEach(async () => {
    app.service.clearFaults();
    app.service.tokensPerSecond = Number.POSITIVE_INFINITY;
    await app.workbench.page.keyboard.press('Escape');
  });

  const newChat = (model: string) => ChatPage.open(app.workbench, model);

  async function sentBody(act: () => Promise<void>): Promise<ChatBody> {
    const asked = app.service.nextRequest(({ path }) => path === '/api/v1/chat/completions');
    await act();
    return JSON.parse((await asked).body) as ChatBody;
  }

  it('shows a refused key in place of the answer, and keeps the question', async () => {
    const chat = await newChat('old-experiment');
    await chat.frame.getByText('No deployment is listed. It may not answer.').waitFor();
    app.service.fail({
      on: chatEndpoint,
      kind: 'status',
      status: 401,
      body: { error: 'No such key.' },
      times: 1,
    });
    await chat.send('Are you there?');
    await chat.alert.getByText(/refused the API key \(401\)\./u).waitFor();
    await chat.alert.getByText('No such key.').waitFor();
    await chat.button('Set API Key…').waitFor();
    await chat.turns.first().getByText('Are you there?').waitFor();
    const body = await sentBody(() => chat.button('Retry').click());
    assert.deepEqual(body.messages, [{ role: 'user', content: 'Are you there?' }]);
    await chat.ended();
    assert.equal(await chat.turns.count(), 2);
  });

  it('chats with a service that refuses what it does not know, and marks the setting until it is sent again', async () => {
    const chat = await newChat('support-tone-v7');
    await chat.button('Settings').click();
    const topP = chat.frame.getByRole('textbox', { name: 'Top P' });
    await topP.fill('0.5');
    app.service.fail({ on: chatEndpoint, kind: 'validate', as: 'fastapi' });
    await chat.send('Hello.');
    await chat.ended();
    await chat.lastAnswer
      .getByText(/doesn't accept top_p, so the message was resent without it\./u)
      .waitFor();
    await chat.frame.getByText(/Not sent: .* doesn't accept top_p for support-tone-v7\./u).waitFor();
    app.service.clearFaults();
    await chat.button('Send Again').click();
    await chat.button('Send Again').waitFor({ state: 'detached' });
    const body = await sentBody(() => chat.send('And now?'));
    assert.deepEqual([body.top_p, body.stream], [0.5, true]);
    await chat.ended();
  });

  it('regenerates as a sibling and goes back', async () => {
    const chat = await newChat('sql-assistant');
    app.service.fail({ on: chatEndpoint, kind: 'answer', text: 'The first.', times: 1 });
    await chat.send('Again?');
    await chat.ended();
    app.service.fail({ on: chatEndpoint, kind: 'answer', text: 'The second.', times: 1 });
    await chat.lastAnswer.getByRole('button', { name: 'Regenerate', exact: true }).click();
    await chat.lastAnswer.getByText('The second.').waitFor();
    await chat.lastAnswer.getByText('2 of 2').waitFor();
    await chat.lastAnswer.getByRole('button', { name: 'Previous Answer' }).click();
    await chat.lastAnswer.getByText('The first.').waitFor();
    await chat.lastAnswer.getByText('1 of 2').waitFor();
  });

  it('goes on with another model, chosen in the panel', async () => {
    const { workbench } = app;
    const chat = await newChat('sql-assistant');
    await chat.frame.getByLabel('Model', { exact: true }).click();
    await workbench.inputBox.fill('llama-3-8b');
    await workbench.pick('llama-3-8b');
    const body = await sentBody(() => chat.send('And you?'));
    assert.equal(body.model, 'llama-3-8b');
    await chat.frame.getByRole('article', { name: 'llama-3-8b' }).waitFor();
  });

  it('streams in two panels at once', async () => {
    const { workbench, service } = app;
    service.tokensPerSecond = 120;
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
    service.tokensPerSecond = Number.POSITIVE_INFINITY;
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
    app.service.fail({ on: chatEndpoint, kind: 'answer', text: 'A **bold** word.', times: 1 });
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
});
