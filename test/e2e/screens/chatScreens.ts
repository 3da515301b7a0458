import path from 'node:path';
import { ChatPage } from '../chatPage.ts';
import { ColumnsPage } from '../columnsPage.ts';
import type { ScreenSession } from '../screenStates.ts';
import { openVscodeChat, typeQuestion } from '../vscodeChat.ts';
import { writeOldChats } from './oldChats.ts';
import * as s from './screenSteps.ts';
import { acmeProduction, bothListed, clear, reload, storageFolder } from './steps.ts';

const chatEndpoint = 'POST /api/v1/chat/completions';
const question = 'How do I answer a customer who waits for a refund?';
const lora = 'support-tone-v7';
const base = 'llama-3-8b';

const inChats =
  (act: (row: ReturnType<ChatPage['button']>) => Promise<unknown>): s.Show =>
  ({ workbench }) =>
    act(workbench.view('Chats').getByRole('treeitem', { name: /^Hello/u }));
/** In the visible chat. */
const chat =
  (act: (page: ChatPage) => Promise<unknown>): s.Show =>
  async ({ workbench }) =>
    act(await ChatPage.inSight(workbench));
const columns =
  (act: (page: ColumnsPage) => Promise<unknown>): s.Show =>
  async ({ workbench }) =>
    act(await ColumnsPage.inSight(workbench));
/** Opens a chat, and asks the question. */
const ask =
  (model: string, text = question): s.Show =>
  async ({ workbench }) =>
    (await ChatPage.open(workbench, model)).send(text);
const folded: s.Show = ({ workbench }) => workbench.view('Models').locator('.pane-header').click();

/** Chats, from the list of earlier ones to one whose model is gone. */
const chatSession: ScreenSession = {
  options: { connections: acmeProduction, service: { tokensPerSecond: 20 } },
  screens: {
    'chats-none': [
      s.listed('LoRAs, 30'),
      ({ workbench }) => workbench.view('Chats').getByText('are kept here').waitFor(),
    ],
    'chats-days': async (app) => {
      await writeOldChats(path.join(storageFolder(app), 'chats'), 'production');
      await reload(app);
      await folded(app);
      for (const day of ['Last 7 days', 'Last 30 days', 'Older'])
        await app.workbench.expand(await app.workbench.scrollTo(day, 'Chats'));
    },
    'menu-chat': [inChats((row) => row.click({ button: 'right' })), s.entry('Export…')],
    'chats-search': [
      ...[clear, s.command('Hosted Models: Search Chats…'), s.asked('Search Chats')],
      ...[s.type('answer day'), s.asked('An answer of that day.')],
    ],
    'chats-deleted': [
      clear,
      (app) => inChats((row) => app.workbench.contextMenu(row, 'Delete'))(app),
      inChats((row) => row.waitFor({ state: 'detached' })),
      ({ workbench }) => workbench.page.getByText('Deleted “Hello”.').first().waitFor(),
    ],
    'chat-empty': [
      clear,
      folded,
      ({ workbench }) => ChatPage.open(workbench, lora),
      chat(({ frame }) => frame.getByText(`Ask ${lora} something.`).waitFor()),
    ],
    'chat-streaming': [
      chat((page) => page.send(question)),
      chat(({ lastAnswer }) => lastAnswer.getByText('Sample answer').waitFor()),
    ],
    'chat-complete': [
      s.serves((service) => {
        service.tokensPerSecond = 600;
      }),
      chat((page) => page.ended()),
    ],
    'chat-settings': chat(async (page) => {
      await page.button('Settings').click();
      await page.frame.getByRole('textbox', { name: 'Temperature' }).fill('0.2');
      await page.frame.getByRole('textbox', { name: 'Max tokens' }).fill('400');
      await page.button('Settings (2)').waitFor();
    }),
    'chat-unauthorized': [
      s.fails({
        on: chatEndpoint,
        kind: 'status',
        status: 401,
        body: { error: 'The key “ci-deploy” was revoked on 12 Nov 2026.' },
        times: 1,
      }),
      ...[ask('sql-assistant'), chat(({ alert }) => alert.waitFor())],
    ],
    'chat-cut': [
      ...[s.fails({ on: chatEndpoint, kind: 'cut', after: 40, times: 1 }), ask('sql-assistant')],
      chat((page) => page.button('Continue').waitFor()),
    ],
    'chat-side-by-side': [
      s.command('View: Move Editor into Right Group'),
      chat((page) => page.button('Send').waitFor()),
    ],
    'chat-model-deleted': [
      ...[s.command('View: Close All Editors'), ask('old-experiment', 'What did you learn?')],
      ...[chat((page) => page.ended()), s.menu('old-experiment', 'Delete LoRA…'), s.agree('Delete LoRA')],
      chat(({ frame }) => frame.getByText('old-experiment was deleted.').waitFor()),
      s.unlisted('old-experiment'),
    ],
  },
};

