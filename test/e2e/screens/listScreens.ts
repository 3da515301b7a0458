import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeLora } from '../../service/catalog.ts';
import type { RunningService } from '../../service/service.ts';
import { canaryKey } from '../canary.ts';
import type { ScreenSession } from '../screenStates.ts';
import * as s from './screenSteps.ts';
import { acmeProduction, changeLoras, clear, failLists, refresh, reload, storageFolder } from './steps.ts';

const longestName = 'customer-churn-explanation-emea-retention-team-2025-q3-ablation-no-system-prompt';
const lora = 'support-tone-v7';
const busy = { kind: 'status', status: 503, headers: { 'retry-after': '14' } } as const;
const failing = (fault: Parameters<typeof failLists>[1]) => s.serves((service) => failLists(service, fault));
const refreshed =
  (says: string | RegExp): s.Show =>
  (app) =>
    refresh(app, says);

/** Dates the kept list to 17:05 of the day before. */
const ageKeptList: s.Show = async (app) => {
  const folder = path.join(storageFolder(app), 'catalogs');
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  const loadedAt = yesterday.setHours(17, 5, 0, 0);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const kept = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...kept, loadedAt }));
  }
};
const forgetKeptList: s.Show = (app) =>
  rm(path.join(storageFolder(app), 'catalogs'), { recursive: true, force: true });

/** Both lists, with two invalid entries among the LoRAs. */
const withUnreadable = s.serves((service) => {
  service.clearFaults();
  const body = JSON.stringify([{ unit_price: 1 }, 7, ...service.catalog.loras]);
  service.fail({ on: 'GET /api/v1/lora', kind: 'body', contentType: 'application/json', body });
});

/** Drags the border between the sidebar and the editors. */
const sidebar =
  (width: number): s.Show =>
  async ({ workbench: { page } }) => {
    const box = await page.locator('.part.sidebar').boundingBox();
    if (!box) throw new Error('The sidebar is not in sight.');
    await page.mouse.move(box.x + box.width, box.y + 300);
    await page.mouse.down();
    await page.mouse.move(box.x + width, box.y + 300, { steps: 5 });
    await page.mouse.up();
  };

function empty(service: RunningService): void {
  service.clearFaults();
  service.catalog.loras.splice(0);
  service.catalog.baseModels.splice(0);
}

/** The Models view with one connection, in each of its states. */
const listSession: ScreenSession = {
  options: { connected: false, connections: acmeProduction },
  screens: {
    'list-no-key': [s.seen('There is no API key')],
    'set-api-key': [s.button('Set API Key…'), s.asked('API key')],
    'list-fresh': [s.answer('API key', canaryKey), s.listed('LoRAs, 30'), clear],
    'list-tooltip': [s.found(longestName), s.hover(longestName), s.hovered('Unit price')],
    'menu-lora': [clear, s.rightClick(lora), s.entry('Delete LoRA…')],
    'menu-overflow': [clear, s.overflow()],
    'menu-overflow-connection': [s.submenu('Connection'), s.entry('Set API Key…')],
    'list-lora-facts': [
      ...[s.press('Escape'), clear, s.expand(lora)],
      s.hover('Unit price: 0.25 (unit not specified)'),
    ],
    'list-base-model-facts': [
      ...[s.collapse(lora), s.collapse('LoRAs'), s.expand('llama-3-8b'), s.expand('phi-3-mini')],
      s.hover('llama-3-8b'),
    ],
    'list-narrow': [
      ...[s.collapse('llama-3-8b'), s.collapse('phi-3-mini'), s.expand('LoRAs'), sidebar(180)],
      ...[s.expand(longestName), s.hover(longestName)],
    ],
    'list-filter-typing': [
      ...[s.collapse(longestName), sidebar(300), s.action('Filter Models…'), s.type('tone')],
      ...[s.seen('“tone”'), s.listed('LoRAs, 4 of 30')],
    ],
    'list-filter-completions': [s.type('tone @base:'), s.offered('@base:"llama-3-8b"')],
    'list-filter-unknown-word': [s.type('@bsae:llama'), s.asked('There is no @bsae:.')],
    'list-filtered': [s.type('tone'), s.offered('tone'), s.enter(), s.header()],
    'list-filter-no-match': [s.action('Filter Models…'), s.enter('tonne'), s.seen('No model matches')],
    'quick-go-to-model': [
      ...[s.button('Clear Filter'), s.listed('LoRAs, 30'), s.command('Hosted Models: Go to Model…')],
      s.offered('acme/legal/contract-clauses'),
    ],
    palette: [
      ...[clear, s.press('F1'), s.type('>Hosted Models: ')],
      s.offered('Hosted Models: Add Connection…'),
    ],
    'list-unreadable': [clear, withUnreadable, refreshed('2 entries could not be read')],
    'list-stale': [
      failing({ kind: 'status', status: 503 }),
      refreshed(/refresh \(the service answered 503\)/u),
    ],
    'list-offline': [failing({ kind: 'reset' }), refreshed("Couldn't refresh (offline)")],
    'list-unauthorized': [
      failing({ kind: 'status', status: 401 }),
      refreshed(/refused the API key \(401\)/u),
    ],
    'list-read-only': [
      ...[s.mended, refreshed(/./u), s.listed('LoRAs, 30')],
      ...[s.overflow('Connection', 'Make Read-Only'), s.seen('read-only')],
    ],
    'list-loading-kept': [ageKeptList, failing({ kind: 'hang' }), reload, s.seen('Last refreshed yesterday')],
    'list-loading': [forgetKeptList, reload, s.seen('Loading models…')],
    'list-unreachable': [failing({ kind: 'reset' }), reload, s.seen("Can't reach")],
    'list-failed': [
      ...[failing({ kind: 'status', status: 500 }), s.button('Retry')],
      s.seen('The service answered with an error.'),
    ],
    'list-empty': [s.serves(empty), refreshed('no models yet')],
  },
};

