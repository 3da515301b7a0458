import assert from 'node:assert/strict';
import { changeLoras } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

describe('What others changed on the service', () => {
  const app = useSharedHostedModels();

  before(async () => {
    await app.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
  });

  it('is marked after a refresh', async () => {
    const { workbench, service } = app;
    changeLoras(service);
    await workbench.viewAction('Models', 'Refresh Models');
    await workbench.scrollTo('support-tone-v9, new', 'Models');
    await workbench.scrollTo('support-tone-v6, gone, LoRA, was on llama-3-8b', 'Models');
  });

  it('can only be looked at if it is gone', async () => {
    const { workbench } = app;
    await workbench.clickRow(await workbench.scrollTo('support-tone-v6, gone', 'Models'), {
      button: 'right',
    });
    await workbench.menuItem('Mark as Seen').waitFor();
    const items = await workbench.page.getByRole('menuitem').allInnerTexts();
    assert.deepEqual(
      items.filter((item) => /Chat|Delete|Details|Send/u.test(item)),
      [],
    );
    await workbench.page.keyboard.press('Escape');
  });

  it('keeps the row of what is gone while it is selected, even over a refresh, and unmarks another at once', async () => {
    const { workbench } = app;
    await workbench.clickRow(await workbench.scrollTo('support-tone-v6, gone', 'Models'));
    await workbench.treeItem('Base model: llama-3-8b', 'Models').first().waitFor();
    await workbench.viewAction('Models', 'Refresh Models');
    await workbench.clickRow(await workbench.scrollTo('support-tone-v9, new', 'Models'));
    await workbench.treeItem('support-tone-v6', 'Models').waitFor({ state: 'detached' });
    await workbench.treeItem('support-tone-v9, LoRA', 'Models').waitFor();
  });

  it('says what it was before, in its facts, as JSON and in the details, until something else is selected', async () => {
    const { workbench } = app;
    await workbench.scrollTo('support-tone-v7, changed', 'Models');
    await workbench.clickRow(workbench.treeItem('support-tone-v7', 'Models'));
    const row = workbench.treeItem('support-tone-v7, LoRA', 'Models');
    await row.waitFor();
    const fact = workbench.treeItem('Base model: mistral-7b-instruct (was llama-3-8b)', 'Models');
    await fact.waitFor();
    await workbench.contextMenu(row, 'Compare JSON with Before');
    await workbench.editorTab('support-tone-v7: Before ↔ Now').waitFor();
    await workbench.contextMenu(row, 'Show Details');
    const page = await workbench.webview('[data-page=details]');
    await page.getByText('(was llama-3-8b)').waitFor();
    await workbench.clickRow(await workbench.scrollTo('support-tone-v5', 'Models'));
    await fact.waitFor({ state: 'detached' });
    await page.getByText('(was llama-3-8b)').waitFor();
  });
});
