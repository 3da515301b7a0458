import { ChatPage } from '../../e2e/chatPage.ts';
import type { HostedModels } from '../../e2e/hostedModels.ts';
import { escapeRegExp } from '../../workbench/rows.ts';
import type { Workbench } from '../../workbench/workbench.ts';
import { sampleAnswer } from '../page/sampleAnswer.ts';

/** The same layout of two VS Codes, with and without the extension. Each follows from the one before. */
export interface Layout {
  name: string;
  isStreaming: boolean;
  withExtension: (app: HostedModels) => Promise<void>;
  without: (workbench: Workbench) => Promise<void>;
}

/** Those of `writeOldChats` that the Chats view shows without scrolling. */
const chats = [
  'Our house style for refunds',
  'Kündigungsfrist bei Rahmenverträgen',
  'Summarize the retro of team Retention, and what was decided',
  'Window functions without a self-join',
  'Refund tone, angry mails',
];

export const layouts: readonly Layout[] = [
  {
    name: 'nothing open',
    isStreaming: false,
    // They have loaded what they show, and are hidden then.
    withExtension: async ({ workbench }) => {
      await viewsLoaded(workbench);
      await closeSidebar(workbench);
    },
    without: closeSidebar,
  },
  {
    name: 'the views in sight',
    isStreaming: false,
    withExtension: async ({ workbench }) => {
      await workbench.openContainer('Hosted Models');
      await viewsLoaded(workbench);
    },
    without: async (workbench) => {
      await workbench.runCommand('View: Show Explorer');
      await workbench.page
        .locator('.part.sidebar')
        .getByRole('heading', { name: /Explorer/u })
        .first()
        .waitFor();
    },
  },
  {
    name: 'five chats, still',
    isStreaming: false,
    withExtension: async ({ workbench }) => {
      for (const chat of chats) await openChat(workbench, chat);
    },
    without: async (workbench) => {
      for (const _chat of chats) await openEditor(workbench);
    },
  },
  {
    name: 'a chat streams in sight',
    isStreaming: true,
    withExtension: async ({ workbench, service }) => {
      // More than arrives while this and the next layout are measured.
      service.fail({ on: 'POST /api/v1/chat/completions', kind: 'answer', text: sampleAnswer(200_000) });
      const chat = await ChatPage.inSight(workbench);
      await chat.send('And a long answer to that?');
      await chat.lastAnswer.locator('p').first().waitFor();
    },
    without: async () => undefined,
  },
  {
    name: 'a chat streams behind an editor',
    isStreaming: true,
    withExtension: ({ workbench }) => openEditor(workbench),
    without: openEditor,
  },
];

async function viewsLoaded(workbench: Workbench): Promise<void> {
  for (const view of ['Models', 'Chats']) {
    await workbench.view(view).getByRole('treeitem', { level: 2 }).first().waitFor();
  }
}

async function closeSidebar(workbench: Workbench): Promise<void> {
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
}

async function openChat(workbench: Workbench, title: string): Promise<void> {
  const name = new RegExp(`^${escapeRegExp(title)}`, 'u');
  await workbench.clickRow(workbench.view('Chats').getByRole('treeitem', { name }));
  await workbench.webview(`[data-page=chat] article:has-text("${title}")`);
}

async function openEditor(workbench: Workbench): Promise<void> {
  const editors = workbench.editorTab(/^Untitled-/u);
  const before = await editors.count();
  await workbench.runCommand('File: New Untitled Text File');
  await editors.nth(before).waitFor();
  await workbench.page.locator('.monaco-editor.focused').waitFor();
}