/** What others change on the service meanwhile. */
function changeLists(service: RunningService): void {
  removeLora(service, 'old-experiment');
  changeLoras(service);
}

/** Refreshes the Models view after a change of the service, and waits until it is shown. */
const changeSession: ScreenSession = {
  options: { connections: acmeProduction },
  screens: {
    'changes-marked': [
      ...[s.listed('LoRAs, 30'), s.serves(changeLists), s.action('Refresh Models')],
      ...[s.listed('LoRAs, 29'), s.found('support-tone-v9, new'), clear],
    ],
    'changes-gone-menu': [s.rightClick('support-tone-v6, gone'), s.entry('Mark as Seen')],
    // A click selects and expands.
    'changes-gone-facts': [clear, s.click('support-tone-v6, gone'), s.listed('Base model: llama-3-8b')],
    'changes-changed-hover': [
      s.found(`${lora}, changed`),
      ({ workbench }) =>
        workbench.treeItem(`${lora}, changed`, 'Models').locator('.monaco-icon-label').first().hover(),
      s.hovered('(was llama-3-8b)'),
    ],
    'changes-changed-menu': [
      ...[clear, s.click(lora), s.listed('Base model: mistral-7b-instruct (was llama-3-8b)')],
      ...[s.rightClick(`${lora}, LoRA`), s.entry('Compare JSON with Before')],
    ],
    'changes-changed-json': [s.choose('Compare JSON with Before'), s.written('mistral')],
    'changes-changed-details': [
      s.menu(`${lora}, LoRA`, 'Show Details'),
      s.detailed('(was llama-3-8b)'),
      clear,
    ],
    'changes-overflow': [s.overflow(), s.entry('Mark All as Seen')],
    'changes-all-seen': [
      ...[s.choose('Mark All as Seen'), s.unlisted('support-tone-v6')],
      ...[s.found('support-tone-v9, LoRA'), clear],
    ],
  },
};

