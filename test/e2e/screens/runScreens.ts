import path from 'node:path';
import type { Frame } from 'playwright-core';
import { onChat } from '../../service/faults/hold.ts';
import type { HostedModels } from '../hostedModels.ts';
import type { ScreenSession } from '../screenStates.ts';
import { writeOldRuns } from './oldRuns.ts';
import { fileRow, writeSets } from './runStartScreens.ts';
import { acmeProduction, clear, storageFolder } from './steps.ts';

const lora = 'support-tone-v7';

/** Chooses a set, which is the sample if nothing is said, a LoRA and its base unless they were run last, up to the last step before a run. */
export async function openPlan(
  app: HostedModels,
  name = lora,
  { file, requests } = { file: 'refunds.jsonl', requests: 402 },
): Promise<void> {
  const { workbench } = app;
  await workbench.contextMenu(await fileRow(app, file), 'Run Prompt Set…');
  const none = workbench.quickInputSaying('select one to four');
  const both = workbench.page.getByText('2 Selected');
  await none.or(both).first().waitFor();
  if (await none.isVisible()) {
    await workbench.inputBox.fill(name);
    await workbench.pickItem(name).getByRole('checkbox').check();
    await both.waitFor();
  }
  await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
  await workbench.quickInputSaying(new RegExp(`^${requests} requests to`, 'u')).waitFor();
}

/** The page of a run that is in sight. */
export const runPage = ({ workbench }: HostedModels): Promise<Frame> =>
  workbench.webview('[data-page=run] h1');

/** Rates fifty answers blind, which is what it takes to correct a judge. */
async function rateMany({ workbench }: HostedModels, page: Frame): Promise<void> {
  for (let rated = 0; rated < 50; rated++) {
    await page.getByText(new RegExp(`^${rated} of \\d+ rated$`, 'u')).waitFor();
    const expected = await page.locator('.asked dt', { hasText: 'Expected' }).locator('+ dd').innerText();
    const left = await page.getByRole('article', { name: 'Left' }).locator('.plain').innerText();
    await workbench.page.keyboard.press(left === expected ? '1' : '2');
  }
  await page.getByRole('button', { name: 'Finish…' }).click();
  await page.getByRole('button', { name: 'Finish and Show Names' }).click();
  await page.getByText(/^Rated blind: /u).waitFor();
}

/** A run's page in the workbench, and its row in the Runs view. */
export const runSession: ScreenSession = {
  options: { connections: acmeProduction, service: { tokensPerSecond: 20 } },
  screens: {
    'run-going-on': async (app) => {
      await writeSets(app);
      await openPlan(app);
      await app.workbench.pick('Run');
      const page = await runPage(app);
      await page.getByRole('progressbar').waitFor();
    },
    'run-ended': async (app) => {
      app.service.tokensPerSecond = Number.POSITIVE_INFINITY;
      const page = await runPage(app);
      await page.getByText(`${lora} passes`).waitFor();
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
    },
    'run-opened': async (app) => {
      const page = await runPage(app);
      await page.getByRole('button', { name: 'Worse', exact: true }).click();
      await page.getByRole('row').nth(4).click();
      await page.getByRole('button', { name: 'Open as Chat' }).waitFor();
    },
    'run-view': async (app) => {
      const { workbench } = app;
      await writeOldRuns(path.join(storageFolder(app), 'runs'), 'production');
      await workbench.openContainer('Hosted Models');
      // Room for its rows.
      for (const other of ['Models', 'Chats'])
        await workbench.view(other).getByRole('heading', { name: other, exact: true }).click();
      await workbench.view('Runs').getByText('invoices.jsonl').waitFor();
    },
    'run-view-menu': async ({ workbench }) => {
      await workbench
        .view('Runs')
        .getByText(/ · cont.*uses · /u)
        .click({ button: 'right' });
      await workbench.menuItem('Run Missing').waitFor();
    },
    'run-view-delete': async ({ workbench }) => {
      await workbench.pickMenuItem('Delete…');
      await workbench.page.getByRole('dialog').getByText('Delete the run of').waitFor();
    },
    'run-rating': async (app) => {
      await app.workbench.page.getByRole('dialog').getByRole('button', { name: 'Keep Run' }).click();
      const page = await runPage(app);
      await page.getByRole('button', { name: 'Rate Blind' }).click();
      await page.getByText(/0 of \d+ rated/u).waitFor();
    },
    'run-judge-corrected': async (app) => {
      const { workbench, service } = app;
      const page = await runPage(app);
      await rateMany(app, page);
      service.fail({ on: onChat, kind: 'answer', text: 'A' });
      await page.getByRole('button', { name: 'Judge With Model…' }).click();
      await workbench.inputBox.fill('sql-assistant');
      await workbench.pick('sql-assistant');
      await workbench.pick('Judge');
      await page.getByText(/^Judged by sql-assistant, corrected by 50 of your ratings/u).waitFor();
      service.clearFaults();
    },
    'run-clear': async (app) => {
      await app.workbench.runCommand('View: Close Editor');
      await openPlan(app);
      const clearRow = app.workbench.pickItem('Stop as soon as it is clear');
      await clearRow.click();
      await clearRow.filter({ hasText: 'yes' }).waitFor();
      await app.workbench.pick('Run');
      await (await runPage(app)).getByText(/^Clear already when it was stopped/u).waitFor();
    },
    'run-how': async (app) => {
      const page = await runPage(app);
      await page.getByRole('button', { name: 'How This Is Computed' }).click();
      await app.workbench.webview('.markdown-body h1');
      await clear(app);
    },
  },
};
