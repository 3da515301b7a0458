import assert from 'node:assert/strict';
import { selectModels } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

describe('The menus of the views', () => {
  const app = useSharedHostedModels();

  before(async () => {
    await app.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
  });

  async function entries(): Promise<string[]> {
    const items = app.workbench.page.locator('.monaco-menu').getByRole('menuitem');
    await items.first().waitFor();
    const labels = await items.locator('.action-label').allTextContents();
    await app.workbench.page.keyboard.press('Escape');
    return labels.filter((text) => text !== '');
  }

  it('have what the view as a whole can do', async () => {
    const { workbench } = app;
    await workbench.viewMenu('Models');
    assert.deepEqual(await entries(), [
      'Add Connection…',
      'Connection',
      'Go to Model…',
      'Clean Up LoRAs…',
      'Sort by Newest',
      'Export Models…',
      'Show Deleted LoRAs',
      'Open Settings',
    ]);
    await workbench.viewMenu('Chats');
    assert.deepEqual(await entries(), ['Import…', 'Show Deleted Chats…']);
  });

  it('offer all LoRAs for deletion, whichever row has the focus', async () => {
    const { workbench } = app;
    await workbench.expand(await workbench.scrollTo('Base models', 'Models'));
    await workbench.clickRow(await workbench.scrollTo('llama-3-8b', 'Models'));
    await workbench.viewMenu('Models', 'Clean Up LoRAs…');
    await workbench.quickInputSaying(/Delete LoRAs/u).waitFor();
    await workbench.inputBox.fill('old-exp');
    await workbench.pickItem('old-experiment').waitFor();
    await workbench.inputBox.press('Escape');
    await workbench.quickInput.waitFor({ state: 'hidden' });
  });

  it('act on a row outside of the selection alone', async () => {
    const { workbench } = app;
    await selectModels(app, ['code-review/python', 'code-review/typescript']);
    const outside = workbench.treeItem('commit-messages', 'Models');
    await workbench.contextMenu(outside, 'Copy Name');
    assert.equal(await workbench.copied('commit'), 'commit-messages');
    await workbench.contextMenu(outside, 'Compare JSON');
    await workbench
      .notification('Select two models to compare their JSON: commit-messages and another one.')
      .waitFor();
    await workbench.contextMenu(outside, 'Clean Up LoRAs…');
    await workbench.quickInputSaying('Delete LoRA “commit-messages”?').waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('have nothing to filter and to sort while there are no models', async () => {
    const { workbench, service } = app;
    service.catalog.loras.splice(0);
    service.catalog.baseModels.splice(0);
    await workbench.viewAction('Models', 'Refresh Models');
    await workbench.treeItem('LoRAs, 0', 'Models').waitFor();
    await workbench.viewMenu('Models', 'Mark All as Seen');
    await workbench.view('Models').getByText('There are no models yet.').waitFor();
    const header = workbench.view('Models').locator('.pane-header');
    await header.hover();
    await header.getByRole('button', { name: 'Refresh Models' }).waitFor();
    assert.equal(await header.getByRole('button', { name: 'Filter Models…' }).count(), 0);
    await workbench.viewMenu('Models');
    assert.ok(!(await entries()).includes('Sort by Newest'));
  });
});
