import { canaryKey } from '../canary.ts';
import type { ScreenSession } from '../screenStates.ts';

/** From no connection to the first list. */
export const firstStepsSession: ScreenSession = {
  options: { connected: false },
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
        await workbench.answer('Base URL', 'http://127.0.0.1:9');
        await workbench.answer('API key', canaryKey);
        await workbench.quickInputSaying("Can't reach").waitFor();
      },
    },
    {
      name: 'add-connection-key',
      show: async ({ workbench, service }) => {
        await workbench.inputBox.fill(service.url);
        await workbench.answer('Base URL', service.url);
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
      name: 'add-connection-connected',
      show: async ({ workbench }) => {
        await workbench.inputBox.fill(canaryKey);
        await workbench.inputBox.press('Enter');
        await workbench.notification('Connected: 30 LoRAs').waitFor();
        await workbench.treeItem('LoRAs', 'Models').waitFor();
      },
    },
  ],
};
