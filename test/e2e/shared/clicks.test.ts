import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ChatPage } from '../chatPage.ts';
import { runPage } from '../screens/runScreens.ts';
import { fileRow, writeSets } from '../screens/runStartScreens.ts';
import { clear } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const lora = 'support-tone-v7';

/** Runs in a frame. */
const tellPresses = () =>
  window.addEventListener('pointerdown', () => (window as unknown as { pressed(): void }).pressed(), true);

/** Each press of the mouse is counted where it arrives, in the workbench and in our pages. */
describe('The clicks it takes', () => {
  const app = useSharedHostedModels();
  let clicks = 0;

  before(async () => {
    await writeSets(app);
    const { page } = app.workbench;
    await page.exposeBinding('pressed', () => void clicks++);
    await page.evaluate(tellPresses);
  });
  after(() => rm(path.join(app.workbench.folder, 'sets'), { recursive: true, maxRetries: 5 }));
  beforeEach(() => (clicks = 0));

  it('from the sidebar to the first answer are one', async () => {
    const { workbench } = app;
    const row = await workbench.wheelTo(lora, 'Models');
    await row.hover();
    await row.getByRole('button', { name: 'Chat' }).click();
    const chat = await ChatPage.inSight(workbench, lora);
    await chat.frame.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await workbench.page.keyboard.type('Where is my refund?');
    await workbench.page.keyboard.press('Enter');
    await chat.ended();
    assert.equal(clicks, 1);
  });

  it('from a file to a verdict are five', async () => {
    const { workbench } = app;
    await workbench.openMenu(await fileRow(app, 'refunds.jsonl'), 'Run Prompt Set…');
    // It may have been opened more than once, since VS Code closes a menu when its view is drawn anew.
    clicks = 1;
    // For 100 ms a menu ignores that a button is released (vs/base menu.ts).
    await workbench.menuItem('Run Prompt Set…').click({ delay: 200 });
    await workbench.quickInputSaying('select one to four').waitFor();
    await workbench.page.keyboard.type(lora);
    await workbench.pickItem(lora).getByRole('checkbox').click();
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.pick('Run');
    const run = await runPage(app);
    await run.getByText(`${lora} passes`).waitFor();
    await run.getByRole('progressbar').waitFor({ state: 'detached' });
    assert.equal(clicks, 5);
  });

  it('from a verdict to blind ratings are one', async () => {
    const { workbench } = app;
    const run = await runPage(app);
    await clear(app);
    await run.evaluate(tellPresses);
    await run.getByRole('button', { name: 'Rate Blind' }).click();
    await run.getByText(/^0 of \d+ rated$/u).waitFor();
    await workbench.page.keyboard.press('1');
    await run.getByText(/^1 of \d+ rated$/u).waitFor();
    assert.equal(clicks, 1);
  });
});
