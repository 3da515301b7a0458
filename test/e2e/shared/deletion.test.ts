import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

describe('Deleting a LoRA in the workbench', () => {
  const app = useSharedHostedModels();

  afterEach(async () => {
    app.service.clearFaults();
    app.service.clearRequests();
    await app.workbench.page.keyboard.press('Escape');
  });

  function has(name: string): boolean {
    return app.service.catalog.loras.some((lora) => lora.name === name);
  }

  function sent(method: string): number {
    return app.service.requests.filter((request) => request.method === method).length;
  }

  /** *Delete LoRA…* on a row, until this is shown. While a tree is redrawn, VS Code gives the command no row, and it asks for one. */
  async function chooseDelete(name: string, shown: Locator): Promise<void> {
    const { workbench } = app;
    await workbench.contextMenu(await workbench.scrollTo(name, 'Models'), 'Delete LoRA…');
    const asksForOne = workbench.quickInputSaying('Search by name or base model');
    await shown.or(asksForOne).first().waitFor();
    if (await asksForOne.isVisible()) {
      await workbench.inputBox.fill(name);
      await workbench.pick(name);
    }
    await shown.waitFor();
  }

  /** Once its row is gone, the rows below have moved and can be clicked. */
  async function isDeleted(name: string): Promise<void> {
    const { workbench } = app;
    await workbench.page.getByText(`LoRA “${name}” was deleted`).first().waitFor();
    await workbench.treeItem(name, 'Models').waitFor({ state: 'detached' });
  }

  it('asks with a button for a LoRA that is not deployed, and the way out sends nothing', async () => {
    const { workbench } = app;
    const question = workbench.dialog.getByText('Delete LoRA “old-experiment”?');
    await chooseDelete('old-experiment', question);
    await workbench.dialog.getByText(/not deployed/u).waitFor();
    assert.deepEqual(await workbench.dialog.locator('.dialog-buttons').getByRole('button').allInnerTexts(), [
      'Keep LoRA',
      'Delete LoRA',
    ]);
    await workbench.dialog.getByRole('button', { name: 'Keep LoRA' }).click();
    assert.equal(sent('DELETE'), 0);
    await chooseDelete('old-experiment', question);
    await workbench.dialog.getByRole('button', { name: 'Delete LoRA' }).click();
    await isDeleted('old-experiment');
    assert.equal(has('old-experiment'), false);
    assert.equal(sent('DELETE'), 1);
    const list = workbench.view('Models').locator('[role=tree]:focus');
    await list.locator('.monaco-list-row.focused').filter({ hasText: 'reasoning-math-r1' }).waitFor();
  });
});
