import type { RunningService } from '../../service/service.ts';
import type { ScreenSession } from '../screenStates.ts';
import * as s from './screenSteps.ts';
import { acmeProduction, checkAll, clear, failSome, openPick, selectModels } from './steps.ts';

const deletion = 'DELETE /api/v1/lora/{name}';
const onChat = 'POST /api/v1/chat/completions';
const deployment = { base_model_name: 'llama-3-8b', created_at: 1_763_200_000 };
const long = `customer-churn-explanation-${'emea-retention-team-'.repeat(12)}v2`;
const lora = 'support-tone-v7';

/** One entry: its details, its JSON, its deletion. */
const modelSession: ScreenSession = {
  options: { connections: acmeProduction },
  screens: {
    'details-lora': [s.rowAction(lora, 'Show Details'), s.detailed()],
    'details-base-model': [
      async ({ workbench }) => {
        const page = await workbench.webview('[data-page=details] h1');
        await page.getByRole('link', { name: 'llama-3-8b' }).click();
      },
      ...[s.tab(/llama-3-8b/u), s.detailed()],
    ],
    json: [s.menu(lora, 'Open as JSON'), s.written('hub_revision')],
    'delete-undeployed': [
      s.menu('old-experiment', 'Delete LoRA…'),
      s.questioned('Delete LoRA “old-experiment”?'),
    ],
    'delete-deployed': [
      ...[s.agree('Keep LoRA'), s.menu('sql-assistant', 'Delete LoRA…')],
      s.asked('Delete LoRA “sql-assistant”?'),
    ],
    'delete-name-incomplete': [s.enter('sql-'), s.asked('Type the full name to confirm')],
    'delete-in-use': [
      ...[s.fails({ on: deletion, kind: 'status', status: 409, times: 1 }), s.enter('sql-assistant')],
      s.told('In use, or being deleted (409)'),
      ({ workbench }) => workbench.view('Models').getByText('being deleted…').waitFor({ state: 'detached' }),
    ],
    'list-being-deleted': [
      ...[clear, s.fails({ on: deletion, kind: 'delay', ms: 600_000 })],
      s.menu('sql-assistant', 'Delete LoRA…'),
      ...[s.answer('Delete LoRA “sql-assistant”?', 'sql-assistant'), s.seen('being deleted…')],
    ],
    'deleted-loras': [
      s.mended,
      // The next row gets the focus then, and the list moves.
      ({ workbench }) => workbench.treeItem('sql-assistant', 'Models').waitFor({ state: 'detached' }),
      ({ workbench }) => workbench.scrollTo('commit-messages', 'Models'),
      s.menu('commit-messages', 'Delete LoRA…'),
      s.answer('Delete LoRA “commit-messages”?', 'commit-messages'),
      ({ workbench }) => workbench.page.getByText('LoRA “commit-messages” was deleted').first().waitFor(),
      ...[s.command('Hosted Models: Show Deleted LoRAs'), s.asked(/^\d Deleted LoRAs?$/u)],
    ],
  },
};

/** Several rows at once, and test requests. */
const testRequestSession: ScreenSession = {
  options: { connections: acmeProduction, service: { tokensPerSecond: 200 } },
  screens: {
    'tools-overflow': [s.listed('LoRAs, 30'), s.overflow(), s.entry('Export Models…')],
    'tools-selected-two': [
      clear,
      (app) => selectModels(app, ['code-review/python', 'code-review/typescript']),
      ...[s.rightClick('code-review/python'), s.entry('Compare JSON')],
    ],
    'tools-compare-json': [s.choose('Compare JSON'), s.tab(/↔/u), s.written('hub_revision')],
    'tools-test-one': [
      ...[s.click('code-review/python'), s.menu('code-review/python', 'Send Test Request')],
      s.tab(/Test of code-review/u),
    ],
    'tools-test-question': [
      clear,
      s.fails(
        { kind: 'answersWithBase', on: onChat, model: 'commit-messages' },
        {
          kind: 'status',
          status: 500,
          on: onChat,
          model: 'acme/legal/nda-review',
          headers: { 'x-should-retry': 'false' },
        },
        { kind: 'stall', after: 2, on: onChat, model: 'free-tier-demo' },
      ),
      (app) =>
        selectModels(app, [
          ...['acme/legal/contract-clauses', 'acme/legal/nda-review', 'code-review/python'],
          ...['commit-messages', 'free-tier-demo', 'imported-without-creator'],
        ]),
      ...[s.menu('commit-messages', 'Send Test Request'), s.questioned('Send test requests to 6 models?')],
    ],
    'tools-test-progress': [s.agree('Send Test Request'), s.told('5 of 6: free-tier-demo')],
    'tools-test-summary': [s.cancel('5 of 6'), s.tab(/^Test requests/u), s.written('was not asked')],
  },
};

