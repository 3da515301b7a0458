import { canaryKey } from '../canary.ts';
import type { ScreenSession } from '../screenStates.ts';
import { clear } from './steps.ts';

/** From no connection to the first list. */
export const firstStepsSession: ScreenSession = {
  options: { connected: false, userSettings: { 'files.simpleDialog.enable': true } },
  screens: [
    {
      name: 'list-no-connection',
      show: ({ workbench }) =>
        workbench
          .view('Models')
          .getByText(/^Connect to your model/u)
          .waitFor(),
    },
    {
      name: 'add-connection-url',
      show: async ({ workbench }) => {
        await workbench.view('Models').getByRole('button', { name: 'Add Connection…' }).click();
        await workbench.quickInputSaying('Base URL').waitFor();
      },
    },
    {
      name: 'add-connection-url-wrong',
      show: async ({ workbench }) => {
        await workbench.inputBox.fill('ftp://models.acme.example');
        await workbench.quickInputSaying('must begin with https://').waitFor();
      },
    },
    {
      name: 'add-connection-url-at-fault',
      show: async ({ workbench }) => {
        await workbench.inputBox.fill('http://127.0.0.1:9');
        await workbench.inputBox.press('Enter');
        await workbench.quickInputSaying("Can't reach").waitFor();
      },
    },
    {
      name: 'add-connection-url-trying',
      show: async ({ workbench, service }) => {
        service.fail({ kind: 'hang', on: '*' });
        await workbench.inputBox.fill(service.url);
        await workbench.inputBox.press('Enter');
        await workbench.quickInputSaying('Trying 127.0.0.1').waitFor();
      },
    },
    {
      name: 'add-connection-key',
      show: async ({ workbench, service }) => {
        service.clearFaults();
        await workbench.inputBox.press('Enter');
        await workbench.quickInputSaying('API key').waitFor();
      },
    },
    {
      name: 'add-connection-key-refused',
      show: async ({ workbench }) => {
        await workbench.answer('API key', 'wrong');
        await workbench.quickInputSaying('refused this key (401)').waitFor();
      },
    },
    {
      name: 'add-connection-key-checking',
      show: async ({ workbench, service }) => {
        service.fail({ kind: 'hang', on: '*' });
        await workbench.inputBox.fill('another');
        await workbench.inputBox.press('Enter');
        await workbench.quickInputSaying('Checking the key with').waitFor();
        service.clearFaults();
      },
    },
    {
      name: 'add-connection-connected',
      show: async ({ workbench }) => {
        await workbench.inputBox.fill(canaryKey);
        await workbench.inputBox.press('Enter');
        await workbench.notification('Connected: 30 LoRAs').waitFor();
        await workbench.treeItem('LoRAs', 'Models').waitFor();
      },
    },
    {
      name: 'export-format',
      show: async (app) => {
        await clear(app);
        await app.workbench.runCommand('Hosted Models: Export Models…');
        await app.workbench.pickItem('CSV').waitFor();
      },
    },
    {
      name: 'export-place',
      show: async ({ workbench }) => {
        await workbench.pick('CSV');
        await workbench.quickInput.getByRole('button', { name: 'OK' }).waitFor();
      },
    },
    {
      name: 'export-done',
      show: async ({ workbench }) => {
        await workbench.inputBox.press('Enter');
        await workbench.notification('38 models were exported to').waitFor();
      },
    },
  ],
};