/** Two columns, from the menu that opens them to a blind question. */
const columnsSession: ScreenSession = {
  options: { connections: acmeProduction, service: { tokensPerSecond: 60 } },
  screens: {
    'compare-menu': [s.rightClick(lora), s.entry('Compare with Base')],
    'compare-new': [s.choose('Compare with Base'), columns((page) => page.head(lora).waitFor())],
    'compare-streaming': columns(async (page) => {
      await page.send(question);
      await page.answers(lora).getByText('You asked').waitFor();
    }),
    'compare-voted': columns(async (page) => {
      await page.answered([base, lora]);
      await page.vote.getByRole('button', { name: lora }).click();
      await page.frame.getByText(`1 : 0 for ${lora}`).waitFor();
    }),
    'compare-differences': [
      columns((page) => page.button('Open Diff').click()),
      ({ workbench }) =>
        workbench.page.locator('.monaco-diff-editor .modified-in-monaco-diff-editor').waitFor(),
    ],
    'compare-pick': [
      ...[clear, s.command('Hosted Models: Compare Models…'), s.asked('Compare Models')],
      ({ workbench }) => workbench.pickItem(lora).getByRole('checkbox').check(),
      s.asked('select two to four (1 selected)'),
    ],
    'compare-blind': [
      async ({ workbench }) => {
        await workbench.pickItem(base).getByRole('checkbox').check();
        await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
      },
      s.tab(/^Compare: .*, /u),
      columns(async (page) => {
        await page.box('Blind').check();
        await page.send(question);
        await page.vote.waitFor();
      }),
    ],
    'compare-revealed': columns(async (page) => {
      await page.vote.getByRole('button', { name: /A/u }).click();
      await page.answered([base, lora]);
    }),
  },
};

/** One's own OpenAI-compatible server beside a service that can't be reached. */
const ownServerSession: ScreenSession = {
  options: {
    service: { openAi: true, keys: [] },
    connections: (url) => [
      { id: 'desk', name: 'vLLM at my desk', url, kind: 'openai' },
      { id: 'staging', name: 'Acme staging', url: 'http://127.0.0.1:9/staging' },
    ],
  },
  screens: {
    'own-add': [
      s.command('Hosted Models: Add Connection…'),
      (app) => s.answer('Base URL', app.service.url)(app),
      s.asked('It needs no API key'),
    ],
    'own-list': [
      ...[clear, s.twistie('vLLM at my desk'), s.listed('vLLM at my desk, 35 models · read-only')],
      s.expand(lora),
      ({ workbench }) =>
        workbench.view('Models').locator('[role=treeitem][aria-label^="Context: 8,192"]').waitFor(),
    ],
    'own-tooltip': [s.hover('vLLM at my desk'), s.hovered('not deleted')],
    'own-details': [clear, s.rowAction(lora, 'Show Details'), s.detailed()],
    'own-chat': [ask(lora), chat((page) => page.ended())],
    'own-compare': [
      s.menu(lora, 'Compare with Base'),
      columns(async (page) => {
        await page.send(question);
        await page.answered([base, lora]);
      }),
    ],
  },
};

/** A model in VS Code's own chat whose context is smaller than assumed, and which settings hide in other places. */
const vscodeChatSession: ScreenSession = {
  options: {
    connections: acmeProduction,
    userSettings: {
      'hostedModels.vscodeChat.models': [{ connection: 'production', name: lora }],
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
      service.fail({ on: chatEndpoint, kind: 'status', status: 400, body: { error: { message } } });
      await typeQuestion(workbench.page, 'Is this too long?');
      await workbench.expand(await workbench.scrollTo(lora, 'Models'));
      const row = "In VS Code's chat: the service allows 8,192 · context assumed: 32,768";
      await (await workbench.scrollTo(row, 'Models')).hover();
    },
    'vscode-chat-diagnosis': [
      ...[clear, s.command('View: Hide Secondary Side Bar')],
      ...[s.command('Hosted Models: Diagnose Connection'), s.pick('Without a chat')],
      s.written('Set 8,192 for'),
    ],
  },
};

export const chatSessions = [chatSession, columnsSession, ownServerSession, vscodeChatSession];
