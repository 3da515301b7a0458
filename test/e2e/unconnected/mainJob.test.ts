import assert from 'node:assert/strict';
import { holdAnswers } from '../../service/faults/hold.ts';
import { canaryKey, filesWithCanary } from '../canary.ts';
import { ChatPage } from '../chatPage.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const chatEndpoint = '/api/v1/chat/completions';

/** One person's work, in order: each step starts where the previous one ended. */
describe('The main job, with the packed extension in the workbench', () => {
  const app = useSharedHostedModels({ connected: false });

  before(() => {
    app.service.tokensPerSecond = 120;
  });

  it('starts without a connection and without a request', async () => {
    const { workbench, service } = app;
    await workbench.view('Models').getByText('Connect to your model hosting service').waitFor();
    assert.equal(service.requests.length, 0);
  });

  it('says what is wrong with a refused key, and connects with the right one', async () => {
    const { workbench, service } = app;
    await workbench.view('Models').getByRole('button', { name: 'Add Connection…' }).click();
    await workbench.answer('Base URL', ` "${service.url}/api/v1/lora" `);
    await workbench.answer('API key', 'wrong');
    await workbench.quickInputSaying('refused this key (401)').waitFor();
    await workbench.inputBox.fill(`Bearer ${canaryKey}\n`);
    await workbench.inputBox.press('Enter');
    await workbench.notification('Connected: 30 LoRAs, 8 base models').waitFor();
    await workbench.treeItem('LoRAs', 'Models').waitFor();
  });

  it('retrieves the entry again for the details page', async () => {
    const { workbench, service } = app;
    const retrieved = service.nextRequest(({ path }) => path === '/api/v1/lora/support-tone-v7');
    await workbench.rowAction(await workbench.scrollTo('support-tone-v7', 'Models'), 'Show Details');
    await retrieved;
    const page = await workbench.webview('[data-page=details] h1');
    await page.getByRole('heading', { name: 'support-tone-v7' }).waitFor();
    await page.getByText('0.25 (unit not specified)').waitFor();
    await page.getByText(/Retrieved at/u).waitFor();
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
  });

  it('streams a Markdown answer with its figures', async () => {
    const { workbench, service } = app;
    const chat = await ChatPage.inSight(workbench);
    await chat.frame.getByText('Ask support-tone-v7 something.').waitFor();
    const asked = service.nextRequest(({ path }) => path === chatEndpoint);
    const release = holdAnswers(service, 10);
    await chat.send('How do I get a **refund**?');
    await chat.button('Stop').waitFor();
    release();
    const { body } = await asked;
    assert.deepEqual(JSON.parse(body), {
      model: 'support-tone-v7',
      messages: [{ role: 'user', content: 'How do I get a **refund**?' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    await chat.ended();
    await chat.lastAnswer.locator('table').waitFor();
    await chat.lastAnswer.locator('pre code .hljs-keyword').first().waitFor();
    await chat.lastAnswer.getByText(/s to first token.*tokens\/s.*tokens · stop/u).waitFor();
  });

  it('stops the service, and keeps what came', async () => {
    const { workbench, service } = app;
    holdAnswers(service, 10);
    const chat = await ChatPage.inSight(workbench);
    const asked = service.nextRequest(({ path }) => path === chatEndpoint);
    await chat.send('And when?');
    const request = await asked;
    await chat.lastAnswer.getByText('Sample answer').waitFor();
    await chat.button('Stop').click();
    assert.equal((await request.closed).complete, false);
    await chat.ended();
    await chat.lastAnswer.getByText('Sample answer').waitFor();
    await chat.button('Continue').waitFor();
    const { messages } = JSON.parse(request.body) as { messages: { role: string }[] };
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
  });

  it('brings the chat back after a reload, complete', async () => {
    const { workbench } = app;
    const before = await (await ChatPage.inSight(workbench)).turns.allInnerTexts();
    await workbench.reload();
    const chat = await ChatPage.inSight(workbench);
    await chat.turns.nth(3).waitFor();
    const plain = (text: string) => text.replace(/\s+/gu, ' ');
    assert.deepEqual((await chat.turns.allInnerTexts()).map(plain), before.map(plain));
    await workbench.openContainer('Hosted Models');
    await workbench
      .view('Chats')
      .getByRole('treeitem', { name: /How do I get a refund\?/u })
      .waitFor();
  });

  it('deletes a deployed LoRA once its name is typed, and the chat says so', async () => {
    const { workbench, service } = app;
    await workbench.contextMenu(await workbench.scrollTo('support-tone-v7', 'Models'), 'Delete LoRA…');
    await workbench.quickInputSaying('Delete LoRA “support-tone-v7”?').waitFor();
    await workbench.quickInputSaying(/on llama-3-8b, deployed since .* by Ada Example/u).waitFor();
    await workbench.inputBox.fill('support-tone');
    await workbench.inputBox.press('Enter');
    await workbench.quickInputSaying('Type the full name to confirm').waitFor();
    assert.ok(service.catalog.loras.some(({ name }) => name === 'support-tone-v7'));
    await workbench.inputBox.fill('support-tone-v7');
    await workbench.inputBox.press('Enter');
    await workbench.page.getByText('LoRA “support-tone-v7” was deleted').first().waitFor();
    assert.ok(!service.catalog.loras.some(({ name }) => name === 'support-tone-v7'));
    assert.equal(service.requests.filter(({ method }) => method === 'DELETE').length, 1);
    await workbench.treeItem('support-tone-v7', 'Models').waitFor({ state: 'detached' });
    const chat = await ChatPage.inSight(workbench);
    await chat.frame.getByText('support-tone-v7 was deleted. Continue with another model.').waitFor();
  });

  it('leaves the key in no file', async () => {
    const { workbench } = app;
    assert.deepEqual(await filesWithCanary(workbench.userDataDir), []);
    assert.ok(!workbench.console.some((line) => line.includes(canaryKey)));
  });
});
