import assert from 'node:assert/strict';
import { ChatPage } from '../chatPage.ts';
import { follow } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

describe('A link into the workbench', () => {
  const app = useSharedHostedModels();
  const note = 'Filled in by a link.';

  it('fills the composer of a new chat, and sends nothing until the person does', async () => {
    const { service, workbench } = app;
    const prompt = 'Tom & Jerry: 100% “fun”\nx=1&y=2';
    const query = `model=support-tone-v7&prompt=${encodeURIComponent(prompt)}`;
    await follow(app, `vscode://hosted-models.hosted-models/chat?${query}`);
    const chat = await ChatPage.inSight(workbench);
    await chat.frame.getByText(note).waitFor();
    assert.equal(await chat.message.inputValue(), prompt);
    assert.ok(!service.requests.some(({ method }) => method === 'POST'));
    await chat.message.press('Enter');
    await chat.ended();
    assert.equal(await chat.frame.getByText(note).count(), 0);
    const sent = service.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      sent.map(({ model, messages }) => [model, messages]),
      [['support-tone-v7', [{ role: 'user', content: prompt }]]],
    );
  });

  it('that was copied from a row leads to the model’s details', async () => {
    const { workbench } = app;
    const row = await workbench.scrollTo('support-tone-v7', 'Models');
    await workbench.contextMenu(row, 'Copy Link to Model');
    const link = await workbench.copied('code-oss');
    await follow(app, link);
    const page = await workbench.webview('[data-page=details] h1');
    await page.getByRole('heading', { name: 'support-tone-v7', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Copy Link to Model' }).click();
    assert.equal(await workbench.copied('code-oss'), link);
  });

  it('to a host that no connection has is only answered with a message', async () => {
    const { service, workbench } = app;
    await workbench.runCommand('View: Close All Editors');
    await workbench.editorTab(/./u).first().waitFor({ state: 'detached' });
    const before = service.requests.length;
    await follow(app, 'vscode://hosted-models.hosted-models/chat?model=a&connection=evil.example&key=secret');
    await workbench.notification("Links can't add a connection.").waitFor();
    assert.match(await workbench.notification('evil.example').innerText(), /no connection has this host/u);
    assert.equal(service.requests.length, before);
    assert.equal(await workbench.editorTab(/./u).count(), 0);
  });
});
