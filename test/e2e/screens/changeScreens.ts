import type { RunningService } from '../../service/service.ts';
import type { ScreenSession } from '../screenStates.ts';
import { acmeProduction, clear } from './steps.ts';

/** What others change on the service meanwhile. */
function changeLists({ catalog }: RunningService): void {
  const named = (name: string) => catalog.loras.findIndex((one) => one.name === name);
  catalog.loras.splice(named('support-tone-v6'), 1);
  catalog.loras.splice(named('old-experiment'), 1);
  catalog.loras.push({ name: 'support-tone-v9', unit_price: 0.25 });
  const deployment = catalog.loras[named('support-tone-v7')]?.active_deployment;
  if (deployment) deployment.base_model_name = 'mistral-7b-instruct';
}

/** Refreshes the Models view after a change of the service, and waits until it is shown. */
export const changeSession: ScreenSession = {
  options: { connections: acmeProduction },
  screens: [
    {
      name: 'changes-marked',
      show: async (app) => {
        const { workbench, service } = app;
        await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
        changeLists(service);
        await workbench.viewAction('Models', 'Refresh Models');
        await workbench.treeItem('LoRAs, 29', 'Models').waitFor();
        await workbench.scrollTo('support-tone-v9, new', 'Models');
        await clear(app);
      },
    },
    {
      name: 'changes-gone-menu',
      show: async ({ workbench }) => {
        await workbench.clickRow(await workbench.scrollTo('support-tone-v6, gone', 'Models'), {
          button: 'right',
        });
        await workbench.menuItem('Mark as Seen').waitFor();
      },
    },
    {
      name: 'changes-gone-facts',
      show: async (app) => {
        await clear(app);
        const { workbench } = app;
        // A click selects and expands.
        await workbench.clickRow(await workbench.scrollTo('support-tone-v6, gone', 'Models'));
        await workbench.treeItem('Base model: llama-3-8b', 'Models').first().waitFor();
      },
    },
    {
      name: 'changes-overflow',
      show: async (app) => {
        await app.workbench.viewMenu('Models');
        await app.workbench.menuItem('Mark All as Seen').waitFor();
      },
    },
    {
      name: 'changes-all-seen',
      show: async (app) => {
        await app.workbench.pickMenuItem('Mark All as Seen');
        await app.workbench.treeItem('support-tone-v6', 'Models').waitFor({ state: 'detached' });
        await app.workbench.scrollTo('support-tone-v9, LoRA', 'Models');
        await clear(app);
      },
    },
  ],
};
