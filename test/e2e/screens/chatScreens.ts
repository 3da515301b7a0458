import path from 'node:path';
import { ChatPage } from '../chatPage.ts';
import type { ScreenSession } from '../screenStates.ts';
import { writeOldChats } from './oldChats.ts';
import { acmeProduction, clear, reload, storageFolder } from './steps.ts';

const chatEndpoint = 'POST /api/v1/chat/completions';
const question = 'How do I answer a customer who waits for a refund?';

/** Chats, from the list of earlier ones to one whose model is gone. */
export const chatSession: ScreenSession = {
  options: { connections: acmeProduction, service: { tokensPerSecond: 20 } },
  screens: {
    'chats-none': ({ workbench }) => workbench.view('Chats').getByText('are kept here').waitFor(),
    'chats-days': async (app) => {
      const { workbench } = app;
      await writeOldChats(path.join(storageFolder(app), 'chats'), 'production');
      await reload(app);
      await workbench.view('Models').locator('.pane-header').click();
      for (const day of ['Last 7 days', 'Last 30 days', 'Older']) {
        await workbench.expand(await workbench.scrollTo(day, 'Chats'));
      }
    },
    'menu-chat': async ({ workbench }) => {
      await workbench
        .view('Chats')
        .getByRole('treeitem', { name: /^Hello/u })
        .click({ button: 'right' });
      await workbench.menuItem('Export…').waitFor();
    },
    'chats-search': async (app) => {
      const { workbench } = app;
      await clear(app);
      await workbench.runCommand('Hosted Models: Search Chats…');
      await workbench.quickInputSaying('Search Chats').waitFor();
      await workbench.inputBox.fill('answer day');
      await workbench.page.getByText('An answer of that day.').first().waitFor();
    },
    'chats-deleted': async (app) => {
      const { workbench } = app;
      await clear(app);
      const row = workbench.view('Chats').getByRole('treeitem', { name: /^Hello/u });
      await workbench.contextMenu(row, 'Delete');
      await row.waitFor({ state: 'detached' });
      await workbench.page.getByText('Deleted “Hello”.').first().waitFor();
    },
    'chat-empty': async (app) => {
      await clear(app);
      await app.workbench.view('Models').locator('.pane-header').click();
      const chat = await ChatPage.open(app.workbench, 'support-tone-v7');
      await chat.frame.getByText('Ask support-tone-v7 something.').waitFor();
    },
    'chat-streaming': async ({ workbench }) => {
      const chat = await ChatPage.inSight(workbench);
      await chat.send(question);
      await chat.button('Stop').waitFor();
      await chat.lastAnswer.getByText('Sample answer').waitFor();
    },
    'chat-complete': async ({ workbench, service }) => {
      service.tokensPerSecond = 600;
      await (await ChatPage.inSight(workbench)).ended();
    },
    'chat-settings': async ({ workbench }) => {
      const chat = await ChatPage.inSight(workbench);
      await chat.button('Settings').click();
      await chat.frame.getByRole('textbox', { name: 'Temperature' }).fill('0.2');
      await chat.frame.getByRole('textbox', { name: 'Max tokens' }).fill('400');
      await chat.button('Settings (2)').waitFor();
    },
    'chat-unauthorized': async (app) => {
      const body = { error: 'The key “ci-deploy” was revoked on 12 Nov 2026.' };
      app.service.fail({ on: chatEndpoint, kind: 'status', status: 401, body, times: 1 });
      const chat = await ChatPage.open(app.workbench, 'sql-assistant');
      await chat.send(question);
      await chat.alert.waitFor();
    },
    'chat-cut': async (app) => {
      app.service.fail({ on: chatEndpoint, kind: 'cut', after: 40, times: 1 });
      const chat = await ChatPage.open(app.workbench, 'sql-assistant');
      await chat.send(question);
      await chat.button('Continue').waitFor();
    },
    'chat-side-by-side': async (app) => {
      await app.workbench.runCommand('View: Move Editor into Right Group');
      const chat = await ChatPage.inSight(app.workbench);
      await chat.button('Send').waitFor();
    },
    'chat-model-deleted': async (app) => {
      const { workbench } = app;
      await workbench.runCommand('View: Close All Editors');
      const chat = await ChatPage.open(app.workbench, 'old-experiment');
      await chat.frame.getByText('No deployment is listed').waitFor();
      await chat.send('What did you learn?');
      await chat.ended();
      await workbench.contextMenu(await workbench.scrollTo('old-experiment', 'Models'), 'Delete LoRA…');
      await workbench.dialog.getByRole('button', { name: 'Delete LoRA' }).click();
      await chat.frame.getByText('old-experiment was deleted.').waitFor();
      await workbench.treeItem('old-experiment', 'Models').waitFor({ state: 'detached' });
    },
  },
};
