import { ChatPage } from '../chatPage.ts';
import { ColumnsPage } from '../columnsPage.ts';
import type { ScreenSession } from '../screenStates.ts';
import { clear } from './steps.ts';

const lora = 'support-tone-v7';
const base = 'llama-3-8b';
const question = 'How do I answer a customer who waits for a refund?';

/** One's own OpenAI-compatible server beside a service that can't be reached. */
export const ownServerSession: ScreenSession = {
  options: {
    service: { openAi: true, keys: [] },
    connections: (url) => [
      { id: 'desk', name: 'vLLM at my desk', url, kind: 'openai' },
      { id: 'staging', name: 'Acme staging', url: 'http://127.0.0.1:9/staging' },
    ],
  },
  screens: {
    'own-add': async ({ workbench, service }) => {
      await workbench.runCommand('Hosted Models: Add Connection…');
      await workbench.answer('Base URL', service.url);
      await workbench.quickInputSaying('It needs no API key').waitFor();
    },
    'own-list': async (app) => {
      const { workbench } = app;
      await clear(app);
      await workbench.treeItem('vLLM at my desk', 'Models').locator('.monaco-tl-twistie').click();
      await workbench.treeItem('vLLM at my desk, 35 models · read-only', 'Models').waitFor();
      await workbench.expand(await workbench.scrollTo(lora, 'Models'));
      await workbench.view('Models').locator('[role=treeitem][aria-label^="Context: 8,192"]').waitFor();
    },
    'own-tooltip': async ({ workbench }) => {
      await workbench.treeItem('vLLM at my desk', 'Models').hover();
      await workbench.page.locator('.hover-contents', { hasText: 'not deleted' }).waitFor();
    },
    'own-details': async (app) => {
      const { workbench } = app;
      await clear(app);
      await workbench.rowAction(await workbench.scrollTo(lora, 'Models'), 'Show Details');
      const page = await workbench.webview('[data-page=details] h1');
      await page.getByText(/Retrieved at/u).waitFor();
    },
    'own-chat': async ({ workbench }) => {
      const chat = await ChatPage.open(workbench, lora);
      await chat.send(question);
      await chat.ended();
    },
    'own-compare': async ({ workbench }) => {
      await workbench.contextMenu(await workbench.scrollTo(lora, 'Models'), 'Compare with Base');
      const page = await ColumnsPage.inSight(workbench);
      await page.send(question);
      await page.answered([base, lora]);
    },
  },
};
