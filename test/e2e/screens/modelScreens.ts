import type { ScreenSession } from '../screenStates.ts';
import { acmeProduction, clear } from './steps.ts';

/** One entry: its details, its JSON, its deletion. */
export const modelSession: ScreenSession = {
  options: { connections: acmeProduction },
  screens: {
    'details-lora': async ({ workbench }) => {
      await workbench.rowAction(await workbench.scrollTo('support-tone-v7', 'Models'), 'Show Details');
      const page = await workbench.webview('[data-page=details] h1');
      await page.getByText(/Retrieved at/u).waitFor();
    },
    'details-base-model': async ({ workbench }) => {
      const page = await workbench.webview('[data-page=details] h1');
      await page
        .getByRole('button', { name: 'llama-3-8b' })
        .or(page.getByRole('link', { name: 'llama-3-8b' }))
        .first()
        .click();
      await workbench.editorTab(/llama-3-8b/u).waitFor();
      const base = await workbench.webview('[data-page=details] h1');
      await base.getByText(/Retrieved at/u).waitFor();
    },
    json: async ({ workbench }) => {
      const row = await workbench.scrollTo('support-tone-v7', 'Models');
      await workbench.contextMenu(row, 'Open as JSON');
      await workbench.page.locator('.monaco-editor').getByText('hub_revision').first().waitFor();
    },
    'delete-undeployed': async ({ workbench }) => {
      await workbench.contextMenu(await workbench.scrollTo('old-experiment', 'Models'), 'Delete LoRA…');
      await workbench.dialog.getByText('Delete LoRA “old-experiment”?').waitFor();
    },
    'delete-deployed': async ({ workbench }) => {
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
      await workbench.contextMenu(await workbench.scrollTo('sql-assistant', 'Models'), 'Delete LoRA…');
      await workbench.quickInputSaying('Delete LoRA “sql-assistant”?').waitFor();
    },
    'delete-name-incomplete': async ({ workbench }) => {
      await workbench.inputBox.fill('sql-');
      await workbench.inputBox.press('Enter');
      await workbench.quickInputSaying('Type the full name to confirm').waitFor();
    },
    'delete-in-use': async ({ workbench, service }) => {
      service.fail({ on: 'DELETE /api/v1/lora/{name}', kind: 'status', status: 409, times: 1 });
      await workbench.inputBox.fill('sql-assistant');
      await workbench.inputBox.press('Enter');
      await workbench.notification('In use (409)').waitFor();
      await workbench.view('Models').getByText('being deleted…').waitFor({ state: 'detached' });
    },
    'list-being-deleted': async (app) => {
      const { workbench, service } = app;
      await clear(app);
      service.fail({ on: 'DELETE /api/v1/lora/{name}', kind: 'delay', ms: 600_000 });
      await workbench.contextMenu(await workbench.scrollTo('sql-assistant', 'Models'), 'Delete LoRA…');
      await workbench.quickInputSaying('Delete LoRA “sql-assistant”?').waitFor();
      await workbench.inputBox.fill('sql-assistant');
      await workbench.inputBox.press('Enter');
      await workbench.view('Models').getByText('being deleted…').waitFor();
    },
    'deleted-loras': async (app) => {
      const { workbench, service } = app;
      service.clearFaults();
      await workbench.contextMenu(await workbench.scrollTo('commit-messages', 'Models'), 'Delete LoRA…');
      await workbench.answer('Delete LoRA “commit-messages”?', 'commit-messages');
      await workbench.page.getByText('LoRA “commit-messages” was deleted').first().waitFor();
      await workbench.runCommand('Hosted Models: Show Deleted LoRAs');
      await workbench.quickInputSaying(/^\d Deleted LoRAs?$/u).waitFor();
    },
  },
};
