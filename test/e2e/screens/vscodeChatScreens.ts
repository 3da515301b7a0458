import type { ScreenSession } from '../screenStates.ts';
import { openVscodeChat, typeQuestion } from '../vscodeChat.ts';
import { acmeProduction, bothListed, clear } from './steps.ts';

/** A model in VS Code's own chat whose context is smaller than assumed, and which settings hide in other places. */
export const vscodeChatSession: ScreenSession = {
  options: {
    connections: acmeProduction,
    userSettings: {
      'hostedModels.vscodeChat.models': [{ connection: 'production', name: 'support-tone-v7' }],
    },
  },
  screens: {
    'vscode-chat-row': async (app) => {
      const { workbench, service } = app;
      await bothListed(app);
      await workbench.runCommand('Chat: Manage Language Models');
      await openVscodeChat(workbench);
      const message =
        "This model's maximum context length is 8192 tokens. However, you requested 30000 tokens.";
      service.fail({
        on: 'POST /api/v1/chat/completions',
        kind: 'status',
        status: 400,
        body: { error: { message } },
      });
      await typeQuestion(workbench.page, 'Is this too long?');
      await workbench.expand(await workbench.scrollTo('support-tone-v7', 'Models'));
      const row = "In VS Code's chat: the service allows 8,192 · context assumed: 32,768";
      await (await workbench.scrollTo(row, 'Models')).hover();
    },
    'vscode-chat-diagnosis': async (app) => {
      const { workbench } = app;
      await clear(app);
      await workbench.runCommand('View: Hide Secondary Side Bar');
      await workbench.runCommand('Hosted Models: Diagnose Connection');
      await workbench.quickInputSaying('Select a model for a short test chat').waitFor();
      await workbench.pick('Without a chat');
      await workbench.page.locator('.codelens-decoration').getByText('Set 8,192 for').waitFor();
    },
  },
};
