import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { clearApiKey, makeWritable, removeConnection } from '../../src/ui/connections/connectionCommands.ts';
import { liveExtension, liveModel } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { groupOf, rowOf } from './support/rows.ts';
import { useTestRequestBench } from './support/testRequestBench.ts';
import { connect, load, useWorld } from './support/world.ts';

describe('A command that takes something away', () => {
  const world = useWorld();
  const person = usePerson();
  const picking = usePicking();

  const typedKey = 'typed-key';
  const key = () => world().keys.apiKey(world().connection);
  const isReadOnly = () => world().connections.byId(world().connection.id)?.readOnly;
  /** Whatever describes the connection, but is no row of ours. */
  const forged = () => {
    const { connection } = world();
    const own = groupOf(world().tree, 'lora');
    return [
      undefined,
      { connectionId: connection.id },
      { type: 'connection', connectionId: connection.id, connection },
      { ...own },
      Object.create(own),
      new Proxy(own, {}),
    ];
  };

  beforeEach(async () => {
    await load(world());
    await world().keys.setApiKey(world().connection, typedKey);
  });

  it('names the connection and its host, and clears no key unless the person agrees', async () => {
    const { connection } = world();
    for (const from of forged()) {
      const seen = person({});
      await clearApiKey(world(), from);
      assert.deepEqual(seen.messages, [`Clear the API key of “${connection.name}”?`]);
      assert.deepEqual(seen.buttons, [['Keep API Key', 'Clear API Key']]);
      assert.ok(seen.details.join().includes(new URL(connection.baseUrl).host));
      assert.equal(await key(), typedKey);
    }
    person({ button: 'Clear API Key' });
    await clearApiKey(world(), undefined);
    assert.notEqual(await key(), typedKey);
  });

  it('allows no deletions unless the person agrees, while it may be called by anybody to forbid them', async () => {
    const { connections, connection } = world();
    await connections.update(connection, { readOnly: true });
    for (const from of forged()) {
      const seen = person({});
      await makeWritable(world(), from);
      assert.deepEqual(seen.messages, [`Allow deletions on “${connection.name}”?`]);
      assert.deepEqual(seen.buttons, [['Keep Read-Only', 'Allow Deletions']]);
      assert.ok(seen.details.join().includes(new URL(connection.baseUrl).host));
      assert.equal(isReadOnly(), true);
    }
    person({ button: 'Allow Deletions' });
    await makeWritable(world(), undefined);
    assert.equal(isReadOnly(), false);
  });

  it('removes no connection unless the person agrees', async () => {
    const { connections, connection } = world();
    await connections.update(connection, { name: 'Acme' });
    const seen = person({});
    await removeConnection(world(), undefined);
    assert.deepEqual(seen.messages, ['Remove connection “Acme”?']);
    assert.deepEqual(seen.buttons, [['Keep Connection', 'Remove Connection']]);
    assert.ok(connections.isInSetting(connection.id));
    person({ button: 'Remove Connection' });
    await removeConnection(world(), undefined);
    assert.ok(!connections.isInSetting(connection.id));
  });

  it('asks nothing on a row of ours', async () => {
    const { connections, connection, tree } = world();
    await connections.update(connection, { readOnly: true });
    const seen = person({});
    await makeWritable(world(), groupOf(tree, 'lora'));
    assert.equal(isReadOnly(), false);
    const [fact] = tree.getChildren(rowOf(tree, 'support-tone-v7'));
    await clearApiKey(world(), fact);
    assert.notEqual(await key(), typedKey);
    assert.doesNotMatch(seen.messages.join(), /\?$/u);
  });

  it('asks nothing more about the connection that the person has picked', async () => {
    const { connections, service } = world();
    const entries = ['one', 'two'].map((id) => ({ id, name: id, url: service.url, readOnly: true }));
    await connect(world(), ...entries);
    const seen = person({});
    picking('two');
    await makeWritable(world(), undefined);
    assert.deepEqual(
      connections.all.map(({ id, readOnly }) => [id, readOnly]),
      [
        ['one', true],
        ['two', false],
      ],
    );
    assert.deepEqual(seen.messages, []);
  });

  it('changes nothing if the connection has moved while it was asked', async () => {
    const { connections, connection } = world();
    await connections.update(connection, { readOnly: true });
    const moved = { ...connection, baseUrl: 'https://moved.example' };
    const onMessage = () => Object.assign(connections, { byId: () => moved });
    const seen = person({ button: 'Allow Deletions', onMessage });
    await makeWritable(world(), { connectionId: connection.id });
    Reflect.deleteProperty(connections, 'byId');
    assert.equal(isReadOnly(), true);
    assert.match(seen.messages.join('\n'), /have changed meanwhile\. Nothing was changed\./u);
  });
});