/** Many LoRAs at once, from the check boxes to the report. */
const deletionSession: ScreenSession = {
  options: { connections: acmeProduction, service: { loras: 25 } },
  screens: {
    'bulk-pick': [s.listed('LoRAs, 25'), openPick],
    'bulk-number': [checkAll],
    'bulk-number-wrong': [s.type('24'), s.asked("Doesn't match.")],
    'bulk-running': [
      async (app) => failSome(app),
      s.serves((service) => {
        for (let count = 0; count < 8; count++)
          service.fail({ on: deletion, kind: 'delay', ms: 10, times: 1 });
      }),
      ...[s.fails({ on: deletion, kind: 'delay', ms: 4000, times: 4 }), s.enter('25')],
      ...[s.seen(/Deleting \d+ of 25 from Acme production…/u), s.header(), s.seen('being deleted…')],
    ],
    'bulk-report': [s.tab(/Deletion of 25 LoRAs/u), s.written('19 deleted'), s.written('Check Now')],
    'bulk-report-checked': [s.mended, s.lens('Check Now'), s.written('Asked for, still listed.')],
    'bulk-again': [s.editorButton('More Actions'), s.choose('Retry'), s.asked(/^Retry: Delete LoRAs of /u)],
    'bulk-journal': [
      ...[clear, s.command('Hosted Models: Show Deleted LoRAs'), s.asked(/\d+ Deleted LoRAs/u)],
      ({ workbench }) => workbench.quickInput.locator('.monaco-list-row').nth(1).hover(),
    ],
  },
};

/** Names that look alike, one that can't be requested, a very long one, and one that no gateway passes on. */
function addOdd({ catalog }: RunningService): void {
  for (const name of ['prod', 'prod\u3164', 'prod\ufe0f', 'prod\u2800', 'old/../old-experiment', long]) {
    catalog.loras.push({ name, unit_price: 0.25 });
  }
}

/** Asks for a deletion whose connection is cut once it is agreed to. */
const lose = (name: string, ...others: s.Show[]) => [
  ...[clear, s.mended, s.menu(name, 'Delete LoRA…'), s.asked(`Delete LoRA “${name}”?`)],
  ...[s.fails({ on: deletion, kind: 'reset', times: 1 }), ...others, s.enter(name)],
];

const check =
  (filter: string): s.Show =>
  async ({ workbench }) => {
    await workbench.inputBox.fill(filter);
    await workbench.quickInput.locator('.quick-input-header').getByRole('checkbox').click();
  };

const interrupt: s.Show = async (app) => {
  const { workbench, service } = app;
  const hang = service.fail({ on: deletion, kind: 'hang' });
  const asked = service.nextRequest(({ method }) => method === 'DELETE');
  await s.menu('meeting-minutes', 'Delete LoRA…')(app);
  await workbench.answer('Delete LoRA “meeting-minutes”?', 'meeting-minutes');
  await asked;
  hang();
  await workbench.reload();
  await workbench.openContainer('Hosted Models');
};

/** What a person agrees to, and what is reported if the service changes or does not answer. */
const agreedSession: ScreenSession = {
  options: { connections: acmeProduction, service: { loras: 25 }, prepareService: addOdd },
  screens: {
    'agreed-pick': [s.listed('LoRAs, 31'), openPick],
    'agreed-alike-pick': [check('prod')],
    'agreed-alike-question': [s.enter(), s.asked('Delete 4 LoRAs?')],
    'agreed-report': [
      s.fails({ on: 'DELETE /api/v1/lora/prod%E3%85%A4', kind: 'status', status: 404, times: 1 }),
      ...[s.enter('4'), s.written('3 deleted, 1 unconfirmed.')],
    ],
    'agreed-long': [clear, openPick, check('e'), s.enter(), s.asked(/^Delete \d+ LoRAs\?/u)],
    'agreed-all-shown': [
      ({ workbench }) => workbench.quickInput.getByRole('button', { name: /^Show All/u }).click(),
      ...[s.tab(/LoRAs to Delete/u), s.written('Acme production')],
    ],
    'agreed-refused-name': [
      ...[s.press('Escape'), clear, s.menu('old/../old-experiment', 'Delete LoRA…')],
      s.told('Nothing was deleted.'),
    ],
    'agreed-refused-details': [
      clear,
      s.menu('old/../old-experiment', 'Show Details'),
      s.detailed("can't be asked for"),
    ],
    'agreed-changed': [
      ...[clear, s.menu('old-experiment', 'Delete LoRA…')],
      s.questioned('Delete LoRA “old-experiment”?'),
      s.serves(({ catalog }) => {
        const one = catalog.loras.find(({ name }) => name === 'old-experiment');
        if (one) one.active_deployment = deployment;
      }),
      ...[s.agree('Delete LoRA'), s.asked('It was deployed after you confirmed.')],
    ],
    'agreed-listed-slash': [
      ...[s.press('Escape'), s.fails({ on: 'GET /api/v1/lora/{name}', kind: 'status', status: 404 })],
      ...[s.menu('code-review/python', 'Delete LoRA…'), s.told(/is listed by Acme production/u)],
    ],
    'agreed-unknown': [
      ...lose('sql-assistant', s.fails({ on: 'GET /api/v1/lora', kind: 'status', status: 400 })),
      s.told("Couldn't confirm that"),
    ],
    'agreed-still-listed': [...lose('sql-assistant'), s.told(/was asked for, but .* still lists it/u)],
    'agreed-interrupted': [clear, s.mended, interrupt, s.told(/interrupted .*: 1 unconfirmed/u)],
    'agreed-journal': [s.command('Hosted Models: Show Deleted LoRAs'), s.asked(/not confirmed/u)],
    'agreed-was-it-deleted': [
      async ({ workbench }) => {
        const row = workbench.quickInput.getByRole('option', { name: /meeting-minutes/u }).first();
        await row.hover();
        await row.getByRole('button', { name: 'Was It Deleted?' }).click();
      },
      s.asked('Was LoRA “meeting-minutes” deleted?'),
    ],
    'agreed-clear-key': [
      s.press('Escape'),
      s.command('Hosted Models: Clear API Key…'),
      s.questioned(/API key/u),
    ],
  },
};

export const deletionSessions = [modelSession, testRequestSession, deletionSession, agreedSession];
