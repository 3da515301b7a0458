import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../src/core/connections/connection.ts';
import type { DetailsState, DetailsToHost, DetailsToPage } from '../../src/protocol/details.ts';
import type { ModelHistory } from '../../src/ui/chats/view/modelHistory.ts';
import { DetailsPanel } from '../../src/ui/details/detailsPanel.ts';
import { DetailsPanels } from '../../src/ui/details/detailsPanels.ts';
import type { DetailsParts } from '../../src/ui/details/detailsParts.ts';
import { retrieveModel } from '../../src/ui/models/retrieveModel.ts';
import { pageOptions } from '../../src/ui/shared/pageHtml.ts';
import { lora } from '../unit/core/fixtures.ts';
import { setConnections, setUser } from './support/connectionSettings.ts';
import { developedExtension, liveExtension, liveModel } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { type RecordedPanel, recordedPanel } from './support/recordedPanel.ts';
import { until, within } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

const detailsTabs = (): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith('hostedModels.details'),
    );

describe('Show Details', () => {
  afterEach(() => vscode.window.tabGroups.close(detailsTabs()));

  async function show(...model: Parameters<typeof liveModel>): Promise<void> {
    await vscode.commands.executeCommand('hostedModels.showDetails', await liveModel(...model));
  }

  const opened = (count: number) =>
    until(vscode.window.tabGroups.onDidChangeTabs, `${count} tabs`, () => detailsTabs().length === count);

  it('opens one tab for each model, and retrieves it again each time', async () => {
    const { service } = await liveExtension();
    const path = '/api/v1/lora/support-tone-v7';
    for (let time = 0; time < 2; time++) {
      const asked = service.nextRequest((request) => request.path === path && request.method === 'GET');
      await show('support-tone-v7');
      await within(asked, 'it is retrieved');
    }
    await show('llama-3-8b', 'baseModel');
    await opened(2);
    assert.deepEqual(
      detailsTabs()
        .map(({ label }) => label)
        .sort(),
      ['llama-3-8b', 'support-tone-v7'],
    );
  });

  it('has a clean, short title, whatever the model’s name', async () => {
    await liveExtension();
    await show(`evil\u202etxt\n${'x'.repeat(300)}`);
    await opened(1);
    const [tab] = detailsTabs();
    await until(
      vscode.window.tabGroups.onDidChangeTabs,
      'a short title',
      () => (tab?.label.length ?? 0) <= 60,
    );
    assert.doesNotMatch(detailsTabs()[0]?.label ?? '', /[\u202e\n]/u);
  });
});

const isState = (message: { type: string }): message is DetailsToPage =>
  message.type === 'state' && 'state' in message;

