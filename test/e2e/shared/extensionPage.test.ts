import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

/** VS Code's page of an installed extension resolves no relative address: such a picture is broken, such a link is dead. */
describe('The page of the installed extension', () => {
  const app = useSharedHostedModels();
  let readme: Frame;

  before(async () => {
    const { workbench } = app;
    await workbench.runCommand('Extensions: Show Installed Extensions');
    const row = workbench.page
      .locator('.part.sidebar .extension-list-item')
      .filter({ hasText: 'Hosted Models' });
    await row.first().click();
    await workbench.editorTab('Extension: Hosted Models').waitFor();
    readme = await workbench.webview('h1');
  });

  it('shows the README', async () => {
    assert.equal(await readme.locator('h1').first().innerText(), 'Hosted Models');
  });

  it('has no broken picture and no dead link', async () => {
    const addresses = await readme
      .locator('img, a[href]')
      .evaluateAll((found) =>
        found.map((one) => one.getAttribute(one.tagName === 'IMG' ? 'src' : 'href') ?? ''),
      );
    assert.deepEqual(
      addresses.filter((address) => !/^(?:https:|mailto:|#)/u.test(address)),
      [],
    );
  });

  it('names the command that opens the documentation, whose pages lead to each other', async () => {
    const { workbench } = app;
    assert.match(await readme.locator('body').innerText(), /Open Documentation/u);
    const pages = 'Hosted Models: Open Documentation';
    await workbench.pickFromCommand(pages, 'What is stored, and how to delete it');
    const storage = await workbench.webview('h1:has-text("What is stored")');
    await storage.locator('a[href$="using.md#tools-for-agents"]').first().click();
    await workbench.webview('h1:has-text("Using Hosted Models")');
  });
});
