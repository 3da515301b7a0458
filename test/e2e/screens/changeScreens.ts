import type { RunningService } from '../../service/service.ts';
import type { ScreenSession } from '../screenStates.ts';
import { acmeProduction, changeLoras, clear } from './steps.ts';

/** What others change on the service meanwhile. */
function changeLists(service: RunningService): void {
  const { loras } = service.catalog;
  loras.splice(
    loras.findIndex(({ name }) => name === 'old-experiment'),
    1,
  );
  changeLoras(service);
}

/** Refreshes the Models view after a change of the service, and waits until it is shown. */
export const changeSession: ScreenSession = {
  options: { connections: acmeProduction },
  screens: {
    'changes-marked': async (app) => {
      const { workbench, service } = app;
      await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
      changeLists(service);
      await workbench.viewAction('Models', 'Refresh Models');
      await workbench.treeItem('LoRAs, 29', 'Models').waitFor();
      await workbench.scrollTo('support-tone-v9, new', 'Models');
      await clear(app);
    },
    'changes-gone-menu': async ({ workbench }) => {
      await workbench.clickRow(await workbench.scrollTo('support-tone-v6, gone', 'Models'), {
        button: 'right',
      });
      await workbench.menuItem('Mark as Seen').waitFor();
    },
    'changes-gone-facts': async (app) => {
      await clear(app);
      const { workbench } = app;
      // A click selects and expands.
      await workbench.clickRow(await workbench.scrollTo('support-tone-v6, gone', 'Models'));
      await workbench.treeItem('Base model: llama-3-8b', 'Models').first().waitFor();
    },
    'changes-changed-hover': async ({ workbench }) => {
      const row = await workbench.scrollTo('support-tone-v7, changed', 'Models');
      await row.locator('.monaco-icon-label').first().hover();
      await workbench.page.locator('.workbench-hover').getByText('(was llama-3-8b)').waitFor();
    },
    'changes-changed-menu': async (app) => {
      await clear(app);
      const { workbench } = app;
      await workbench.clickRow(await workbench.scrollTo('support-tone-v7', 'Models'));
      await workbench.treeItem('Base model: mistral-7b-instruct (was llama-3-8b)', 'Models').waitFor();
      await workbench.clickRow(workbench.treeItem('support-tone-v7, LoRA', 'Models'), { button: 'right' });
      await workbench.menuItem('Compare JSON with Before').waitFor();
    },
    'changes-changed-json': async ({ workbench }) => {
      await workbench.pickMenuItem('Compare JSON with Before');
      await workbench.page.locator('.view-line').getByText('mistral').first().waitFor();
    },
    'changes-changed-details': async (app) => {
      const { workbench } = app;
      await workbench.contextMenu(workbench.treeItem('support-tone-v7, LoRA', 'Models'), 'Show Details');
      const page = await workbench.webview('[data-page=details]');
      await page.getByText('(was llama-3-8b)').waitFor();
      await clear(app);
    },
    'changes-overflow': async (app) => {
      await app.workbench.viewMenu('Models');
      await app.workbench.menuItem('Mark All as Seen').waitFor();
    },
    'changes-all-seen': async (app) => {
      await app.workbench.pickMenuItem('Mark All as Seen');
      await app.workbench.treeItem('support-tone-v6', 'Models').waitFor({ state: 'detached' });
      await app.workbench.scrollTo('support-tone-v9, LoRA', 'Models');
      await clear(app);
    },
  },
};
