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

  it('stays marked while its row is selected, even over a refresh, and counts as seen with the next selection', async () => {
    const { workbench } = app;
    await workbench.clickRow(await workbench.scrollTo('support-tone-v6, gone', 'Models'));
    await workbench.treeItem('Base model: llama-3-8b', 'Models').first().waitFor();
    await workbench.viewAction('Models', 'Refresh Models');
    await workbench.clickRow(await workbench.scrollTo('support-tone-v9, new', 'Models'));
    await workbench.treeItem('support-tone-v6', 'Models').waitFor({ state: 'detached' });
    await workbench.treeItem('support-tone-v9, new', 'Models').waitFor();
    await workbench.clickRow(await workbench.scrollTo('untitled', 'Models'));
    await workbench.scrollTo('support-tone-v9, LoRA', 'Models');
  });
});
