import assert from 'node:assert/strict';
import { onChat } from '../../service/faults/hold.ts';
import type { RecordedRequest } from '../../service/service.ts';
import { bothListed } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';
import { chatInput, openVscodeChat, typeQuestion } from '../vscodeChat.ts';

interface Body {
  model: string;
  messages: { role: string; content: unknown; tool_calls?: unknown[]; reasoning_content?: string }[];
  tools?: { function: { name: string; parameters: { type?: string } } }[];
}

// VS Code's own chat as it comes with the server, with nobody signed in.
describe('VS Code’s own chat', () => {
  const app = useSharedHostedModels();

  after(async () => {
    const { workbench } = app;
    await workbench.runCommand('View: Hide Secondary Side Bar');
    await chatInput(workbench.page).waitFor({ state: 'hidden' });
  });

  const nextBody = async (): Promise<Body> => {
    const { body } = await app.service.nextRequest((request: RecordedRequest) => request.method === 'POST');
    return JSON.parse(body) as Body;
  };
  const ask = async (question: string): Promise<Body> => {
    const body = nextBody();
    await typeQuestion(app.workbench.page, question);
    return body;
  };

  it('lists a model once it was added from its row', async () => {
    const { workbench } = app;
    await bothListed(app);
    await workbench.contextMenu(
      await workbench.scrollTo('support-tone-v7', 'Models'),
      "Add to VS Code's Chat",
    );
    await workbench.page.getByText("support-tone-v7 was added to VS Code's chat.").waitFor();
    // Nobody is signed in.
    const told = workbench.page.locator('.notification-toast', { hasText: 'Without a GitHub account' });
    await told.getByRole('button', { name: 'Manage Language Models' }).click();
    const models = workbench.page
      .getByRole('dialog')
      .or(workbench.page.locator('.monaco-modal-editor-block'));
    await models.getByText('support-tone-v7').waitFor();
  });

  it('needs no account once Hosted Models was added there', async () => {
    const { page } = app.workbench;
    await openVscodeChat(app.workbench);
    const { model, messages, tools = [] } = await ask('Say hello.');
    assert.equal(model, 'support-tone-v7');
    assert.deepEqual([...new Set(messages.map(({ role }) => role))], ['system', 'user']);
    assert.ok(tools.length > 10, `${tools.length} tools`);
    for (const { function: tool } of tools) assert.equal(tool.parameters.type, 'object', tool.name);
    await page.getByText('Ask again with other words').first().waitFor();
  });

  it('calls tools, and gives their results and the reasoning before them back', async () => {
    const { service, workbench } = app;
    service.fail({
      on: onChat,
      times: 1,
      kind: 'toolCalls',
      calls: [{ id: 'call_1', name: 'list_dir', arguments: JSON.stringify({ path: workbench.folder }) }],
    });
    service.fail({
      on: onChat,
      times: 1,
      kind: 'reasoning',
      text: 'I look into the folder.',
      as: 'reasoning_content',
    });
    await ask('What is in the folder?');
    const { messages } = await nextBody();
    const [call, result] = messages.slice(-2);
    assert.equal(call?.reasoning_content, 'I look into the folder.');
    assert.equal(call?.tool_calls?.length, 1);
    assert.equal(result?.role, 'tool');
  });
});