/** Several connections as roots: two get their key from the environment, one has it typed, one has none. */
const severalSession: ScreenSession = {
  options: {
    connections: (url) => [
      { id: 'production', name: 'Acme production', url },
      { id: 'staging', name: 'Acme staging', url: 'http://127.0.0.1:9/staging' },
      { id: 'research', name: 'Acme research', url: 'http://127.0.0.1:9/research' },
      { id: 'archive', name: 'Acme archive', url, readOnly: true },
    ],
  },
  screens: {
    'several-collapsed': [s.listed('Acme archive')],
    'several-expanded': [
      ...[s.menu('Acme research', 'Set API Key…'), s.answer('API key', 'research-key')],
      ...[s.listed('Acme research, offline'), clear],
      // From the bottom up, so that the next row is still visible; the groups of the last one stay expanded.
      ...[s.twistie('Acme archive'), s.listed('Acme archive, 38 models · read-only')],
      ...[s.twistie('Acme staging'), s.listed('Acme staging, no API key')],
      ...[s.twistie('Acme production'), s.listed('Acme production, 38 models')],
      ...[s.collapse('LoRAs'), s.collapse('Base models'), s.hover('Acme staging')],
    ],
    'menu-connection': [s.rightClick('Acme production'), s.entry('Remove Connection…')],
    'several-quick-pick': [
      ...[clear, s.command('Hosted Models: New Chat…'), s.offered('acme/legal/contract-clauses')],
      s.type('tone-v7'),
    ],
    'several-filtered': [
      ...[clear, s.action('Filter Models…'), s.enter('tone'), s.seen('“tone”')],
      s.listed('LoRAs, 4 of 30'),
    ],
  },
};

/** Connections written by hand, with mistakes. */
const mistakeSession: ScreenSession = {
  options: {
    connections: (url) => [
      { id: 'production', name: 'Acme production', url },
      { name: 'Acme staging', url: 'htps:/staging.acme.example' },
      { id: 'lab', name: 'Lab', url: 'http://models.lab.example' },
      { id: 'production', name: 'Copy of Acme production', url },
      { name: 'Nothing else' },
    ],
  },
  screens: {
    mistakes: [s.listed('Acme production'), s.hover('Lab')],
    'mistakes-settings': [s.rowAction('Lab', 'Open Settings'), s.written('"hostedModels.connections"')],
  },
};

const showWait = [
  ...[failing(busy), s.action('Refresh Models'), s.seen('is busy (503), trying again in 14 s')],
  s.header(),
];

/** A refresh that waits before it tries again, with one connection. */
const waitSession: ScreenSession = {
  options: { connections: acmeProduction },
  screens: {
    'wait-one': [s.listed('LoRAs, 30'), clear, ...showWait],
    'wait-one-stopped': [s.action('Stop Refresh'), s.seen("Couldn't refresh (stopped)")],
    'wait-one-narrow': [sidebar(200), ...showWait],
  },
};

/** The same with several connections: the row has the text and the icon. */
const waitSeveralSession: ScreenSession = {
  options: {
    connections: (url) => [
      { id: 'production', name: 'Acme production', url },
      { id: 'staging', name: 'Acme staging', url: 'http://127.0.0.1:9/staging' },
    ],
    prepareService: (service) => failLists(service, busy),
  },
  screens: {
    'wait-several': [s.twistie('Acme production'), s.hover('Acme production, Busy, trying again in 14 s')],
    'wait-several-stopped': [
      s.rowAction('Acme production', 'Stop Refresh'),
      s.hover('Acme production, stopped'),
    ],
  },
};

/** More LoRAs than a group lists. */
const largeSession: ScreenSession = {
  options: { connections: acmeProduction, service: { loras: 3000 } },
  screens: {
    'list-3000': [
      ...[s.listed('LoRAs, 1,000 of 3,000'), clear],
      ({ workbench }) => workbench.view('Models').getByText('1,000 of 3,000').hover(),
      s.hovered('Only 1,000'),
    ],
    'list-3000-gone-to': async (app) => {
      const names = app.service.catalog.loras.map(({ name }) => name).toSorted();
      const far = names.at(-1) ?? '';
      const goTo = [clear, s.command('Hosted Models: Go to Model…'), s.type(far), s.pick(far), s.listed(far)];
      for (const step of goTo) await step(app);
      await s.seen('3,008 models · Acme production')(app);
    },
  },
};

export const listSessions = [
  listSession,
  changeSession,
  severalSession,
  mistakeSession,
  waitSession,
  waitSeveralSession,
  largeSession,
];
