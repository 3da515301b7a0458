import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AgentTools } from '../../src/ui/agentTools/agentTools.ts';
import { canaryKey } from '../e2e/canary.ts';
import { creators } from '../service/people.ts';
import type { RunningService, WireCreator } from '../service/service.ts';
import { setConnections } from './support/connectionSettings.ts';
import { liveExtension, sent } from './support/extension.ts';
import { within } from './support/waiting.ts';
import { closeWindow, load, openWindow, otherUrl, useWorld } from './support/world.ts';

const toolNames = ['list_hosted_models', 'get_hosted_model'];

interface Answer {
  error?: string;
  name?: string;
  kind?: string;
  connection?: string;
  connections?: { connection: string; loras: number; minutes_old?: number; error?: string }[];
  models?: { name: string; kind: string; connection: string }[];
  left_out?: number;
}

const read = (answer: string): Answer => JSON.parse(answer);
const namesIn = (answer: string) => read(answer).models?.map(({ name }) => name) ?? [];

/** Calls a tool as VS Code's chat does; in a host that runs tests, VS Code itself agrees to its question. */
async function call(name: string, input: object = {}, token?: vscode.CancellationToken): Promise<string> {
  const invoked = vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  const { content } = await within(invoked, `${name} answers`);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

const list = (input: object = {}) => call('list_hosted_models', input);
const get = (input: object) => call('get_hosted_model', input);
const refresh = () => vscode.commands.executeCommand('hostedModels.refreshModels');

const people = Object.values(creators).flatMap((creator: WireCreator) => {
  const { first_name: first, last_name: last, email } = creator.user ?? {};
  return [first, last, email, creator.api_key?.name].filter((one) => one);
});

describe('The tools for agents, called through VS Code', () => {
  let service: RunningService;
  const lorasBefore: RunningService['catalog']['loras'] = [];

  before(async () => {
    ({ service } = await liveExtension());
    lorasBefore.push(...service.catalog.loras);
    await refresh();
  });

  beforeEach(() => service.clearRequests());

  afterEach(async () => {
    const methods = new Set(service.requests.map(({ method }) => method));
    assert.ok(
      [...methods].every((method) => method === 'GET'),
      [...methods].join(' '),
    );
    service.clearFaults();
    await setConnections();
  });

  after(async () => {
    service.catalog.loras.splice(0, Number.POSITIVE_INFINITY, ...lorasBefore);
    await refresh();
  });

  it('are registered, with what a model and a person read of them', () => {
    for (const name of toolNames) {
      const tool = vscode.lm.tools.find((one) => one.name === name);
      assert.ok(tool, `There is no ${name}.`);
      assert.match(tool.description, /LoRA adapter/u);
      assert.ok(tool.inputSchema && 'properties' in tool.inputSchema);
    }
  });

  it('list the kept models without a request', async () => {
    const answer = read(await list());
    const connection = new URL(service.url).host;
    assert.deepEqual(answer.connections, [{ connection, loras: 30, base_models: 8, minutes_old: 0 }]);
    assert.deepEqual([answer.models?.length, answer.left_out], [38, 0]);
    assert.deepEqual(
      answer.models?.find(({ name }) => name === 'untitled'),
      { name: 'untitled', kind: 'lora', deployed: false, unit_price: 0.2, connection },
    );
    assert.equal(service.requests.length, 0);
  });

  it('never name a person, an API key or an address of theirs', async () => {
    const answers = [await list()];
    for (const name of namesIn(answers[0] ?? '')) answers.push(await get({ name, kind: 'lora' }));
    assert.equal(answers.length, 39);
    // Such a word may be part of a model's name.
    const text = answers.join().replaceAll(/"name":"[^"]*"/gu, '');
    assert.ok(people.length > 10);
    assert.deepEqual(
      people.filter((one) => text.includes(String(one))),
      [],
    );
    assert.ok(!answers.join('').includes('@acme.example'));
    assert.ok(!answers.join('').includes(canaryKey));
  });

  it('get one model by one request', async () => {
    const model = read(await get({ name: 'support-tone-v7' }));
    assert.deepEqual([model.name, model.kind], ['support-tone-v7', 'lora']);
    assert.deepEqual(sent(service), ['GET /api/v1/lora/support-tone-v7']);
  });

  it('say why one could not be retrieved, in our own words', async () => {
    const on = 'GET /api/v1/lora/{name}';
    service.fail({ kind: 'status', status: 500, on, headers: { 'x-should-retry': 'false' } });
    const { error, ...rest } = read(await get({ name: 'support-tone-v7' }));
    assert.match(error ?? '', /answered with an error \(500\)\.$/u);
    assert.deepEqual(rest, {});
  });

  it('find a name that an answer shows with escapes', async () => {
    service.catalog.loras.push({ name: 'odd\u200Bname', unit_price: 1 });
    await refresh();
    const [shown] = namesIn(await list({ filter: 'odd' }));
    assert.equal(shown, 'odd\\u{200B}name');
    assert.equal(read(await get({ name: shown })).name, shown);
  });

  it('say of a name that no list has how to ask the service, and ask it nothing', async () => {
    assert.deepEqual(read(await get({ name: 'support-tone-v77' })), {
      error:
        'support-tone-v77 is in none of the lists that were loaded last; list_hosted_models has them. To ask the service itself, call again with the kind and the connection.',
    });
    assert.equal(service.requests.length, 0);
  });

  it('ask the service once for such a name of a kind that is given', async () => {
    const { error } = read(await get({ name: 'support-tone-v77', kind: 'lora' }));
    assert.match(error ?? '', /has no such entry \(404\)\.$/u);
    assert.deepEqual(
      service.requests.map(({ path: at }) => at),
      ['/api/v1/lora/support-tone-v77'],
    );
  });

  it('say that there is no key, and name the connection of each model', async () => {
    const { port, host } = new URL(service.url);
    await setConnections([{ id: 'keyless', name: 'Keyless', url: otherUrl(service) }]);
    const keyless = `Keyless (localhost:${port})`;
    for (const connection of ['keyless', `localhost:${port}`, keyless]) {
      const error = 'There is no API key. The user can set it in the Models view.';
      assert.deepEqual(read(await list({ connection })).connections, [
        { connection: keyless, loras: 0, base_models: 0, error },
      ]);
    }
    assert.deepEqual(read(await get({ name: 'tone', connection: 'Keyless', kind: 'lora' })), {
      error: 'No API key for Keyless.',
    });
    assert.match(read(await get({ name: 'tone', connection: 'Keyless' })).error ?? '', /^tone is in none/u);
    // The view may ask the other connection, which it shows.
    const hosts = service.requests.map(({ headers }) => headers['host']);
    assert.ok(!hosts.includes(`localhost:${port}`));
    const both = read(await list({ filter: 'support-tone-v7' }));
    assert.deepEqual(both.connections?.map(({ connection }) => connection).toSorted(), [host, keyless]);
    assert.deepEqual(
      both.models?.map(({ connection }) => connection),
      [host],
    );
  });

  it('stop the request when they are canceled', async () => {
    service.fail({ kind: 'hang', on: 'GET /api/v1/lora/{name}' });
    const asked = service.nextRequest(({ path: at }) => at === '/api/v1/lora/support-tone-v7');
    const source = new vscode.CancellationTokenSource();
    const answer = call('get_hosted_model', { name: 'support-tone-v7' }, source.token);
    const outcome = assert.rejects(answer, { name: 'Canceled' });
    const { closed } = await within(asked, 'the request');
    source.cancel();
    await outcome;
    assert.equal((await within(closed, 'the socket closes')).complete, false);
  });
});

describe('The tools for agents in a new window', () => {
  const world = useWorld();
  const { signal } = new AbortController();

  it('answer from the list kept on disk, without a request', async () => {
    await load(world());
    const next = openWindow(world());
    next.service.clearRequests();
    const answer = await new AgentTools(next).list({}, signal);
    assert.equal(namesIn(answer).length, 38);
    assert.equal(next.service.requests.length, 0);
    closeWindow(next);
  });

  it('load the list before they look for a model, and ask for it once', async () => {
    const answer = await new AgentTools(world()).get({ name: 'support-tone-v7' }, signal);
    assert.equal(read(answer).name, 'support-tone-v7');
    const asked = world().service.requests.map(({ path: at }) => at);
    assert.deepEqual(asked.slice(0, 2).sort(), ['/api/v1/base-model', '/api/v1/lora']);
    assert.deepEqual(asked.slice(2), ['/api/v1/lora/support-tone-v7']);
  });

  it('leave out a LoRA that was deleted from this window', async () => {
    await load(world());
    const { connection, pending } = world();
    const ref = { connectionId: connection.id, kind: 'lora', name: 'untitled' } as const;
    await pending.during(ref, async () => ({ isGone: true }));
    assert.ok(!namesIn(await new AgentTools(world()).list({}, signal)).includes('untitled'));
  });

  it('ask which one is meant if a LoRA and a base model have the same name', async () => {
    world().service.catalog.loras.push({ name: 'llama-3-8b', unit_price: 1 });
    await load(world());
    const tools = new AgentTools(world());
    assert.match(
      read(await tools.get({ name: 'llama-3-8b' }, signal)).error ?? '',
      /^Several models have this name: lora of .*, base_model of .*\. Call again with the kind or connection\.$/u,
    );
    const answer = read(await tools.get({ name: 'llama-3-8b', kind: 'base_model' }, signal));
    assert.equal(answer.kind, 'base_model');
  });
});
