import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import * as vscode from 'vscode';
import type { Connection } from '../../src/core/connections/connection.ts';
import { contextSize } from '../../src/core/languageModels/contextSize.ts';
import { findModel } from '../../src/core/models/catalog.ts';
import { AgentTools } from '../../src/ui/agentTools/agentTools.ts';
import { pageModels } from '../../src/ui/chats/page/pageModel.ts';
import { addConnection } from '../../src/ui/connections/addConnection.ts';
import { detailsSections } from '../../src/ui/details/detailsSections.ts';
import { DiagnosisCommands } from '../../src/ui/diagnosis/diagnosisCommands.ts';
import { copyLink } from '../../src/ui/links/followLink.ts';
import { retrieveModel } from '../../src/ui/models/retrieveModel.ts';
import { copyRequestAs } from '../../src/ui/requestCode/copyRequestAs.ts';
import { type RunningService, startService } from '../service/service.ts';
import { sendJson, serve } from '../unit/api/harness.ts';
import { useBoxes } from './support/boxes.ts';
import { developedExtension, liveExtension } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { groupOf, textsOf } from './support/rows.ts';
import { undrawnView } from './support/undrawnView.ts';
import { until, within } from './support/waiting.ts';
import { closeWindow, connect, openWindow, useWorld, type World } from './support/world.ts';

const name = 'support-tone-v7';