describe('A details tab', () => {
  const world = useWorld();
  const person = usePerson();
  const name = 'support-tone-v7';
  const chat = { id: 'c1', title: 'Refund tone', when: '10:42' };
  const withChat: ModelHistory = { chats: [chat], votes: undefined };
  let recorded: RecordedPanel;
  let changes: Partial<DetailsParts>;
  let isBroken: boolean;
  /** The base URL of each retrieve. */
  let asked: string[];

  beforeEach(() => {
    changes = {};
    isBroken = false;
    asked = [];
    recorded = recordedPanel(pageOptions(developedExtension().extensionUri));
  });
  afterEach(() => recorded.panel.dispose());

  function parts(): DetailsParts {
    const { connections, catalogs, clients, pending, offered, log } = world();
    return {
      extensionUri: developedExtension().extensionUri,
      get connections() {
        if (isBroken) throw new Error('It broke.');
        return connections;
      },
      catalogs,
      offered,
      retrieve: (connection, ref, options) => {
        asked.push(connection.baseUrl);
        return changes.retrieve
          ? changes.retrieve(connection, ref, options)
          : retrieveModel(clients.for(connection), ref, options);
      },
      isDeleted: (ref) => pending.isDeleted(ref),
      history: async (...asked) => changes.history?.(...asked) ?? { chats: [], votes: undefined },
      log,
    };
  }

  const ref = (connectionId = world().connection.id) => ({ connectionId, kind: 'lora' as const, name });
  const open = (connectionId?: string) => new DetailsPanel(recorded.panel, ref(connectionId), parts());
  const states = (): DetailsState[] => {
    const posted: { type: string }[] = recorded.posted;
    return posted.filter(isState).map(({ state }) => state);
  };
  const last = (): DetailsState | undefined => states().at(-1);
  const reaches = (state: DetailsState['state']) =>
    until(recorded.onDidPost, state, () => last()?.state === state);
  const say = (message: DetailsToHost) => Reflect.apply(recorded.say, undefined, [message]);

  async function connect(url: string): Promise<Connection> {
    const { connections } = world();
    await setConnections([{ id: 'acme', name: 'Acme', url }]);
    await until(connections.onDidChange, url, () => connections.byId('acme')?.baseUrl === url);
    const acme = connections.byId('acme');
    assert.ok(acme);
    return acme;
  }

  async function disconnect(): Promise<void> {
    const { connections } = world();
    await setConnections();
    await until(connections.onDidChange, 'it is removed', () => connections.byId('acme') === undefined);
  }

  it('says what a change was from, also once the list counts it as seen', async () => {
    await load(world());
    const { service, catalogs, connection } = world();
    const entry = service.catalog.loras.find((one) => one.name === name);
    assert.ok(entry?.active_deployment);
    entry.active_deployment.base_model_name = 'mistral-7b-instruct';
    await load(world());
    const panel = open();
    catalogs.loader(connection).markSeen(() => true);
    await reaches('shown');
    const base = () =>
      last()
        ?.sections.flatMap(({ facts }) => facts)
        .find(({ label }) => label === 'Base model');
    assert.deepEqual([base()?.value, base()?.was], ['mistral-7b-instruct', '(was llama-3-8b)']);
    await panel.refresh();
    assert.equal(base()?.was, '(was llama-3-8b)');
  });

  it('says that it waits before it tries again, and can be stopped', async () => {
    const { service, connection } = world();
    service.fail({
      kind: 'status',
      status: 503,
      on: 'GET /api/v1/lora/{name}',
      headers: { 'retry-after': '8' },
    });
    open();
    await until(recorded.onDidPost, 'it waits', () => last()?.canStop === true);
    assert.equal(last()?.notice, `${connection.name} is busy (503), trying again in 8 s.`);
    assert.equal(last()?.state, 'loading');
    say({ type: 'stop' });
    await reaches('failed');
    assert.deepEqual(
      [last()?.notice, last()?.canStop],
      [`Stopped before ${connection.name} answered.`, false],
    );
    service.clearFaults();
    say({ type: 'refresh' });
    await reaches('shown');
    assert.equal(last()?.notice, undefined);
  });

  it('never goes back to an earlier state, however long its chats take to read', async () => {
    const slow = Promise.withResolvers<ModelHistory>();
    let reads = 0;
    changes.history = () => {
      reads += 1;
      return reads === 1 ? slow.promise : Promise.resolve(withChat);
    };
    const page = open();
    await reaches('shown');
    const from = states().length;
    slow.resolve({ chats: [], votes: undefined });
    await slow.promise;
    await page.show();
    const later = states().slice(from);
    assert.ok(later.length > 0);
    for (const { state, chats } of later) assert.deepEqual([state, chats], ['shown', [chat]]);
  });

  it('sends nothing more once it is closed', async () => {
    const read = Promise.withResolvers<ModelHistory>();
    changes.history = () => read.promise;
    const page = open();
    const shown = page.show();
    recorded.panel.dispose();
    read.resolve(withChat);
    await shown;
    assert.deepEqual(states(), []);
  });

  it('shows the entry even if the chats can’t be read', async () => {
    changes.history = async () => {
      throw new Error('EACCES');
    };
    open();
    await reaches('shown');
    assert.match(world().log.lines.join(), /error Reading the chats/u);
  });

  it('reports an error instead of loading forever', async () => {
    changes.retrieve = async () => {
      throw new TypeError('It is no object.');
    };
    const page = open();
    await reaches('failed');
    assert.equal(last()?.notice, 'Something went wrong. See the log.');
    assert.match(world().log.lines.join(), /error Retrieving for the details failed: TypeError\n\s+at /u);
    delete changes.retrieve;
    await page.refresh();
    assert.deepEqual([last()?.state, last()?.notice], ['shown', undefined]);
  });

  it('reports an error if a message of its page fails', async () => {
    open();
    await reaches('shown');
    const said = Promise.withResolvers<void>();
    const seen = person({});
    const { showErrorMessage } = vscode.window;
    Object.assign(vscode.window, {
      showErrorMessage: (text: string) => {
        said.resolve();
        return showErrorMessage(text);
      },
    });
    isBroken = true;
    say({ type: 'ready' });
    await within(said.promise, 'a message');
    isBroken = false;
    assert.deepEqual(seen.messages, ['Something went wrong. See the log.']);
    assert.match(world().log.lines.join(), /error details failed: Error\n\s+at /u);
  });

  it('keeps what it shows and says so when its connection is removed, until that comes back', async () => {
    const { service } = world();
    await connect(service.url);
    const page = open('acme');
    await reaches('shown');
    const before = last();
    assert.ok(before?.canDelete && before.sections.length > 0);
    await disconnect();
    await page.show();
    assert.deepEqual(last(), {
      ...before,
      state: 'gone',
      notice: 'The connection of this entry was removed.',
      canDelete: false,
      vscodeChat: undefined,
    });
    say({ type: 'refresh' });
    await page.show();
    assert.equal(last()?.state, 'gone');
    assert.equal(asked.length, 1);
    await connect(service.url);
    await page.show();
    assert.deepEqual([last()?.state, last()?.notice, asked.length], ['shown', undefined, 2]);
  });

  it('ignores a late answer for a connection that was removed', async () => {
    await connect(world().service.url);
    const answer = Promise.withResolvers<{ model: ReturnType<typeof lora>; raw: unknown }>();
    changes.retrieve = () => answer.promise;
    const page = open('acme');
    await disconnect();
    await page.show();
    answer.resolve({ model: lora(name), raw: {} });
    await answer.promise;
    await page.show();
    assert.deepEqual([last()?.state, last()?.retrieved], ['gone', '']);
  });

  it('drops what another base URL gave, and asks the new one', async () => {
    const { service } = world();
    await connect(service.url);
    const page = open('acme');
    await reaches('shown');
    const moved = `http://localhost:${new URL(service.url).port}`;
    await connect(moved);
    const from = states().length;
    await page.show();
    assert.deepEqual(asked, [service.url, moved]);
    assert.ok(states().length > from);
    for (const { sections, retrieved } of states().slice(from)) {
      assert.deepEqual([sections, retrieved], [[], '']);
    }
    assert.deepEqual([last()?.state, last()?.notice], ['failed', 'No API key for Acme.']);
  });

  it('reads its chats and votes again whenever it is shown again, without retrieving the model', async () => {
    const page = open();
    await reaches('shown');
    const votes = { title: 'Votes', text: undefined, facts: [] };
    changes.history = async (_ref, deployment) => (deployment ? { ...withChat, votes } : withChat);
    await page.show();
    assert.deepEqual(last()?.chats, [chat]);
    assert.deepEqual(last()?.sections.at(-1), votes);
    assert.equal(asked.length, 1);
  });

  it('says “gone” after a deletion, and shows the model again if a retrieve finds it', async () => {
    const { pending } = world();
    const page = open();
    await reaches('shown');
    await pending.during(ref(), async () => ({ isGone: true }));
    await page.show();
    assert.match(last()?.notice ?? '', /^Gone from 127\.0\.0\.1:\d+\. Shown as of /u);
    assert.deepEqual([last()?.state, last()?.canDelete], ['gone', false]);
    await page.refresh();
    assert.ok(pending.isDeleted(ref()));
    assert.deepEqual([last()?.state, last()?.canDelete], ['shown', true]);
    await page.show();
    assert.equal(last()?.state, 'shown');
  });

  it('drops the answer that was under way when the model was deleted', async () => {
    const answer = Promise.withResolvers<{ model: ReturnType<typeof lora>; raw: unknown }>();
    changes.retrieve = () => answer.promise;
    const page = open();
    await world().pending.during(ref(), async () => ({ isGone: true }));
    await page.show();
    answer.resolve({ model: lora(name), raw: {} });
    await answer.promise;
    await page.show();
    assert.equal(last()?.state, 'gone');
  });

  it('retrieves the model again, once, when a newer list has it', async () => {
    const { service } = world();
    await load(world());
    const at = service.catalog.loras.findIndex((one) => one.name === name);
    const [removed] = service.catalog.loras.splice(at, 1);
    assert.ok(removed);
    const page = open();
    await reaches('gone');
    await page.show();
    assert.equal(asked.length, 1);
    service.catalog.loras.push(removed);
    await load(world());
    await page.show();
    assert.deepEqual([last()?.state, last()?.notice], ['shown', undefined]);
    await page.show();
    assert.equal(asked.length, 2);
  });

  it('says whether its model is in VS Code’s chat, and adds or removes it by the command', async () => {
    const { offered } = world();
    const page = open();
    await reaches('shown');
    assert.equal(last()?.vscodeChat, 'add');
    await offered.add([ref()]);
    await page.show();
    assert.equal(last()?.vscodeChat, 'remove');
    await offered.remove([ref()]);
    await page.show();
    assert.equal(last()?.vscodeChat, 'add');
    await setUser('hostedModels', 'vscodeChat.models', undefined);
  });

  it('comes back without its connection, and says why it shows nothing', async () => {
    const panels = new DetailsPanels(parts());
    await panels.deserializeWebviewPanel(recorded.panel, ref('removed'));
    await reaches('gone');
    assert.deepEqual(last(), {
      identity: ref('removed'),
      name,
      subtitle: 'LoRA',
      state: 'gone',
      notice: 'The connection of this entry was removed.',
      canLink: false,
      canDelete: false,
      vscodeChat: undefined,
      sections: [],
      loras: [],
      chats: [],
      canStop: false,
      retrieved: '',
    });
    assert.deepEqual(asked, []);
  });
});
