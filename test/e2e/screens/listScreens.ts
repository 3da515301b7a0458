import { canaryKey } from '../canary.ts';
import type { ScreenSession } from '../screenStates.ts';
import { ageKeptList, forgetKeptList, resizeSidebar, withUnreadable } from './listSteps.ts';
import { acmeProduction, clear, failLists, refresh, reload } from './steps.ts';

const longestName = 'customer-churn-explanation-emea-retention-team-2025-q3-ablation-no-system-prompt';

/** The Models view with one connection, in each of its states. */
export const listSession: ScreenSession = {
  options: { connected: false, connections: acmeProduction },
  screens: {
    'list-no-key': ({ workbench }) => workbench.view('Models').getByText('There is no API key').waitFor(),
    'set-api-key': async ({ workbench }) => {
      await workbench.view('Models').getByRole('button', { name: 'Set API Key…' }).click();
      await workbench.quickInputSaying('API key').waitFor();
    },
    'list-fresh': async (app) => {
      await app.workbench.answer('API key', canaryKey);
      await app.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
      await clear(app);
    },
    'list-tooltip': async ({ workbench }) => {
      await (await workbench.scrollTo(longestName, 'Models')).hover();
      await workbench.page.locator('.monaco-hover:visible').getByText('Unit price').waitFor();
    },
    'menu-lora': async (app) => {
      await clear(app);
      const row = await app.workbench.scrollTo('support-tone-v7', 'Models');
      await app.workbench.clickRow(row, { button: 'right' });
      await app.workbench.menuItem('Delete LoRA…').waitFor();
    },
    'menu-overflow': async (app) => {
      await clear(app);
      await app.workbench.viewMenu('Models');
    },
    'menu-overflow-connection': async ({ workbench }) => {
      await workbench.menuItem('Connection').hover();
      await workbench.menuItem('Set API Key…').waitFor();
    },
    'list-lora-facts': async (app) => {
      await app.workbench.page.keyboard.press('Escape');
      await clear(app);
      await app.workbench.expand(await app.workbench.scrollTo('support-tone-v7', 'Models'));
      await app.workbench.treeItem('Unit price: 0.25 (unit not specified)', 'Models').hover();
    },
    'list-base-model-facts': async (app) => {
      const { workbench } = app;
      await workbench.collapse(await workbench.scrollTo('support-tone-v7', 'Models'));
      await workbench.collapse(await workbench.scrollTo('LoRAs', 'Models'));
      await workbench.expand(await workbench.scrollTo('llama-3-8b', 'Models'));
      await workbench.expand(await workbench.scrollTo('phi-3-mini', 'Models'));
      await workbench.treeItem('llama-3-8b', 'Models').hover();
    },
    'list-narrow': async (app) => {
      const { workbench } = app;
      await workbench.collapse(workbench.treeItem('llama-3-8b', 'Models'));
      await workbench.collapse(workbench.treeItem('phi-3-mini', 'Models'));
      await workbench.expand(await workbench.scrollTo('LoRAs', 'Models'));
      await resizeSidebar(app, 180);
      await workbench.expand(await workbench.scrollTo(longestName, 'Models'));
      await workbench.treeItem(longestName, 'Models').hover();
    },
    'list-filter-typing': async (app) => {
      const { workbench } = app;
      await workbench.collapse(workbench.treeItem(longestName, 'Models'));
      await resizeSidebar(app, 300);
      await workbench.viewAction('Models', 'Filter Models…');
      await workbench.inputBox.fill('tone');
      await workbench.view('Models').getByText('“tone”').waitFor();
      await workbench.treeItem('LoRAs, 4 of 30', 'Models').waitFor();
    },
    'list-filter-completions': async ({ workbench }) => {
      await workbench.inputBox.fill('tone @base:');
      await workbench.pickItem('@base:"llama-3-8b"').waitFor();
    },
    'list-filter-unknown-word': async ({ workbench }) => {
      await workbench.inputBox.fill('@bsae:llama');
      await workbench.quickInputSaying('There is no @bsae:.').waitFor();
    },
    'list-filtered': async ({ workbench }) => {
      await workbench.inputBox.fill('tone');
      await workbench.pickItem('tone').waitFor();
      await workbench.inputBox.press('Enter');
      await workbench.view('Models').locator('.pane-header').hover();
    },
    'list-filter-no-match': async ({ workbench }) => {
      await workbench.viewAction('Models', 'Filter Models…');
      await workbench.inputBox.fill('tonne');
      await workbench.inputBox.press('Enter');
      await workbench.view('Models').getByText('No model matches').waitFor();
    },
    'quick-go-to-model': async (app) => {
      await app.workbench.view('Models').getByRole('button', { name: 'Clear Filter' }).last().click();
      await app.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
      await app.workbench.runCommand('Hosted Models: Go to Model…');
      await app.workbench.pickItem('acme/legal/contract-clauses').waitFor();
    },
    palette: async (app) => {
      await clear(app);
      await app.workbench.page.keyboard.press('F1');
      await app.workbench.inputBox.fill('>Hosted Models: ');
      await app.workbench.pickItem('Hosted Models: Add Connection…').waitFor();
    },
    'list-unreadable': async (app) => {
      await clear(app);
      withUnreadable(app);
      await refresh(app, '2 entries could not be read');
    },
    'list-stale': async (app) => {
      failLists(app.service, { kind: 'status', status: 503 });
      await refresh(app, /Couldn't refresh \(the service answered 503\)/u);
    },
    'list-offline': async (app) => {
      failLists(app.service, { kind: 'reset' });
      await refresh(app, /Couldn't refresh \(offline\)/u);
    },
    'list-unauthorized': async (app) => {
      failLists(app.service, { kind: 'status', status: 401 });
      await refresh(app, /refused the API key \(401\)/u);
    },
    'list-read-only': async (app) => {
      app.service.clearFaults();
      await app.workbench.viewAction('Models', 'Refresh Models');
      await app.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
      await app.workbench.viewMenu('Models', 'Connection', 'Make Read-Only');
      await app.workbench.view('Models').getByText('read-only').waitFor();
    },
    'list-loading-kept': async (app) => {
      await ageKeptList(app);
      failLists(app.service, { kind: 'hang' });
      await reload(app);
      await app.workbench.view('Models').getByText('Last refreshed yesterday').waitFor();
    },
    'list-loading': async (app) => {
      await forgetKeptList(app);
      await reload(app);
      await app.workbench.view('Models').getByText('Loading models…').waitFor();
    },
    'list-unreachable': async (app) => {
      failLists(app.service, { kind: 'reset' });
      await reload(app);
      await app.workbench.view('Models').getByText("Can't reach").waitFor();
    },
    'list-failed': async ({ workbench, service }) => {
      failLists(service, { kind: 'status', status: 500 });
      await workbench.view('Models').getByRole('button', { name: 'Retry' }).click();
      await workbench.view('Models').getByText('The service answered with an error.').waitFor();
    },
    'list-empty': async (app) => {
      const { service } = app;
      service.clearFaults();
      service.catalog.loras.splice(0);
      service.catalog.baseModels.splice(0);
      await refresh(app, 'no models yet');
    },
  },
};
