import assert from 'node:assert/strict';
import { type RunningService, startService } from '../../service/service.ts';
import { ChatPage } from '../chatPage.ts';
import { ColumnsPage } from '../columnsPage.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const lora = 'support-tone-v7';
const base = 'llama-3-8b';

/** A tuner's server under the desk, which wants no key and deletes nothing. Each step starts where the previous one ended. */
describe('One’s own OpenAI-compatible server, in the workbench', () => {
  const app = useSharedHostedModels({ connected: false });
  let own: RunningService;
  before(async () => {
    own = await startService({ openAi: true, tokensPerSecond: Number.POSITIVE_INFINITY });
  });
  // The next suite finds no connection.
  after(async () => {
    const { workbench } = app;
    await workbench.runCommand('Hosted Models: Remove Connection…');
    await workbench.dialog.getByRole('button', { name: 'Remove Connection' }).click();
    await workbench.view('Models').getByText('Connect to your model hosting service').waitFor();
    await own.close();
  });

  it('is connected with a base URL alone, once the person has read what it is', async () => {
    const { workbench } = app;
    await workbench.runCommand('Hosted Models: Add Connection…');
    await workbench.answer('Base URL', `${own.url}/v1`);
    await workbench
      .quickInputSaying('LoRAs can be listed and used, not deleted. It needs no API key.')
      .waitFor();
    await workbench.inputBox.press('Enter');
    await workbench.notification('Connected: 28 LoRAs, 7 base models').waitFor();
    await workbench.treeItem('LoRAs, 28', 'Models').waitFor();
    await workbench.view('Models').getByText('read-only').waitFor();
    assert.deepEqual(
      new Set(own.requests.map(({ headers }) => headers['authorization'])),
      new Set([undefined]),
    );
  });

  it('answers a chat', async () => {
    const { workbench } = app;
    const chat = await ChatPage.open(workbench, lora);
    await chat.send('How do I get a refund?');
    await chat.ended();
    const { path, headers } = own.requests.at(-1) ?? {};
    assert.deepEqual([path, headers?.['authorization']], ['/v1/chat/completions', undefined]);
  });

  it('compares an adapter with its base', async () => {
    const { workbench } = app;
    await workbench.contextMenu(await workbench.scrollTo(lora, 'Models'), 'Compare with Base');
    const page = await ColumnsPage.inSight(workbench);
    await page.send('How do I get a refund?');
    await page.answered([base, lora]);
  });
});
