import type { RunningService } from '../service/service.ts';
import type { HostedModels, HostedModelsOptions } from './hostedModels.ts';

/** A state of the workbench that `npm run screenshots` shows, in the words of ux.md. */
export interface ScreenState {
  name: string;
  options?: HostedModelsOptions;
  /** What the service does from the start. */
  faults?: (service: RunningService) => void;
  /** From the open sidebar to the state; waits until it can be seen. */
  show: (app: HostedModels) => Promise<void>;
}

const everyList = ['GET /api/v1/lora', 'GET /api/v1/base-model'];

function failLists(status: number): (service: RunningService) => void {
  return (service) => {
    for (const on of everyList) service.fail({ on, kind: 'status', status });
  };
}

async function showLoras({ workbench }: HostedModels): Promise<void> {
  await workbench.treeItem('LoRAs', 'Models').waitFor();
}

function showText(text: string | RegExp): (app: HostedModels) => Promise<void> {
  return async ({ workbench }) => workbench.view('Models').getByText(text).first().waitFor();
}

/** The state after a refresh that the service answered badly: the list stays, with a line that says so. */
async function showStale({ workbench, service }: HostedModels): Promise<void> {
  await workbench.treeItem('LoRAs', 'Models').waitFor();
  failLists(503)(service);
  await workbench.viewAction('Models', 'Refresh Models');
  await workbench.view('Models').getByText('Not refreshed since').waitFor();
}

async function openChat(app: HostedModels, question: string): Promise<void> {
  const { workbench, service } = app;
  const name = service.catalog.loras[0]?.name ?? '';
  await workbench.rowAction(await workbench.scrollTo(name, 'Models'), 'Chat');
  const page = await workbench.webview('[data-page=chat]');
  await page.getByRole('textbox', { name: 'Message' }).fill(question);
  await page.getByRole('button', { name: 'Send' }).click();
}

export const screenStates: ScreenState[] = [
  { name: 'list-no-connection', options: { connected: false }, show: showText(/^Connect to your model/) },
  { name: 'list-fresh', show: showLoras },
  { name: 'list-empty', options: { service: { emptyCatalog: true } }, show: showText(/no models yet/) },
  { name: 'list-unauthorized', faults: failLists(401), show: showText(/refused the API key/) },
  { name: 'list-failed', faults: failLists(500), show: showText(/answered with an error/) },
  { name: 'list-stale', show: showStale },
  {
    name: 'chat-streaming',
    options: { service: { tokensPerSecond: 20 } },
    show: async (app) => {
      await openChat(app, 'How do I ask for a refund?');
      const page = await app.workbench.webview('[data-page=chat]');
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await page.getByRole('article').nth(1).waitFor();
    },
  },
];
