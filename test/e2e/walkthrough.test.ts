import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type RunningService, startService } from '../service/service.ts';
import { picturesTaken } from '../workbench/failurePictures.ts';
import { startWorkbench, type Workbench } from '../workbench/workbench.ts';
import { canaryKey } from './canary.ts';
import { ChatPage } from './chatPage.ts';
import { ColumnsPage } from './columnsPage.ts';
import { vsix } from './hostedModels.ts';

const connect = 'Connect your service';
const chat = 'Chat with a model';
const promptSet = 'Find out which model is better';
const compare = 'Compare a LoRA with its base';
const vscodeChat = "Use it in VS Code's chat";

/** The extension is installed in the running window, as people do it: only then does VS Code open walkthroughs by itself. */
describe('The walkthrough', () => {
  let service: RunningService;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ keys: [canaryKey], tokensPerSecond: Number.POSITIVE_INFINITY });
    workbench = await startWorkbench({
      userSettings: {
        'files.simpleDialog.enable': true,
        // Only once its Welcome page was shown does VS Code open walkthroughs by itself.
        'workbench.startupEditor': 'welcomePage',
        'workbench.welcomePage.walkthroughs.openOnInstall': true,
      },
    });
  });

  afterEach(picturesTaken);

  after(async () => {
    await workbench?.close();
    await service?.close();
  });

  const welcomePage = () => workbench.page.locator('.gettingStartedSlideCategories');
  const step = (title: string): Locator =>
    workbench.page.locator('.getting-started-step').filter({ hasText: title });
  const isDone = (title: string, checked: boolean): Locator => step(title).getByRole('checkbox', { checked });

  it('opens when the extension is installed, with its five steps', async () => {
    await welcomePage().waitFor();
    // Over an editor that has the focus, VS Code opens it behind.
    await workbench.runCommand('Explorer: Focus on Folders View');
    await workbench.runCommand('Extensions: Install from VSIX...');
    // Until the dialog lists a folder, it forgets what is typed.
    await workbench.pickItem('..').waitFor();
    await workbench.inputBox.fill(vsix);
    await workbench.pickItem(path.basename(vsix)).waitFor();
    await workbench.inputBox.press('Enter');
    await workbench.notification('Completed installing').waitFor();
    for (const title of [connect, chat, promptSet, vscodeChat, compare]) await step(title).waitFor();
    assert.equal(await workbench.page.locator('.getting-started-step').count(), 5);
  });

  it('opens by the link of the empty view', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openContainer('Hosted Models');
    await workbench.view('Models').getByText('Get Started').click();
    await step(connect).waitFor();
  });

  it('leaves the focus to the box of a command from the palette', async () => {
    await step(connect).click();
    await workbench.runCommand('Hosted Models: Add Connection…');
    await workbench.quickInputSaying('Base URL').waitFor();
    await workbench.page.keyboard.type('https://models.acme.example');
    assert.equal(await workbench.inputBox.inputValue(), 'https://models.acme.example');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.waitFor({ state: 'hidden' });
  });

  it('ticks the first step once a list of models has come', async () => {
    await isDone(connect, false).waitFor();
    await step(connect).getByRole('button', { name: 'Add Connection…' }).click();
    await workbench.answer('Base URL', service.url);
    await workbench.quickInputSaying('API key').waitFor();
    await isDone(connect, false).waitFor();
    await workbench.answer('API key', canaryKey);
    await isDone(connect, true).waitFor();
    // The command ends with the focus in the Models view; if that came later, it would close the quick pick of the next step.
    const list = workbench.view('Models').locator('[role=tree]:focus');
    await list.getByRole('treeitem', { name: /^LoRAs, 30/u }).waitFor();
  });

  it('ticks the second step once a model has answered', async () => {
    await step(chat).click();
    await step(chat).getByRole('button', { name: 'New Chat…' }).click();
    await workbench.quickInputSaying('New Chat').waitFor();
    await workbench.inputBox.fill('support-tone-v7');
    await workbench.pick('support-tone-v7');
    await ChatPage.inSight(workbench);
    await workbench.editorTab(/^Welcome/u).click();
    await isDone(chat, false).waitFor();
    await workbench.editorTab(/^Chat: /u).click();
    const page = await ChatPage.inSight(workbench);
    await page.send('Where is my refund?');
    await page.ended();
    await workbench.editorTab(/^Welcome/u).click();
    await isDone(chat, true).waitFor();
    await isDone(compare, false).waitFor();
  });

  it('ticks the last step once all compared models have answered', async () => {
    await step(compare).click();
    await step(compare).getByRole('button', { name: 'Compare with Base…' }).click();
    await workbench.quickInputSaying('Compare with Base').waitFor();
    await workbench.inputBox.fill('support-tone-v7');
    await workbench.pick('support-tone-v7');
    const page = await ColumnsPage.inSight(workbench);
    await page.send('Where is my refund?');
    await page.answered(['support-tone-v7', 'llama-3-8b']);
    await workbench.editorTab(/^Welcome/u).click();
    await isDone(compare, true).waitFor();
    await isDone(vscodeChat, false).waitFor();
  });

  it('is not open in the next window, but found in the palette, with what was done', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.reload();
    await workbench.openContainer('Hosted Models');
    await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
    assert.equal(await step(connect).count(), 0);
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.pick('Get Started with Hosted Models');
    await isDone(connect, true).waitFor();
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Hosted Models: Get Started');
    await isDone(compare, true).waitFor();
  });
});
