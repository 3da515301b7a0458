import assert from 'node:assert/strict';
import type { RecordedRequest } from '../../service/service.ts';
import { bothListed } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';
import { chatInput, openVscodeChat, typeQuestion } from '../vscodeChat.ts';

const chats = 'POST /api/v1/chat/completions';

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
    await workbench.runCommand('Chat: Manage Language Models');
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
      on: chats,
      times: 1,
      kind: 'toolCalls',
      calls: [{ id: 'call_1', name: 'list_dir', arguments: JSON.stringify({ path: workbench.folder }) }],
    });
    service.fail({
      on: chats,
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

  it('says in words what went wrong', async () => {
    const { service, workbench } = app;
    service.fail({
      on: chats,
      kind: 'status',
      status: 404,
      body: { error: { message: 'No such adapter.' } },
    });
    await ask('Are you there?');
    const answer = workbench.page.locator('.interactive-response').last();
    await answer.getByText("doesn't know the model support-tone-v7 (404)").waitFor();
    assert.doesNotMatch(await answer.innerText(), /Error:|extensionHostProcess/u);
  });

  it('has a row that offers the size that a refusal named', async () => {
    const { service, workbench } = app;
    service.clearFaults();
    const message =
      "This model's maximum context length is 8192 tokens. However, you requested 30000 tokens.";
    service.fail({ on: chats, kind: 'status', status: 400, body: { error: { message } } });
    await ask('Is this too long?');
    await workbench.expand(await workbench.scrollTo('support-tone-v7', 'Models'));
    const label = "In VS Code's chat: the service allows 8,192 · context assumed: 32,768";
    await workbench.rowAction(await workbench.scrollTo(label, 'Models'), "Set Context Size to the Service's");
    await workbench.treeItem("In VS Code's chat: context: 8,192", 'Models').waitFor();
    service.clearFaults();
  });

  it('has buttons in a diagnosis that open what hides it elsewhere', async () => {
    const { workbench } = app;
    const setting = 'chat.agentHost.byokModels.enabled';
    await workbench.runCommand('Hosted Models: Diagnose Connection');
    await workbench.quickInputSaying('Select a model for a short test chat').waitFor();
    await workbench.pick('Without a chat');
    await workbench.page.locator('.codelens-decoration').getByText(`Open ${setting}`).click();
    const settings = workbench.page.locator('.settings-editor');
    await settings.getByText('Byok Models').first().waitFor();
    // Over a modal editor no palette opens.
    await workbench.page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await workbench.runCommand('View: Close All Editors');
  });
});
