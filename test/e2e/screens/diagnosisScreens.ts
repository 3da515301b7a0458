import type { ScreenSession } from '../screenStates.ts';
import { acmeProduction, clear } from './steps.ts';

const command = 'Hosted Models: Diagnose Connection';

/** A diagnosis, from the choice of the model to the report and its uses. */
export const diagnosisSession: ScreenSession = {
  options: { connections: acmeProduction, service: { tokensPerSecond: 60 } },
  screens: {
    'diagnosis-pick': async ({ workbench }) => {
      await workbench.treeItem('LoRAs, 30', 'Models').waitFor();
      await workbench.runCommand(command);
      await workbench.pickItem('Without a chat').waitFor();
    },
    'diagnosis-progress': async ({ workbench, service }) => {
      const hang = service.fail({ kind: 'hang', on: 'GET /api/v1/base-model/{name}' });
      await workbench.pick('Without a chat');
      await workbench.notification('Get a base model…').waitFor();
      hang();
    },
    'diagnosis-stopped': async ({ workbench }) => {
      await workbench.notification('Get a base model…').getByRole('button', { name: 'Cancel' }).click();
      await workbench.editorTab(/^Diagnosis of Acme production/u).waitFor();
      await workbench.page.getByText('Result: Stopped early.').first().waitFor();
    },
    'diagnosis-report': async (app) => {
      const { workbench } = app;
      await clear(app);
      await workbench.runCommand(command);
      await workbench.quickInputSaying('Select a model for a short test chat').waitFor();
      await workbench.inputBox.fill('support-tone-v7');
      await workbench.pick('support-tone-v7');
      await workbench.page.getByText('Result: Everything works.').first().waitFor();
    },
    'diagnosis-failed': async (app) => {
      const { workbench, service } = app;
      service.fail({
        kind: 'status',
        status: 503,
        on: 'GET /api/v1/lora/{name}',
        headers: { 'x-should-retry': 'false' },
      });
      service.fail({ kind: 'json', on: 'POST /api/v1/chat/completions' });
      await clear(app);
      await workbench.runCommand(command);
      await workbench.quickInputSaying('Select a model for a short test chat').waitFor();
      await workbench.inputBox.fill('support-tone-v7');
      await workbench.pick('support-tone-v7');
      await workbench.page.getByText('answered with an error (503).').first().waitFor();
    },
    'diagnosis-issue-pick': async (app) => {
      await clear(app);
      await app.workbench.runCommand('Hosted Models: Report Issue…');
      await app.workbench.pickItem('Without a diagnosis').waitFor();
    },
    'diagnosis-issue-text': async ({ workbench }) => {
      await workbench.pick('With the diagnosis of Acme production');
      await workbench.page.getByText('What did you do?').first().waitFor();
    },
  },
};
