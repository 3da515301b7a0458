import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { completion } from '../../unit/core/promptSets/batch/outputs.ts';
import type { HostedModels } from '../hostedModels.ts';
import type { ScreenSession } from '../screenStates.ts';
import { runPage } from './runScreens.ts';
import { fileRow, writeSets } from './runStartScreens.ts';
import { acmeProduction, clear } from './steps.ts';

const lora = 'support-tone-v7';
const names = ['refunds.1-llama-3-8b', `refunds.2-${lora}`];
const folder = ({ workbench }: HostedModels) => path.join(workbench.folder, 'out');

/** Answers the exported files as an engine does: the LoRA mentions refunds, one line failed, and one is of no run. */
async function answerAll(app: HostedModels): Promise<void> {
  for (const [model, name] of names.entries()) {
    const requests = (await readFile(path.join(folder(app), `${name}.jsonl`), 'utf8')).trim().split('\n');
    const rows = requests.map((line, at) => {
      const { custom_id, body } = JSON.parse(line);
      const answered = completion(model === 1 || at % 2 === 0 ? 'Your refund is on its way.' : 'No.', {
        model: body.model,
      });
      return at === 7
        ? { custom_id, response: { status_code: 400, body: {} }, error: { message: 'Too long.' } }
        : { custom_id, response: { status_code: 200, body: answered }, error: null };
    });
    const other = {
      custom_id: 'someone-elses',
      response: { status_code: 200, body: completion('?') },
      error: null,
    };
    const text = [...rows, other].map((row) => `${JSON.stringify(row)}\n`).join('');
    await writeFile(path.join(folder(app), `${name}.out.jsonl`), text);
  }
}

/** A run that goes out to another engine and comes back. */
export const batchSession: ScreenSession = {
  options: { connections: acmeProduction },
  screens: {
    'batch-plan': async (app) => {
      const { workbench } = app;
      await writeSets(app);
      await mkdir(folder(app));
      await (await fileRow(app, 'refunds.jsonl')).dblclick();
      await workbench.editorTab(/^refunds\.jsonl/u).waitFor();
      await workbench.runCommand('Hosted Models: Export for Batch…');
      await workbench.pick('refunds.jsonl');
      await workbench.quickInputSaying('select one to four').waitFor();
      await workbench.inputBox.fill(lora);
      await workbench.pickItem(lora).getByRole('checkbox').check();
      await workbench.page.getByText('2 Selected').waitFor();
      await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
      await workbench.quickInputSaying('400 requests, written to files').waitFor();
    },
    'batch-folder': async ({ workbench }) => {
      await workbench.pick('Export…');
      await workbench.quickInputSaying('Export Here').waitFor();
    },
    'batch-exported': async (app) => {
      const { workbench } = app;
      await workbench.inputBox.fill(folder(app));
      await workbench.quickInput.getByRole('button', { name: 'Export Here' }).click();
      await workbench.notification('400 requests were written').waitFor();
      await (await runPage(app)).getByText('Waiting for results.', { exact: true }).waitFor();
    },
    'batch-command': async ({ workbench }) => {
      await workbench
        .notification('400 requests were written')
        .getByRole('button', { name: 'Copy Command…' })
        .click();
      await workbench.quickInputSaying('Who answers the requests?').waitFor();
    },
    'batch-menu': async (app) => {
      const { workbench } = app;
      await clear(app);
      await workbench.openContainer('Hosted Models');
      await workbench
        .view('Runs')
        .getByText(/ · refunds · /u)
        .click({ button: 'right' });
      await workbench.menuItem('Import Results…').waitFor();
    },
    'batch-import': async (app) => {
      await answerAll(app);
      await clear(app);
      await (await runPage(app)).getByRole('button', { name: 'Import Results…' }).click();
      await app.workbench.quickInputSaying('Import').first().waitFor();
    },
    'batch-imported': async (app) => {
      const { workbench } = app;
      await workbench.inputBox.fill(path.join(folder(app), `${names[1]}.out.jsonl`));
      await workbench.quickInput.getByRole('button', { name: 'Import', exact: true }).click();
      await workbench.notification('answered').filter({ hasNotText: 'Importing' }).waitFor();
      await (await runPage(app)).getByText('not measured').waitFor();
    },
  },
};
