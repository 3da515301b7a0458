import { canaryKey } from '../canary.ts';
import type { ScreenSession } from '../screenStates.ts';
import { clear } from './steps.ts';

/** From no connection to the first list. */
export const firstStepsSession: ScreenSession = {
  options: { connected: false, userSettings: { 'files.simpleDialog.enable': true } },
  screens: {
    'list-no-connection': ({ workbench }) =>
      workbench
        .view('Models')
        .getByText(/^Connect to your model/u)
        .waitFor(),
    'add-connection-url': async ({ workbench }) => {
      await workbench.view('Models').getByRole('button', { name: 'Add Connection…' }).click();
      await workbench.quickInputSaying('Base URL').waitFor();
    },
    'add-connection-url-wrong': async ({ workbench }) => {
      await workbench.inputBox.fill('ftp://models.acme.example');
      await workbench.quickInputSaying('must start with https://').waitFor();
    },
    'add-connection-url-at-fault': async ({ workbench }) => {
      await workbench.inputBox.fill('http://127.0.0.1:9');
      await workbench.inputBox.press('Enter');
      await workbench.dialog.getByText("Can't reach").waitFor();
    },
    'add-connection-url-trying': async ({ workbench, service }) => {
      await workbench.dialog.getByRole('button', { name: 'Correct It' }).click();
      await workbench.quickInputSaying("Can't reach").waitFor();
      service.fail({ kind: 'hang', on: '*' });
      await workbench.inputBox.fill(service.url);
      await workbench.inputBox.press('Enter');
      await workbench.quickInputSaying('Trying 127.0.0.1').waitFor();
    },
    'add-connection-key': async ({ workbench, service }) => {
      service.clearFaults();
      await workbench.inputBox.press('Enter');
      await workbench.quickInputSaying('API key').waitFor();
    },
    'add-connection-key-refused': async ({ workbench }) => {
      await workbench.answer('API key', 'wrong');
      await workbench.dialog.getByText('refused this key (401)').waitFor();
      await workbench.page.keyboard.press('Enter');
      await workbench.quickInputSaying('refused this key (401)').waitFor();
    },
    'add-connection-key-checking': async ({ workbench, service }) => {
      service.fail({ kind: 'hang', on: '*' });
      await workbench.inputBox.fill('another');
      await workbench.inputBox.press('Enter');
      await workbench.quickInputSaying('Checking the key with').waitFor();
      service.clearFaults();
    },
    'add-connection-connected': async ({ workbench }) => {
      await workbench.inputBox.fill(canaryKey);
      await workbench.inputBox.press('Enter');
      await workbench.notification('Connected: 30 LoRAs').waitFor();
      await workbench.treeItem('LoRAs', 'Models').waitFor();
    },
    'add-connection-name': async (app) => {
      const { workbench, service } = app;
      await clear(app);
      await workbench.runCommand('Hosted Models: Add Connection…');
      await workbench.answer('Base URL', service.url.replace('127.0.0.1', 'localhost'));
      await workbench.answer('API key', canaryKey);
      await workbench.quickInputSaying(/^Name for localhost/u).waitFor();
    },
    'add-connection-second': async ({ workbench, service }) => {
      await workbench.answer(/^Name for/u, 'Acme staging');
      await workbench.notification('Connected to Acme staging: 30 LoRAs').waitFor();
      await workbench.collapse(workbench.treeItem(new URL(service.url).host, 'Models'));
      await workbench.treeItem('Acme staging, 38 models', 'Models').waitFor();
    },
    'connection-remove': async (app) => {
      const { workbench } = app;
      await clear(app);
      await workbench.contextMenu(workbench.treeItem('Acme staging', 'Models'), 'Remove Connection…');
      await workbench.dialog.getByText('Remove connection “Acme staging”?').waitFor();
    },
    'export-format': async (app) => {
      await app.workbench.dialog.getByRole('button', { name: 'Remove Connection' }).click();
      await app.workbench.treeItem('Acme staging', 'Models').waitFor({ state: 'detached' });
      await clear(app);
      await app.workbench.runCommand('Hosted Models: Export Models…');
      await app.workbench.pickItem('CSV').waitFor();
    },
    'export-place': async ({ workbench }) => {
      await workbench.pick('CSV');
      await workbench.quickInput.getByRole('button', { name: 'OK' }).waitFor();
    },
    'export-done': async ({ workbench }) => {
      await workbench.inputBox.press('Enter');
      await workbench.notification('38 models were exported to').waitFor();
    },
  },
};
