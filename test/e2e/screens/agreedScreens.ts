import type { RunningService } from '../../service/service.ts';
import type { HostedModels } from '../hostedModels.ts';
import type { ScreenSession } from '../screenStates.ts';
import { openPick } from './deletionScreens.ts';
import { acmeProduction, clear } from './steps.ts';

const deployment = { base_model_name: 'llama-3-8b', created_at: 1_763_200_000_000_000 };
const long = `customer-churn-explanation-${'emea-retention-team-'.repeat(12)}v2`;

/** Names that look alike, one that can't be requested, a very long one, and one that no gateway passes on. */
function addOdd({ catalog }: RunningService): void {
  for (const name of ['prod', 'prod\u3164', 'prod\ufe0f', 'prod\u2800', 'old/../old-experiment', long]) {
    catalog.loras.push({ name, unit_price: 0.25 });
  }
}

async function openQuestion({ workbench }: HostedModels, name: string): Promise<void> {
  await workbench.contextMenu(await workbench.scrollTo(name, 'Models'), 'Delete LoRA…');
}

/** Asks for a deletion whose connection is cut; `before` it is agreed to, further things may go wrong. */
async function askAndLose(app: HostedModels, name: string, before?: () => void): Promise<void> {
  const { workbench, service } = app;
  await clear(app);
  service.clearFaults();
  await openQuestion(app, name);
  await workbench.quickInputSaying(`Delete LoRA “${name}”?`).waitFor();
  service.fail({ on: 'DELETE /api/v1/lora/{name}', kind: 'reset', times: 1 });
  before?.();
  await workbench.inputBox.fill(name);
  await workbench.inputBox.press('Enter');
}

async function check({ workbench }: HostedModels, filter: string): Promise<void> {
  await workbench.inputBox.fill(filter);
  await workbench.quickInput.locator('.quick-input-header').getByRole('checkbox').click();
}

/** What a person agrees to, and what is reported if the service changes or does not answer. */
export const agreedSession: ScreenSession = {
  options: { connections: acmeProduction, service: { loras: 25 }, prepareService: addOdd },
  screens: {
    'agreed-pick': async (app) => {
      await app.workbench.treeItem('LoRAs, 31', 'Models').waitFor();
      await openPick(app);
    },
    'agreed-alike-pick': (app) => check(app, 'prod'),
    'agreed-alike-question': async ({ workbench }) => {
      await workbench.inputBox.press('Enter');
      await workbench.quickInputSaying('Delete 4 LoRAs?').waitFor();
    },
    'agreed-report': async (app) => {
      const { workbench, service } = app;
      const on = 'DELETE /api/v1/lora/prod%E3%85%A4';
      service.fail({ on, kind: 'status', status: 404, times: 1 });
      await workbench.inputBox.fill('4');
      await workbench.inputBox.press('Enter');
      await workbench.page.locator('.monaco-editor').getByText('3 deleted, 1 unknown.').first().waitFor();
    },
    'agreed-long': async (app) => {
      await clear(app);
      await openPick(app);
      await check(app, 'e');
      await app.workbench.inputBox.press('Enter');
      await app.workbench.quickInputSaying(/^Delete \d+ LoRAs\?/u).waitFor();
    },
    'agreed-all-shown': async ({ workbench }) => {
      await workbench.quickInput.getByRole('button', { name: /^Show All/u }).click();
      await workbench.editorTab(/LoRAs to Delete/u).waitFor();
      await workbench.page.locator('.monaco-editor').getByText('Acme production').first().waitFor();
    },
    'agreed-refused-name': async (app) => {
      await app.workbench.page.keyboard.press('Escape');
      await clear(app);
      await openQuestion(app, 'old/../old-experiment');
      await app.workbench.notification("Can't check it now. Nothing was deleted.").waitFor();
    },
    'agreed-refused-details': async (app) => {
      await clear(app);
      const row = await app.workbench.scrollTo('old/../old-experiment', 'Models');
      await app.workbench.contextMenu(row, 'Show Details');
      const page = await app.workbench.webview('[data-page=details] h1');
      await page.getByText(/can't be asked for/u).waitFor();
    },
    'agreed-changed': async (app) => {
      await clear(app);
      const { workbench, service } = app;
      await openQuestion(app, 'old-experiment');
      await workbench.dialog.getByText('Delete LoRA “old-experiment”?').waitFor();
      const lora = service.catalog.loras.find(({ name }) => name === 'old-experiment');
      Object.assign(lora ?? {}, { active_deployment: deployment });
      await workbench.dialog.getByRole('button', { name: 'Delete LoRA' }).click();
      await workbench.quickInputSaying(/Not deployed when you confirmed/u).waitFor();
    },
    'agreed-listed-slash': async (app) => {
      const { workbench, service } = app;
      await workbench.page.keyboard.press('Escape');
      service.fail({ on: 'GET /api/v1/lora/{name}', kind: 'status', status: 404 });
      await openQuestion(app, 'code-review/python');
      await workbench.notification(/is listed by Acme production/u).waitFor();
    },
    'agreed-unknown': async (app) => {
      const { workbench, service } = app;
      await askAndLose(app, 'sql-assistant', () =>
        service.fail({ on: 'GET /api/v1/lora', kind: 'status', status: 400 }),
      );
      await workbench.notification(/Couldn't confirm that/u).waitFor();
    },
    'agreed-still-listed': async (app) => {
      const { workbench } = app;
      await askAndLose(app, 'sql-assistant');
      await workbench.notification(/was asked for, but .* still lists it/u).waitFor();
    },
    'agreed-interrupted': async (app) => {
      const { workbench, service } = app;
      await clear(app);
      service.clearFaults();
      const hang = service.fail({ on: 'DELETE /api/v1/lora/{name}', kind: 'hang' });
      const asked = service.nextRequest(({ method }) => method === 'DELETE');
      await openQuestion(app, 'meeting-minutes');
      await workbench.quickInputSaying('Delete LoRA “meeting-minutes”?').waitFor();
      await workbench.inputBox.fill('meeting-minutes');
      await workbench.inputBox.press('Enter');
      await asked;
      hang();
      await workbench.reload();
      await workbench.openContainer('Hosted Models');
      await workbench.notification(/was interrupted when its window closed: 1 unknown/u).waitFor();
    },
    'agreed-journal': async (app) => {
      await app.workbench.runCommand('Hosted Models: Show Deleted LoRAs');
      await app.workbench.quickInputSaying(/not confirmed/u).waitFor();
    },
    'agreed-was-it-deleted': async ({ workbench }) => {
      const row = workbench.quickInput.getByRole('option', { name: /meeting-minutes/u }).first();
      await row.hover();
      await row.getByRole('button', { name: 'Was It Deleted?' }).click();
      await workbench.quickInputSaying('Was LoRA “meeting-minutes” deleted?').waitFor();
    },
    'agreed-clear-key': async ({ workbench }) => {
      await workbench.page.keyboard.press('Escape');
      await workbench.runCommand('Hosted Models: Clear API Key…');
      await workbench.dialog.waitFor();
    },
  },
};
