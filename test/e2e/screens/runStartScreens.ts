import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { samplePrompts } from '../../service/samplePrompts.ts';
import type { Driver } from '../../workbench/driver.ts';
import type { HostedModels } from '../hostedModels.ts';
import type { ScreenSession } from '../screenStates.ts';
import { acmeProduction, away, clear } from './steps.ts';

const bad = [
  { prompt: 'Where is my refund?', checks: [{ type: 'icontains', value: 'refund' }] },
  { prompt: 'Write a haiku.', checks: [{ type: 'llm-rubric', value: 'It is a haiku.' }] },
  {
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ],
  },
];

/** Writes the sets that are run into the workspace. */
export async function writeSets({ workbench }: HostedModels): Promise<void> {
  const folder = path.join(workbench.folder, 'sets');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'refunds.jsonl'), samplePrompts());
  const rows = bad.map((row) => JSON.stringify(row));
  await writeFile(path.join(folder, 'mixed.jsonl'), `${[...rows, '{"prompt": "torn'].join('\n')}\n`);
  await writeFile(path.join(folder, 'questions.prompts.csv'), 'question,answer\nWhat is 2 + 2?,4\n');
}

/** The page of the run whose tab is open. */
export function runPage(workbench: Driver): Promise<Frame> {
  return workbench.webview('[data-page=run]');
}

/** A file in the Explorer, which this opens. */
export async function fileRow({ workbench }: HostedModels, name: string): Promise<Locator> {
  const row = workbench.page.locator('.explorer-folders-view').getByRole('treeitem', { name });
  if (!(await row.isVisible())) {
    const folder = workbench.page.locator('.explorer-folders-view').getByRole('treeitem', { name: 'sets' });
    const tab = workbench.page.locator('.part.activitybar').getByRole('tab', { name: /^Explorer/u });
    // By the mouse: a key that is pressed in a page may not reach VS Code.
    if (!(await folder.isVisible())) {
      await tab.click();
      // The tooltip of what the mouse rests on would cover the first rows.
      await away(workbench);
    }
    await folder.waitFor();
    if ((await folder.getAttribute('aria-expanded')) === 'false') await folder.click();
  }
  await row.waitFor();
  return row;
}

/** Each step that starts a run of a prompt set, from its menu on. */
export const runStartSession: ScreenSession = {
  options: { connections: acmeProduction, service: { tokensPerSecond: 20 } },
  screens: {
    'runstart-menu': async (app) => {
      await writeSets(app);
      await (await fileRow(app, 'refunds.jsonl')).click({ button: 'right' });
      await app.workbench.menuItem('Run Prompt Set…').waitFor();
    },
    'runstart-problems': async (app) => {
      await clear(app);
      await app.workbench.contextMenu(await fileRow(app, 'mixed.jsonl'), 'Run Prompt Set…');
      await app.workbench.quickInputSaying('Continue, or select a row').waitFor();
    },
    'runstart-marked': async ({ workbench }) => {
      await workbench.pick('Left out: the row ends too early.');
      await workbench.editorTab(/^mixed\.jsonl/u).waitFor();
      await workbench.page.keyboard.press('Control+Shift+M');
      await workbench.page.locator('.markers-panel').getByText('Left out').first().waitFor();
    },
    'runstart-column': async (app) => {
      await app.workbench.page.keyboard.press('Control+Shift+M');
      await app.workbench.contextMenu(await fileRow(app, 'questions.prompts.csv'), 'Run Prompt Set…');
      await app.workbench.quickInputSaying('Which column has the prompts?').waitFor();
    },
    'runstart-file': async (app) => {
      await clear(app);
      await app.workbench.runCommand('Hosted Models: Run Prompt Set…');
      await app.workbench.quickInputSaying('Select a prompt set').waitFor();
    },
    'runstart-models': async (app) => {
      await clear(app);
      await app.workbench.contextMenu(await fileRow(app, 'refunds.jsonl'), 'Run Prompt Set…');
      await app.workbench.quickInputSaying('select one to four').waitFor();
      await app.workbench.inputBox.fill('llama-3-8b');
      await app.workbench.pickItem('support-tone-v7').getByRole('checkbox').check();
      await app.workbench.page.getByText('2 Selected').waitFor();
    },
    'runstart-plan': async ({ workbench }) => {
      await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
      await workbench.quickInputSaying('402 requests to Acme production').waitFor();
    },
    'runstart-repetitions': async ({ workbench }) => {
      await workbench.pick('Repetitions');
      await workbench.quickInputSaying('How often each model is asked').waitFor();
      await workbench.inputBox.fill('11');
      await workbench.quickInputSaying('Enter a whole number from 1 to 10.').waitFor();
    },
    'runstart-status': async ({ workbench }) => {
      await workbench.inputBox.fill('1');
      await workbench.inputBox.press('Enter');
      await workbench.pick('Run');
      await workbench.page
        .locator('.statusbar')
        .getByText(/Run [1-9]\d*\/400/u)
        .waitFor();
      await (await runPage(workbench)).getByRole('progressbar', { name: 'Run' }).waitFor();
    },
    'runstart-ended': async ({ workbench, service }) => {
      await workbench.runCommand('View: Close All Editors');
      service.tokensPerSecond = Number.POSITIVE_INFINITY;
      await workbench.notification('refunds.jsonl:').waitFor();
    },
  },
};
