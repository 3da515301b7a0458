import type { HostedModels } from '../hostedModels.ts';
import type { ScreenSession } from '../screenStates.ts';
import { clear } from './steps.ts';

/** Expands a connection, which then asks its service. */
async function expandTo({ workbench }: HostedModels, connection: string, state: string): Promise<void> {
  await workbench.treeItem(connection, 'Models').locator('.monaco-tl-twistie').click();
  await workbench.treeItem(`${connection}, ${state}`, 'Models').waitFor();
}

/** Several connections as roots: two get their key from the environment, one has it typed, one has none. */
export const severalSession: ScreenSession = {
  options: {
    connections: (url) => [
      { id: 'production', name: 'Acme production', url },
      { id: 'staging', name: 'Acme staging', url: 'http://127.0.0.1:9/staging' },
      { id: 'research', name: 'Acme research', url: 'http://127.0.0.1:9/research' },
      { id: 'archive', name: 'Acme archive', url, readOnly: true },
    ],
  },
  screens: {
    'several-collapsed': ({ workbench }) => workbench.treeItem('Acme archive', 'Models').waitFor(),
    'several-expanded': async (app) => {
      const { workbench } = app;
      await workbench.contextMenu(workbench.treeItem('Acme research', 'Models'), 'Set API Key…');
      await workbench.answer('API key', 'research-key');
      await workbench.treeItem('Acme research, offline', 'Models').waitFor();
      await clear(app);
      // From the bottom up, so that the next row is still visible; the groups of the last one stay expanded.
      await expandTo(app, 'Acme archive', '38 models · read-only');
      await expandTo(app, 'Acme staging', 'no API key');
      await expandTo(app, 'Acme production', '38 models');
      for (const group of ['LoRAs', 'Base models']) {
        await workbench.collapse(workbench.treeItem(group, 'Models').first());
      }
      await workbench.treeItem('Acme staging', 'Models').hover();
    },
    'menu-connection': async ({ workbench }) => {
      await workbench.clickRow(workbench.treeItem('Acme production', 'Models'), { button: 'right' });
      await workbench.menuItem('Remove Connection…').waitFor();
    },
    'several-quick-pick': async (app) => {
      await clear(app);
      await app.workbench.runCommand('Hosted Models: New Chat…');
      await app.workbench.pickItem('acme/legal/contract-clauses').waitFor();
      await app.workbench.inputBox.fill('tone-v7');
    },
    'several-filtered': async (app) => {
      await clear(app);
      await app.workbench.viewAction('Models', 'Filter Models…');
      await app.workbench.inputBox.fill('tone');
      await app.workbench.inputBox.press('Enter');
      await app.workbench.view('Models').getByText('“tone”').waitFor();
      await app.workbench.treeItem('LoRAs, 4 of 30', 'Models').first().waitFor();
    },
  },
};
