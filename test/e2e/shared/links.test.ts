import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type Listening, listenHere } from '../../service/network/listening.ts';
import { ChatPage } from '../chatPage.ts';
import { follow } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

/** VS Code asks only about https, and not about trusted addresses; it opens loopback by forwarding a remote machine's port. */
describe('A link in the workbench', () => {
  const app = useSharedHostedModels();
  let chat: ChatPage;
  let here: Listening;
  const asked: string[] = [];
  const note = 'Filled in by a link.';
  const long = `?q=${'secret'.repeat(300)}`;

  before(async () => {
    here = await listenHere(
      createServer((request, response) => {
        asked.push(request.url ?? '');
        response.end('here');
      }),
    );
    const { service } = app;
    const at = `http://localhost:${here.port}`;
    const text = `[here](${at}/x?a=1&b=2)\n\n[long](${at}/${long})\n\n[mail](mailto:ada@acme.example?body=x)\n\n[there](https://acme.example/a)`;
    service.fail({ on: 'POST /api/v1/chat/completions', kind: 'answer', text });
    chat = await ChatPage.open(app.workbench, 'sql-assistant');
    await chat.send('Links, please.');
    await chat.ended();
  });

  after(() => here?.close());

  const click = (name: string) => chat.lastAnswer.getByRole('link', { name, exact: true }).click();

  /** The dialog's text; until then nothing was opened. */
  async function saidInDialog(): Promise<string> {
    const { dialog, page } = app.workbench;
    await dialog.waitFor();
    assert.equal(page.context().pages().length, 1);
    assert.deepEqual(asked, []);
    return (await dialog.innerText()).replaceAll(/\s+/gu, ' ');
  }

  async function cancel(): Promise<void> {
    const { dialog } = app.workbench;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it('in an answer leads to a question by VS Code if it goes to another machine', async () => {
    await click('there');
    assert.match(await saidInDialog(), /https:\/\/acme\.example\/a/u);
    await cancel();
  });

  it('leads to a question with its whole address if it is a mail address, or long and to this machine', async () => {
    await click('mail');
    assert.match(await saidInDialog(), /mailto:ada@acme\.example\?body=x/u);
    await cancel();
    await click('long');
    assert.ok((await saidInDialog()).includes(long));
    await cancel();
  });

  it('is opened only if the person agrees, if it goes to this machine', async () => {
    await click('here');
    assert.match(await saidInDialog(), new RegExp(`http://localhost:${here.port}/x\\?a=1&b=2`, 'u'));
    await cancel();
    assert.deepEqual(asked, []);
    await click('here');
    const { page, dialog } = app.workbench;
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('button', { name: 'Open Link' }).click();
    const popup = await opened;
    assert.match(popup.url(), new RegExp(`${here.port}/x\\?a=1&b=2$`, 'u'));
    await popup.close();
  });

  it('into the workbench fills the composer of a new chat, and sends nothing until the person does', async () => {
    const { service, workbench } = app;
    service.clearRequests();
    const prompt = 'Tom & Jerry: 100% “fun”\nx=1&y=2';
    const encoded = encodeURIComponent(encodeURIComponent(prompt));
    const query = `name=support-tone-v7&connection=${new URL(service.url).host}&kind=lora&prompt=${encoded}`;
    await follow(app, `vscode://hosted-models.hosted-models/chat?${query}`);
    const chat = await ChatPage.inSight(workbench, note);
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
});
