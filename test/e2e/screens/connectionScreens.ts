import { canaryKey } from '../canary.ts';
import type { ScreenSession } from '../screenStates.ts';
import * as s from './screenSteps.ts';
import { acmeProduction, clear } from './steps.ts';

const add = s.command('Hosted Models: Add Connection…');
const diagnose = s.command('Hosted Models: Diagnose Connection');

/** From no connection to the first list. */
const firstStepsSession: ScreenSession = {
  options: { connected: false, userSettings: { 'files.simpleDialog.enable': true } },
  screens: {
    'list-no-connection': [s.seen(/^Connect to your model/u)],
    'add-connection-url': [s.button('Add Connection…'), s.asked('Base URL')],
    'add-connection-url-wrong': [s.type('ftp://models.acme.example'), s.asked('must start with https://')],
    'add-connection-url-at-fault': [s.enter('http://127.0.0.1:9'), s.asked("Can't reach")],
    'add-connection-url-trying': [
      s.fails({ kind: 'hang', on: '*' }),
      (app) => s.enter(app.service.url)(app),
      s.asked(/^(?:Checking|Trying) /u),
    ],
    'add-connection-key': [s.mended, s.enter(), s.asked('API key')],
    'add-connection-key-refused': [...[s.answer('API key', 'wrong'), s.asked('refused this key (401)')]],
    'add-connection-key-checking': [
      s.fails({ kind: 'hang', on: '*' }),
      s.enter('another'),
      s.asked('Checking the key with'),
      s.mended,
    ],
    'add-connection-connected': [...[s.enter(canaryKey), s.told('Connected: 30 LoRAs'), s.listed('LoRAs')]],
    'add-connection-name': [
      ...[clear, add],
      (app) => s.answer('Base URL', app.service.url.replace('127.0.0.1', 'localhost'))(app),
      ...[s.answer('API key', canaryKey), s.asked(/^Name for localhost/u)],
    ],
    'add-connection-second': [
      ...[s.answer(/^Name for/u, 'Acme staging'), s.told('Connected to Acme staging: 30 LoRAs')],
      (app) => s.collapse(new URL(app.service.url).host)(app),
      s.listed('Acme staging, 38 models'),
    ],
    'connection-remove': [
      ...[clear, s.menu('Acme staging', 'Remove Connection…')],
      s.questioned('Remove connection “Acme staging”?'),
    ],
    'export-format': [
      ...[s.agree('Remove Connection'), s.unlisted('Acme staging'), clear],
      ...[s.command('Hosted Models: Export Models…'), s.offered('CSV')],
    ],
    'export-place': [
      s.pick('CSV'),
      ({ workbench }) => workbench.quickInput.getByRole('button', { name: 'OK' }).waitFor(),
    ],
    'export-done': [s.enter(), s.told('38 models were exported to')],
  },
};

const titles = [
  ...['Connect your service', 'Chat with a model', 'Find out which model is better'],
  ...["Use it in VS Code's chat", 'Compare a LoRA with its base'],
];

/** The walkthrough, wide enough for its pictures. */
const walkthroughSession: ScreenSession = {
  options: { connected: false, viewport: { width: 1600, height: 900 } },
  screens: Object.fromEntries(
    titles.map((title, index) => [
      `walkthrough-${index + 1}`,
      async ({ workbench }) => {
        if (index === 0) await workbench.view('Models').getByText('Get Started').click();
        const step = workbench.page.locator('.getting-started-step').filter({ hasText: title });
        await step.waitFor();
        // It calls itself disabled while it is collapsed.
        if (index > 0) await step.click({ force: true });
        await step.getByRole('button').first().waitFor();
        await workbench.webview('svg[role=img]');
      },
    ]),
  ),
};

const diagnoseChat = [
  ...[clear, diagnose, s.asked('Select a model for a short test chat'), s.type('support-tone-v7')],
  s.pick('support-tone-v7'),
];

/** A diagnosis, from the choice of the model to the report and its uses. */
const diagnosisSession: ScreenSession = {
  options: { connections: acmeProduction, service: { tokensPerSecond: 60 } },
  screens: {
    'diagnosis-pick': [s.listed('LoRAs, 30'), diagnose, s.offered('Without a chat')],
    'diagnosis-progress': async (app) => {
      const hang = app.service.fail({ kind: 'hang', on: 'GET /api/v1/base-model/{name}' });
      await s.pick('Without a chat')(app);
      await s.told('Get a base model…')(app);
      hang();
    },
    'diagnosis-stopped': [
      ...[s.cancel('Get a base model…'), s.tab(/^Diagnosis of Acme production/u)],
      s.written('Result: Stopped early.'),
    ],
    'diagnosis-report': [...diagnoseChat, s.written('Result: Everything works.')],
    'diagnosis-failed': [
      s.fails(
        {
          kind: 'status',
          status: 503,
          on: 'GET /api/v1/lora/{name}',
          headers: { 'x-should-retry': 'false' },
        },
        { kind: 'json', on: 'POST /api/v1/chat/completions' },
      ),
      ...[...diagnoseChat, s.written('answered with an error (503).')],
    ],
    'diagnosis-issue-pick': [
      clear,
      s.command('Hosted Models: Report Issue…'),
      s.offered('Without a diagnosis'),
    ],
    'diagnosis-issue-copied': [
      s.pick('With the diagnosis of Acme production'),
      s.told('Copied: send it to the people who gave you the extension.'),
    ],
  },
};

export const connectionSessions = [firstStepsSession, walkthroughSession, diagnosisSession];
