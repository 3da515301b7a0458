import type { HostedModels } from '../hostedModels.ts';
import type { ScreenSession } from '../screenStates.ts';
import { acmeProduction, clear } from './steps.ts';

/** The quick pick of *Clean Up LoRAs…* with everything in the list. */
export async function openPick({ workbench }: HostedModels): Promise<void> {
  await workbench.runCommand('Hosted Models: Clean Up LoRAs…');
  await workbench.quickInputSaying(/^Delete LoRAs of /u).waitFor();
}

/** Checks every row of the quick pick, and continues to the number. */
export async function checkAll({ workbench }: HostedModels): Promise<void> {
  await workbench.quickInput.locator('.quick-input-header').getByRole('checkbox').click();
  await workbench.inputBox.press('Enter');
  await workbench.quickInputSaying(/Type \d+ to confirm\./u).waitFor();
}

/** Those of the 25 that are left: the first three fail, two are refused, one gets no answer, and there is no list to settle it. */
export const failing: readonly string[] = [
  'commit-messages',
  'free-tier-demo',
  'meeting-minutes',
  'sql-assistant',
  'old-experiment',
  'code-review/python',
];

export function failSome({ service }: HostedModels): void {
  const [a, b, c, d, e, lost] = failing.map((name) => `/api/v1/lora/${encodeURIComponent(name)}`);
  for (const path of [a, b, c]) service.fail({ on: `DELETE ${path}`, kind: 'status', status: 500, times: 1 });
  service.fail({ on: `DELETE ${d}`, kind: 'status', status: 409, times: 1 });
  service.fail({ on: `DELETE ${e}`, kind: 'status', status: 403, times: 1 });
  service.fail({ on: `DELETE ${lost}`, kind: 'reset', times: 1 });
  service.fail({ on: 'GET /api/v1/lora', kind: 'status', status: 400 });
}

/** Many LoRAs at once, from the check boxes to the report. */
export const deletionSession: ScreenSession = {
  options: { connections: acmeProduction, service: { loras: 25 } },
  screens: {
    'bulk-pick': async (app) => {
      await app.workbench.treeItem('LoRAs, 25', 'Models').waitFor();
      await openPick(app);
    },
    'bulk-number': (app) => checkAll(app),
    'bulk-number-wrong': async ({ workbench }) => {
      await workbench.inputBox.fill('24');
      await workbench.quickInputSaying("Doesn't match.").waitFor();
    },
    'bulk-running': async (app) => {
      const { workbench, service } = app;
      failSome(app);
      for (let count = 0; count < 8; count++)
        service.fail({ on: 'DELETE /api/v1/lora/{name}', kind: 'delay', ms: 10, times: 1 });
      service.fail({ on: 'DELETE /api/v1/lora/{name}', kind: 'delay', ms: 4000, times: 4 });
      await workbench.inputBox.fill('25');
      await workbench.inputBox.press('Enter');
      await workbench
        .view('Models')
        .getByText(/Deleting \d+ of 25 from Acme production…/u)
        .waitFor();
      await workbench.view('Models').locator('.pane-header').hover();
      await workbench.view('Models').getByRole('button', { name: 'Stop Deletion' }).waitFor();
      await workbench.view('Models').getByText('being deleted…').first().waitFor();
    },
    'bulk-report': async ({ workbench }) => {
      await workbench.editorTab(/Deletion of 25 LoRAs/u).waitFor();
      await workbench.page.locator('.monaco-editor').getByText('19 deleted').first().waitFor();
      await workbench.page.getByRole('button', { name: 'Check Now' }).waitFor();
    },
    'bulk-report-checked': async ({ workbench, service }) => {
      service.clearFaults();
      await workbench.page.getByRole('button', { name: 'Check Now' }).click();
      await workbench.page.locator('.monaco-editor').getByText('4 failed').first().waitFor();
      await workbench.page.getByRole('button', { name: 'Retry' }).waitFor();
    },
    'bulk-again': async ({ workbench }) => {
      await workbench.page.getByRole('button', { name: 'Retry' }).click();
      await workbench.quickInputSaying(/^Retry: Delete LoRAs of /u).waitFor();
    },
    'bulk-journal': async (app) => {
      await clear(app);
      await app.workbench.runCommand('Hosted Models: Show Deleted LoRAs');
      await app.workbench.quickInputSaying('19 Deleted LoRAs').waitFor();
      await app.workbench.quickInput.locator('.monaco-list-row').nth(1).hover();
    },
  },
};
