import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ScreenSession } from '../screenStates.ts';
import { leaveOutNames, readmeOptions, shown } from './readmeScreen.ts';
import { openPlan, runPage } from './runScreens.ts';

const mails = {
  billing: [
    'I was charged twice for order',
    'The invoice has the wrong name, order',
    'My voucher was not taken off order',
  ],
  delivery: [
    'Two weeks, and still no parcel. Order',
    'The courier left it in the rain. Order',
    'Where is order',
  ],
  returns: ['The boots are too small. Order', 'How do I send back order', 'The lamp arrived broken, order'],
  sales: [
    'Can I add a second lamp to order',
    'Is there a discount from ten pieces on? Order',
    'Do you ship to Norway? Order',
  ],
};

/** Mails to be sorted: the service is right if it answers with the last text in double quotes. */
function mailPrompts(): string {
  const rows = Object.entries(mails).flatMap(([team, texts]) =>
    Array.from({ length: 50 }, (_, at) => ({
      prompt: `${texts[at % texts.length]} ${4700 + at}.\nAnswer with the team alone, such as "${team}".`,
      expected: team,
    })),
  );
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
}

/** The picture of a run in README.md. */
export const readmeRunSession: ScreenSession = {
  options: {
    ...readmeOptions,
    service: { tokensPerSecond: 60, better: 0.18 },
    prepareService: leaveOutNames,
  },
  shown,
  screens: {
    'readme-run': async (app) => {
      const { workbench } = app;
      const folder = path.join(workbench.folder, 'sets');
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'refunds.jsonl'), mailPrompts());
      await workbench.runCommand('View: Toggle Status Bar Visibility');
      await workbench.page.mouse.move(0, 0);
      await openPlan(app);
      await workbench.pick('Run');
      const page = await runPage(app);
      await page.getByRole('button', { name: 'Rate Blind' }).waitFor();
      await page.getByText('support-tone-v7 passes').waitFor();
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await page.getByRole('button', { name: 'Worse', exact: true }).click();
      await page.getByText(/^\d+ of 200 prompts$/u).waitFor();
    },
  },
};