describe('A test request', () => {
  const bench = useTestRequestBench();
  const person = usePerson();
  const picking = usePicking();

  it('names the model and its place before it goes to what is no row of ours, and needs the person’s agreement', async () => {
    const { connection, tree } = bench().world;
    const own = rowOf(tree, 'support-tone-v7');
    const described = { connectionId: connection.id, kind: 'lora', name: own.name };
    const calls: unknown[][] = [
      [described],
      [{ ...own }],
      [Object.create(own)],
      [described, [own]],
      [own, [described]],
      [own, [own, described]],
    ];
    for (const given of calls) {
      const seen = person({});
      await bench().tests.send(...given);
      assert.deepEqual(seen.messages, ['Send a test request to “support-tone-v7”?']);
      assert.ok(seen.details.join().includes(new URL(connection.baseUrl).host));
    }
    assert.deepEqual(bench().asked(), []);
    person({ button: 'Send Test Request' });
    await bench().tests.send(described);
    assert.deepEqual(bench().asked(), ['support-tone-v7', 'llama-3-8b']);
  });

  it('goes to a row of ours at once, and to a model that the person picks', async () => {
    const seen = person({});
    const own = rowOf(bench().world.tree, 'support-tone-v7');
    await bench().tests.send(own, [own]);
    picking('old-experiment');
    await bench().tests.send();
    assert.deepEqual(bench().asked(), ['support-tone-v7', 'llama-3-8b', 'old-experiment']);
    assert.doesNotMatch(seen.messages.join('\n'), /\?/u);
  });

  it('asks about a selected row if the call names none', async () => {
    const tests = bench().testsWith([rowOf(bench().world.tree, 'old-experiment')]);
    const seen = person({});
    await tests.send();
    assert.deepEqual(seen.messages, ['Send a test request to “old-experiment”?']);
    assert.deepEqual(bench().asked(), []);
  });

  it('is tried again by the button of its failure without another question', async () => {
    bench().fail({
      kind: 'status',
      status: 500,
      on: 'POST /api/v1/chat/completions',
      times: 1,
      headers: { 'x-should-retry': 'false' },
    });
    const seen = person({ button: 'Retry' });
    await bench().tests.send(rowOf(bench().world.tree, 'old-experiment'));
    assert.equal(bench().asked().length, 2);
    assert.doesNotMatch(seen.messages.join('\n'), /\?/u);
  });
});

describe('Another extension’s call', () => {
  const person = usePerson();

  it('clears no key, allows no deletions and sends no test request without a question', async () => {
    const { service, connectionId: id } = await liveExtension();
    await vscode.commands.executeCommand('hostedModels.refreshModels');
    const connection = { id, name: 'x', baseUrl: service.url, readOnly: false };
    const model = { type: 'model', connection, ...(await liveModel('support-tone-v7')) };
    service.clearRequests();
    for (const command of ['clearApiKey', 'makeWritable', 'sendTestRequest']) {
      for (const given of [[model], [model, [model]], [{ ...model, isOwn: true, isConfirmed: true }]]) {
        const seen = person({});
        await vscode.commands.executeCommand(`hostedModels.${command}`, ...given);
        assert.equal(seen.messages.length, 1, command);
        assert.match(seen.messages[0] ?? '', /\?$/u);
        assert.match(seen.details[0] ?? '', /127\.0\.0\.1/u);
      }
    }
    assert.deepEqual(service.requests, []);
  });
});