describe('An OpenAI-compatible server', () => {
  const world = useWorld();
  const person = usePerson();
  const picking = usePicking();
  const nextBox = useBoxes();
  const started: RunningService[] = [];
  before(liveExtension);
  afterEach(async () => {
    for (const service of started.splice(0)) await service.close();
  });

  async function start(keys: string[] = [], openAi: true | 'sglang' = true): Promise<RunningService> {
    const service = await startService({ openAi, keys, tokensPerSecond: Number.POSITIVE_INFINITY });
    started.push(service);
    return service;
  }

  /** A connection to it, as the setting has it. */
  async function connectDesk(entry: object = { kind: 'openai' }, keys?: string[]) {
    const service = await start(keys);
    const [connection] = await connect(world(), { id: 'desk', name: 'Desk', url: service.url, ...entry });
    return { service, connection };
  }

  const entries = () =>
    vscode.workspace.getConfiguration('hostedModels').get<{ kind?: string }[]>('connections');
  const headersOf = ({ requests }: RunningService) =>
    requests.map(({ path, headers }) => [path, headers['authorization']]);

  it('is added without a key where it wants none, once the person has read what it is', async () => {
    const service = await start();
    const { connections, keys, catalogs } = world();
    const seen = person({});
    const shown = nextBox();
    const ended = within(addConnection({ ...world(), view: undrawnView }), 'the command ends');
    const box = await shown;
    box.enter(`${service.url}/v1/chat/completions`);
    await box.says(
      /^An OpenAI-compatible server with 35 models\. LoRAs can be listed and used, not deleted\. It needs no API key\./u,
    );
    const nameBox = await nextBox(() => box.enter());
    assert.deepEqual([nameBox.box.step, nameBox.box.totalSteps], [3, 3]);
    assert.deepEqual(headersOf(service), [
      ['/api/v1/lora', undefined],
      ['/v1/models', undefined],
    ]);
    nameBox.enter('Desk');
    await ended;
    assert.match(seen.messages.join(), /^Connected to Desk: 28 LoRAs, 7 base models$/u);
    const connection = connections.all.find((one) => one.name === 'Desk');
    assert.ok(connection);
    assert.deepEqual([connection.kind, connection.readOnly], ['openai', true]);
    assert.deepEqual(
      entries()?.map(({ kind }) => kind),
      ['openai'],
    );
    assert.equal(await keys.apiKey(connection), undefined);
    await until(catalogs.onDidChange, 'its list', () => catalogs.isFresh(connection.id));
    assert.ok(headersOf(service).every(([, key]) => key === undefined));
  });

  it('is asked for with a key where it wants one', async () => {
    const service = await start(['desk-key']);
    const seen = person({});
    const shown = nextBox();
    const ended = within(addConnection({ ...world(), view: undrawnView }), 'the command ends');
    const box = await shown;
    box.enter(service.url);
    await box.says(/^An OpenAI-compatible server that asks for an API key\./u);
    const keyBox = await nextBox(() => box.enter());
    keyBox.enter('wrong');
    await keyBox.says(/^The service refused this key \(401\)\. /u);
    (await nextBox(() => keyBox.enter('desk-key'))).enter('Desk');
    await ended;
    assert.match(seen.messages.at(-1) ?? '', /^Connected to Desk: 28 LoRAs, 7 base models$/u);
    const added = world().connections.all.find((one) => one.name === 'Desk');
    assert.equal(added?.kind, 'openai');
    assert.equal(await world().keys.apiKey(added), 'desk-key');
  });

  it('may be saved unseen, without a key', async () => {
    const shown = nextBox();
    const ended = within(addConnection({ ...world(), view: undrawnView }), 'the command ends');
    const box = await shown;
    box.enter('http://127.0.0.1:9');
    await box.says(/Save Anyway/u);
    const keyBox = await nextBox(() => box.press('Save Anyway'));
    (await nextBox(() => keyBox.enter(''))).enter('Desk');
    await ended;
    assert.deepEqual(
      entries()?.map(({ kind }) => kind),
      ['openai'],
    );
  });

  it('is found with the first list where the setting does not say it, and the setting then does', async () => {
    const { connection, service } = await connectDesk({}, ['desk-key']);
    const { connections, catalogs, keys } = world();
    await keys.setApiKey(connection, 'desk-key');
    await catalogs.loader(connection).refresh();
    assert.equal(catalogs.of(connection).loras.length, 28);
    const now = connections.byId('desk');
    assert.deepEqual([now?.kind, now?.readOnly], ['openai', true]);
    if (!entries()?.[0]?.kind)
      await until(connections.onDidChange, 'the setting', () => entries()?.[0]?.kind === 'openai');
    assert.equal(service.requests.at(-1)?.path, '/v1/models');
  });

  it('is not found where a hosting service answered once, whatever that answers in its next windows', async () => {
    const models = { object: 'list', data: [{ id: 'tiny-llama' }] };
    let answer: RequestListener = (_, response) => sendJson(response, []);
    await using server = await serve((request, response) =>
      request.url === '/v1/models' ? sendJson(response, models) : answer(request, response),
    );
    await connect(world(), { id: 'gateway', name: 'Gateway', url: server.url });
    const kindsAfter = async (window: World) => {
      const connection = window.connections.byId('gateway');
      assert.ok(connection);
      await window.keys.setApiKey(connection, 'desk-key');
      await window.catalogs.loader(connection).refresh();
      return [window.connections.byId('gateway')?.kind, entries()?.[0]?.kind];
    };
    assert.deepEqual(await kindsAfter(world()), [undefined, undefined]);
    for (const [status, body] of [
      [404, { detail: 'Not Found' }],
      [400, {}],
      [200, {}],
      [302, {}],
      [503, {}],
    ] as const) {
      answer = (_, response) => sendJson(response, body, status);
      const next = openWindow(world());
      assert.deepEqual(await kindsAfter(next), ['hosted', undefined], String(status));
      assert.equal(next.connections.byId('gateway')?.readOnly, false);
      closeWindow(next);
    }
  });

  it('that wants a key after all says so, as a hosting service does', async () => {
    const { connection } = await connectDesk({ kind: 'openai' }, ['desk-key']);
    const { catalogs } = world();
    await catalogs.loader(connection).refresh();
    assert.equal(catalogs.of(connection).state, 'noKey');
  });

  /** Its list is loaded. */
  async function listed(): Promise<{ service: RunningService; connection: Connection }> {
    const { service, connection } = await connectDesk();
    await world().catalogs.loader(connection).refresh();
    return { service, connection };
  }

  it('is a read-only row that says why, with models of which it shows only what is told', async () => {
    await listed();
    const { tree } = world();
    const node = tree.getChildren().find((one) => one.type === 'connection' && one.connectionId === 'desk');
    assert.ok(node);
    const item = tree.resolveTreeItem(tree.getTreeItem(node), node);
    assert.equal(item.description, '35 models · read-only');
    assert.match(item.contextValue ?? '', /^connection\.readOnly\.openAi$/u);
    assert.match(
      String(item.tooltip),
      /\nAn OpenAI-compatible server: LoRAs can be listed and used, not deleted\.$/u,
    );
    const [lora] = tree
      .getChildren(groupOf(tree, 'lora', node))
      .filter((one) => one.type === 'model' && one.name === name);
    assert.ok(lora);
    const row = tree.getTreeItem(lora);
    assert.deepEqual([row.description, row.contextValue], ['llama-3-8b', 'lora.readOnly.noLink']);
    assert.deepEqual(textsOf(tree, tree.getChildren(lora)), [
      'Base model: llama-3-8b',
      `Model name: /adapters/${name}`,
      'Context: 8,192 tokens',
    ]);
  });

  it('is told of as it is: on a model’s page, in copied requests, to agents and to VS Code’s chat', async () => {
    const { service, connection } = await listed();
    const ref = { kind: 'lora', name } as const;
    const { model, raw } = await retrieveModel(world().clients.for(connection), ref);
    const sections = detailsSections(model, raw);
    assert.deepEqual(
      sections.map(({ title, facts }) => [title, facts.map(({ label, value }) => `${label}: ${value}`)]),
      [
        [undefined, ['Base model: llama-3-8b', `Model name: /adapters/${name}`, 'Context: 8,192 tokens']],
        ['Other', ['owned_by: vllm']],
      ],
    );
    // Its path is in copied requests, and it has no links.
    const copied = { connectionId: 'desk', kind: 'lora', name } as const;
    const seen = person({});
    const presets = { read: async () => [] };
    await copyRequestAs('bash', copied, world(), { presets, panels: { active: undefined } });
    const code = await vscode.env.clipboard.readText();
    assert.ok(code.includes(`'${service.url}/v1/chat/completions'`), code);
    await copyLink({ ...world(), view: { selection: [] } }, copied);
    assert.match(seen.messages.join(), /^No link for support-tone-v7: under this machine's address/u);
    // Agents learn what it is, and no path.
    const tools = new AgentTools(world());
    const { signal } = new AbortController();
    const list = JSON.parse(await tools.list({ connection: 'Desk', filter: name }, signal));
    assert.equal(list.connections[0].server_kind, 'openai');
    const base = { name, kind: 'lora', base_model: 'llama-3-8b', context_tokens: 8192 };
    const { connection: place, ...entry } = list.models[0];
    assert.deepEqual(entry, base);
    const one = JSON.parse(await tools.get({ connection: 'Desk', name }, signal));
    assert.deepEqual(one, { ...base, connection: place, server_kind: 'openai' });
    // An adapter has the context of its base.
    const found = findModel(world().catalogs.of(connection), name);
    assert.ok(found);
    assert.deepEqual(contextSize({}, found), { context: 8192, output: 4096, isAssumed: false });
    // It may answer for a model that it does not list.
    const shown = pageModels(world())({ connectionId: connection.id, name: 'loaded-on-first-use' });
    assert.equal(shown.gone, undefined);
    assert.equal(shown.warning, "Desk doesn't list it; trying it anyway.");
  });

  it('that is SGLang is told an adapter’s base with its name: in chats, copied requests and on its page', async () => {
    const service = await start([], 'sglang');
    const [connection] = await connect(world(), { id: 'sglang', url: service.url, kind: 'openai' });
    await world().catalogs.loader(connection).refresh();
    const wireName = `llama-3-8b:${name}`;
    const request = { model: name, messages: [{ role: 'user' as const, content: 'Hello' }] };
    for await (const { type } of await world().clients.for(connection).streamChat(request)) assert.ok(type);
    assert.equal(JSON.parse(service.requests.at(-1)?.body ?? '').model, wireName);
    // The next window has the list that is kept, and sends nothing for a copy.
    const later = openWindow(world());
    const sent = service.requests.length;
    const presets = { read: async () => [] };
    const row = { connectionId: connection.id, kind: 'lora', name } as const;
    await copyRequestAs('bash', row, later, { presets, panels: { active: undefined } });
    const code = await vscode.env.clipboard.readText();
    assert.ok(code.includes(`"model":"${wireName}"`), code);
    assert.equal(service.requests.length, sent);
    const model = later.catalogs.find(row);
    assert.ok(model);
    const [facts] = detailsSections(model, {});
    assert.ok(facts?.facts.some(({ label, value }) => label === 'Name in requests' && value === wireName));
    closeWindow(later);
  });

  it('is diagnosed without a key', async () => {
    const { connection } = await listed();
    const reports: string[] = [];
    const open = async (_folder: string, _name: string, text: string) => void reports.push(text);
    const commands = new DiagnosisCommands({
      ...world(),
      extension: developedExtension(),
      documents: { open },
    });
    picking(name);
    await within(commands.diagnose({ connectionId: connection.id }), 'the diagnosis ends', 15_000);
    const report = reports.join().replace(/\s+/gu, ' ');
    assert.match(report, /an OpenAI-compatible server: LoRAs are listed and used, not deleted/u);
    assert.match(report, /Everything works\./u);
    assert.doesNotMatch(report, / failed /u);
  });
});
