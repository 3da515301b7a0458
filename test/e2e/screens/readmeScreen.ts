import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunningService } from '../../service/service.ts';
import { ChatPage } from '../chatPage.ts';
import { ColumnsPage } from '../columnsPage.ts';
import type { HostedModels } from '../hostedModels.ts';
import type { ScreenSession } from '../screenStates.ts';
import { openVscodeChat, typeQuestion } from '../vscodeChat.ts';
import { acmeProduction, changeLoras, clear, openPick } from './steps.ts';
import { recorded } from './tour.ts';

const lora = 'support-tone-v7';
const base = 'llama-3-8b';
const question = 'Rewrite this reply in our tone: “Your refund is late. Wait.”';

const answers: Record<string, string> = {
  [base]: `Your refund is currently delayed. Please wait until it has been processed. If you have further questions, contact our
support team.`,
  [lora]: `Dear customer,

Thank you for your patience. Your refund is on its way, and it will be with you **by Friday**. We are sorry for the wait.

Kind regards,
your Acme team`,
};

/** Leaves out names in other scripts, whose fonts may be missing where the pictures are taken, and very long ones. */
export function leaveOutNames({ catalog }: RunningService): void {
  catalog.loras = catalog.loras.filter(({ name }) => /^[\w./-]+$/u.test(name) && name.length < 40);
}

/** What stands in the editor beside VS Code's chat. */
const mail = `# Mail 4711

> I sent the boots back two weeks ago. Where is my money?

Your refund is late. Wait.
`;

function prepare(service: RunningService): void {
  leaveOutNames(service);
  const text = (model: string) => answers[model] ?? 'No sample.';
  service.fail({ on: 'POST /api/v1/chat/completions', kind: 'answer', text });
}

/** How the pictures are taken: 1100 × 620 at twice the resolution. */
export const readmeOptions = {
  connections: acmeProduction,
  service: { tokensPerSecond: 52, loraSpeed: 0.9 },
  viewport: { width: 1100, height: 620 },
  scale: 2,
  prepareService: prepare,
};
export const shown = {
  theme: 'light',
  folder: path.resolve(import.meta.dirname, '../../../docs/pictures'),
} as const;

/** It shows the keyboard's layout and the ports of this machine. */
const hideStatusBar = ({ workbench }: HostedModels) =>
  workbench.runCommand('View: Toggle Status Bar Visibility');

async function openComparison({ workbench }: HostedModels): Promise<ColumnsPage> {
  await workbench.contextMenu(await workbench.scrollTo(lora, 'Models'), 'Compare with Base');
  const page = await ColumnsPage.inSight(workbench);
  await page.head(lora).waitFor();
  return page;
}

async function vote(page: ColumnsPage): Promise<void> {
  await page.answered([base, lora]);
  await page.vote.getByRole('button', { name: lora }).click();
  await page.frame.getByText(`1 : 0 for ${lora}`).waitFor();
}

/** The pictures of README.md. */
export const readmeSession: ScreenSession = {
  options: readmeOptions,
  shown,
  screens: {
    'readme-compare': async (app) => {
      await hideStatusBar(app);
      const page = await openComparison(app);
      await page.send(question);
      await vote(page);
      await page.frame.getByRole('button', { name: "Don't Show This Again" }).click();
      await clear(app);
    },
    'readme-clean-up': async (app) => {
      const { workbench } = app;
      await openPick(app);
      const rows = workbench.quickInput.getByRole('checkbox');
      for (const at of [2, 4, 5]) await rows.nth(at).click();
      await workbench.quickInputSaying('3 Selected').waitFor();
    },
    'readme-models': async (app) => {
      const { workbench, service } = app;
      await clear(app);
      await workbench.runCommand('View: Close All Editors');
      await workbench.runCommand('Hosted Models: Filter Models…');
      await workbench.inputBox.fill('@changed');
      await workbench.inputBox.press('Enter');
      changeLoras(service);
      const changed = service.catalog.loras.find(({ name }) => name === 'support-tone-v5')?.active_deployment;
      if (changed) changed.hub_revision = 'b7d20e1';
      service.catalog.baseModels.push({ name: 'llama-3.1-8b', unit_price: 0.2 });
      await workbench.viewAction('Models', 'Refresh Models');
      await workbench.view('Models').getByText('1 of 9').waitFor();
      const row = await workbench.scrollTo(lora, 'Models');
      await workbench.expand(row);
      await workbench.rowAction(row, 'Show Details');
      const page = await workbench.webview('[data-page=details] h1');
      await page.getByText(/Retrieved at/u).waitFor();
      await clear(app);
    },
  },
};

/** The picture of VS Code's own chat, in a dark theme. */
export const readmeChatSession: ScreenSession = {
  options: {
    ...readmeOptions,
    userSettings: {
      'hostedModels.vscodeChat.contextSizes': { [base]: { context: 131_072, output: 8192 } },
      'chat.byokUtilityModelDefault': 'mainAgent',
    },
  },
  shown: { ...shown, theme: 'dark' },
  screens: {
    'readme-vscode-chat': async (app) => {
      const { workbench } = app;
      const { page } = workbench;
      await hideStatusBar(app);
      await workbench.contextMenu(await workbench.scrollTo(lora, 'Models'), "Add to VS Code's Chat");
      await workbench.runCommand('Chat: Manage Language Models');
      await openVscodeChat(workbench);
      await workbench.runCommand('View: Close All Editors');
      await writeFile(path.join(workbench.folder, 'reply.md'), mail);
      await page.keyboard.press('Control+P');
      await workbench.inputBox.fill('reply.md');
      await workbench.pick('reply.md');
      // Wide enough for the model's name.
      await page.mouse.move(827, 330);
      await page.mouse.down();
      await page.mouse.move(700, 330, { steps: 5 });
      await page.mouse.up();
      await typeQuestion(page, question);
      await page.locator('.interactive-response').getByText('Kind regards').waitFor();
      await clear(app);
    },
  },
};

/** The moving picture of README.md: Models view, chat, comparison, vote. */
export const tourSession: ScreenSession = {
  options: { ...readmeOptions, scale: 1 },
  shown,
  screens: {
    'readme-tour': async (app) => {
      const { workbench } = app;
      await hideStatusBar(app);
      const row = await workbench.scrollTo(lora, 'Models');
      await row.hover();
      await recorded(workbench.page, path.join(shown.folder, 'tour.gif'), async (leaveOut) => {
        await workbench.rowAction(row, 'Chat');
        const chat = await leaveOut(ChatPage.inSight(workbench));
        await chat.send(question);
        await chat.ended();
        const page = await leaveOut(openComparison(app));
        await page.send(question);
        await vote(page);
        await workbench.page.mouse.move(700, 300);
      });
    },
  },
};
