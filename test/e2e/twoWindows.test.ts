import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Driver } from '../workbench/driver.ts';
import { ChatPage } from './chatPage.ts';
import { writeOldChats } from './screens/oldChats.ts';
import { storageFolder } from './screens/steps.ts';
import { useHostedModels } from './useHostedModels.ts';

describe('Two windows', () => {
  const app = useHostedModels(() => ({
    connections: (url) => [
      { id: 'staging', name: 'Acme staging', url },
      { id: 'production', name: 'Acme production', url },
      { name: 'Lab', url: 'http://models.lab.example' },
    ],
  }));
  let other: Driver;

  before(async () => {
    await writeOldChats(path.join(storageFolder(app), 'chats'), 'staging');
    other = await app.workbench.openWindow();
    await other.openContainer('Hosted Models');
  });

  it('that change the connections keep each other’s changes, even if they are never told of them', async () => {
    const { workbench } = app;
    const rename = async (window: Driver, row: string, name: string): Promise<void> => {
      await window.contextMenu(window.treeItem(row, 'Models'), 'Rename…');
      await window.answer(/^Name for/u, name);
      await window.treeItem(name, 'Models').waitFor();
    };
    await rename(workbench, 'Acme staging', 'Staging of one');
    await rename(other, 'Acme production', 'Production of two');
    await other.treeItem('Staging of one', 'Models').waitFor();
    // Both are in the settings that the next window starts with, and so is the entry that can't be used.
    const file = path.join(workbench.userDataDir, 'data', 'User', 'settings.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, { name: string }[]>;
    assert.deepEqual(
      settings['hostedModels.connections']?.map(({ name }) => name),
      ['Staging of one', 'Production of two', 'Lab'],
    );
  });

  it('have a chat open in only one of them, even if it is pinned and opened at once', async () => {
    const title = 'Refund tone, angry mails';
    const { workbench } = app;
    const rowIn = (window: Driver) =>
      window.view('Chats').getByRole('treeitem', { name: new RegExp(`^${title}`, 'u') });
    const row = rowIn(workbench);
    await workbench.contextMenu(row, 'Pin');
    await workbench.clickRow(row);
    const chat = await ChatPage.inSight(workbench);
    await chat.send('And now?');
    await chat.turns.nth(3).locator('.figures').waitFor();
    await workbench.contextMenu(row, 'Unpin');
    await rowIn(other).click();
    const read = await other.webview('[data-page=chat]');
    const taken = read.getByText('Open in another window.');
    await taken.waitFor();
    await read.getByRole('article', { name: 'You' }).filter({ hasText: 'And now?' }).waitFor();
    await workbench.editorTab(title).click({ button: 'middle' });
    await taken.waitFor({ state: 'detached' });
    const goesOn = new ChatPage(read);
    await goesOn.send('And here?');
    await goesOn.turns.nth(5).locator('.figures').waitFor();
  });

  it('that save presets keep both, in a file that only its owner can read', async () => {
    const { workbench } = app;
    await workbench
      .view('Chats')
      .getByRole('treeitem', { name: /^Window functions/u })
      .click();
    const names = ['Calm of one', 'Calm of two'];
    for (const [index, window] of [workbench, other].entries()) {
      const page = await window.webview('[data-page=chat] textarea');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Temperature').fill('0.2');
      await page.getByRole('button', { name: 'Save as Preset' }).click();
      await window.answer(/^Preset name/u, names[index] ?? '');
      await window.pick('Only when I select it');
      await page
        .locator('#setting-preset option', { hasText: names[index] ?? '' })
        .waitFor({ state: 'attached' });
    }
    for (const window of [workbench, other]) {
      const page = await window.webview('[data-page=chat] textarea');
      for (const name of names)
        await page.locator('#setting-preset option', { hasText: name }).waitFor({ state: 'attached' });
    }
    const file = path.join(storageFolder(app), 'presets.json');
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  });
});
