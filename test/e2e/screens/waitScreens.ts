import type { HostedModels } from '../hostedModels.ts';
import type { ScreenSession } from '../screenStates.ts';
import { resizeSidebar } from './listSteps.ts';
import { acmeProduction, clear, failLists } from './steps.ts';

const busy = { kind: 'status', status: 503, headers: { 'retry-after': '14' } } as const;

async function showWait(app: HostedModels): Promise<void> {
  const { workbench, service } = app;
  failLists(service, busy);
  await workbench.viewAction('Models', 'Refresh Models');
  await workbench.view('Models').getByText('is busy (503), trying again in 14 s').waitFor();
  await workbench.view('Models').getByRole('button', { name: 'Stop Refresh' }).waitFor();
}

async function stop({ workbench }: HostedModels, says: RegExp): Promise<void> {
  await workbench.viewAction('Models', 'Stop Refresh');
  await workbench.view('Models').getByText(says).first().waitFor();
}

/** A refresh that waits before it tries again, with one connection. */
export const waitSession: ScreenSession = {
  options: { connections: acmeProduction },
  screens: {
    'wait-one': async (app) => {
      await app.workbench.treeItem('LoRAs, 30', 'Models').waitFor();
      await clear(app);
      await showWait(app);
    },
    'wait-one-stopped': (app) => stop(app, /Couldn't refresh \(stopped\)/u),
    'wait-one-narrow': async (app) => {
      await resizeSidebar(app, 200);
      await showWait(app);
    },
  },
};

/** The same with several connections: the row has the text and the icon. */
export const waitSeveralSession: ScreenSession = {
  options: {
    connections: (url) => [
      { id: 'production', name: 'Acme production', url },
      { id: 'staging', name: 'Acme staging', url: 'http://127.0.0.1:9/staging' },
    ],
    prepareService: (service) => failLists(service, busy),
  },
  screens: {
    'wait-several': async (app) => {
      const row = app.workbench.treeItem('Acme production', 'Models');
      await row.locator('.monaco-tl-twistie').click();
      await app.workbench.treeItem('Acme production, Busy, trying again in 14 s', 'Models').hover();
      await row.getByRole('button', { name: 'Stop Refresh' }).waitFor();
    },
    'wait-several-stopped': async (app) => {
      await app.workbench
        .treeItem('Acme production', 'Models')
        .getByRole('button', { name: 'Stop Refresh' })
        .click();
      await app.workbench.treeItem('Acme production, stopped', 'Models').hover();
    },
  },
};
