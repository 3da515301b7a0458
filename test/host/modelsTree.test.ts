import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Connections } from '../../src/ui/connections/connections.ts';
import { ModelsTree } from '../../src/ui/models/view/modelsTree.ts';
import { allIds, groupOf, iconOf, namesIn, rowOf, textsOf } from './support/rows.ts';
import { nextEvent, until } from './support/waiting.ts';
import { connect, load, otherUrl, useWorld, type World } from './support/world.ts';

/** Three connections: two to one service, of which one is read-only, and one without a key. */
const connectThree = (world: World) =>
  connect(
    world,
    { id: 'staging', name: 'Acme staging', url: world.service.url },
    { id: 'production', name: 'Acme production', url: `${world.service.url}/`, readOnly: true },
    { id: 'other', name: 'Other', url: otherUrl(world.service) },
  );

describe('The rows of the Models view', () => {
  const world = useWorld();

  it('are none without a connection or before a list has come', () => {
    const { catalogs, pending, offered, looks, tree, log, memory } = world();
    const connections = new Connections(undefined, log, memory);
    const sources = { connections, catalogs, pending, offered, looks };
    assert.deepEqual(new ModelsTree(sources).getChildren(), []);
    connections.dispose();
    assert.deepEqual(tree.getChildren(), []);
  });

  it('are the two groups with one connection', async () => {
    await load(world());
    const { tree } = world();
    assert.deepEqual(textsOf(tree, tree.getChildren()), ['LoRAs: 30', 'Base models: 8']);
    const item = tree.getTreeItem(groupOf(tree, 'lora'));
    assert.equal(item.contextValue, 'group');
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
    assert.equal(item.accessibilityInformation?.label, 'LoRAs, 30');
  });

  it('describe a model by text, icon and screen reader label', async () => {
    await load(world());
    const { tree } = world();
    const seen = (['support-tone-v7', 'old-experiment', 'llama-3-8b', 'phi-3-mini'] as const).map((name) => {
      const item = tree.getTreeItem(rowOf(tree, name, /llama|phi/u.test(name) ? 'baseModel' : 'lora'));
      return [
        item.label,
        item.description,
        iconOf(item),
        item.contextValue,
        item.accessibilityInformation?.label,
      ];
    });
    assert.deepEqual(seen, [
      [
        'support-tone-v7',
        'llama-3-8b · 3d',
        'layers-active',
        'lora',
        'support-tone-v7, LoRA, deployed on llama-3-8b, 3 days ago',
      ],
      ['old-experiment', 'not deployed', 'layers', 'lora', 'old-experiment, LoRA, not deployed'],
      [
        'llama-3-8b',
        'deployed · 7 LoRAs',
        'server-environment',
        'baseModel',
        'llama-3-8b, base model, deployed, 7 LoRAs, 1 year ago',
      ],
      [
        'phi-3-mini',
        'not deployed',
        'server-environment',
        'baseModel',
        'phi-3-mini, base model, not deployed',
      ],
    ]);
  });

  it('keep their ids over a refresh, and no two have the same id', async () => {
    await load(world());
    const { tree, service } = world();
    const before = allIds(tree);
    assert.equal(new Set(before).size, before.length);
    await load(world());
    assert.deepEqual(allIds(tree), before);
    service.catalog.loras.unshift({ name: 'AAA new', unit_price: 1 });
    await load(world());
    const after = allIds(tree);
    assert.deepEqual(
      before.filter((id) => !after.includes(id)),
      [],
    );
    assert.equal(after.length, before.length + 3);
  });

  it('know their parents, so that a row can be revealed', async () => {
    await load(world());
    const { tree } = world();
    const row = rowOf(tree, 'support-tone-v7');
    const [fact] = tree.getChildren(row);
    assert.ok(fact);
    const parent = tree.getParent(fact);
    assert.equal(parent && tree.getTreeItem(parent).id, tree.getTreeItem(row).id);
    assert.equal(tree.getParent(row), groupOf(tree, 'lora'));
    assert.equal(tree.getParent(groupOf(tree, 'lora')), undefined);
  });

  it('know which row gets the focus when one leaves: the next, else the one before, else the group', async () => {
    await load(world());
    const { tree, connection, looks } = world();
    const following = (name: string) => {
      const row = tree.rowAfter({ connectionId: connection.id, kind: 'lora', name });
      return row?.type === 'model' ? row.name : row?.type;
    };
    const names = namesIn(tree);
    assert.deepEqual([following(names[3] ?? ''), following(names[29] ?? '')], [names[4], names[28]]);
    assert.equal(following('no such model'), undefined);
    looks.change(connection.id, { filter: 'old-experiment' });
    assert.equal(following('old-experiment'), 'group');
  });

  it('show that a LoRA is being deleted, and offer nothing for it meanwhile', async () => {
    await load(world());
    const { tree, pending, connection } = world();
    const row = rowOf(tree, 'old-experiment');
    const { promise, resolve } = Promise.withResolvers<{ isGone: boolean }>();
    const deletion = pending.during(
      { connectionId: connection.id, kind: 'lora', name: row.name },
      () => promise,
    );
    const item = tree.getTreeItem(row);
    assert.equal(item.description, 'being deleted…');
    assert.equal(iconOf(item), 'loading~spin');
    assert.equal(item.contextValue, 'deleting');
    assert.equal(item.accessibilityInformation?.label, 'old-experiment, being deleted…');
    resolve({ isGone: false });
    await deletion;
    assert.equal(tree.getTreeItem(row).contextValue, 'lora');
  });

  it('are the connections if there are several, each with its own state', async () => {
    await connectThree(world());
    const { tree, catalogs, connections, service } = world();
    const roots = tree.getChildren();
    assert.deepEqual(textsOf(tree, roots), ['Acme staging: ', 'Acme production: read-only', 'Other: ']);
    await Promise.all(connections.all.map((one) => catalogs.loader(one).refresh()));
    assert.deepEqual(textsOf(tree, tree.getChildren()), [
      'Acme staging: 38 models',
      'Acme production: 38 models · read-only',
      'Other: no API key',
    ]);
    const contexts = tree.getChildren().map((node) => tree.getTreeItem(node).contextValue);
    assert.deepEqual(contexts, ['connection', 'connection.readOnly', 'connection.key']);
    assert.equal(iconOf(tree.getTreeItem(roots[0] ?? groupOf(tree, 'lora'))), 'cloud');
    assert.equal(service.requests.length, 4);
  });

  it('load a connection only when it is first expanded', async () => {
    await connectThree(world());
    const { tree, catalogs, service, connections } = world();
    const [staging] = tree.getChildren();
    assert.ok(staging?.type === 'connection');
    assert.deepEqual(service.requests.length, 0);
    const { connection } = staging;
    assert.deepEqual(tree.getChildren(staging), []);
    await until(catalogs.onDidChange, 'the list is there', () => catalogs.of(connection).state === 'fresh');
    assert.deepEqual(textsOf(tree, tree.getChildren(staging)), ['LoRAs: 30', 'Base models: 8']);
    assert.equal(service.requests.length, 2);
    assert.equal(connections.all.filter((one) => catalogs.of(one).state === 'idle').length, 2);
  });

  it('offer no Delete through a read-only connection', async () => {
    await connectThree(world());
    const { tree, catalogs, connections } = world();
    await Promise.all(connections.all.map((one) => catalogs.loader(one).refresh()));
    const production = tree.getChildren()[1];
    const contexts = tree
      .getChildren(production)
      .flatMap((group) => tree.getChildren(group))
      .map((row) => tree.getTreeItem(row).contextValue);
    assert.deepEqual([...new Set(contexts)], ['lora.readOnly', 'baseModel.readOnly']);
    const facts = tree
      .getChildren(production)
      .flatMap((group) => tree.getChildren(group))
      .flatMap((row) => tree.getChildren(row))
      .map((fact) => tree.getTreeItem(fact).contextValue ?? '');
    assert.ok(facts.includes('fact.baseModel.readOnly.copy') && facts.includes('fact.loras.readOnly'));
    assert.ok(facts.every((context) => context.includes('.readOnly')));
  });

  it('are those that match the filter, with their number', async () => {
    await load(world());
    const { tree, looks, connection } = world();
    looks.change(connection.id, { filter: 'TONE @deployed' });
    assert.deepEqual(textsOf(tree, tree.getChildren()), ['LoRAs: 4 of 30', 'Base models: 0 of 8']);
    assert.deepEqual(tree.count(connection), { matching: 4, total: 38 });
    const [, baseModels] = tree.getChildren();
    assert.ok(baseModels);
    assert.equal(tree.getTreeItem(baseModels).collapsibleState, vscode.TreeItemCollapsibleState.None);
    looks.change(connection.id, { filter: 'tonne' });
    assert.deepEqual(tree.getChildren(), []);
    looks.change(connection.id, { filter: '' });
    assert.equal(tree.count(connection).matching, 38);
  });

  it('are sorted by name, or by the newest deployment with undeployed ones last', async () => {
    await load(world());
    const { tree, looks, connection } = world();
    const names = () => namesIn(tree);
    assert.deepEqual(
      names().filter((name) => name.startsWith('support')),
      ['support-tone-v5', 'support-tone-v6', 'support-tone-v7', 'support-tone-v8-candidate'],
    );
    looks.change(connection.id, { sort: 'newest' });
    assert.equal(names()[0], 'support-tone-v8-candidate');
    assert.deepEqual(names().slice(-2), ['old-experiment', 'untitled']);
  });

  it('are filtered and sorted for each connection, which its row says', async () => {
    const { catalogs, looks, tree } = world();
    const [staging, production] = await connectThree(world());
    await Promise.all([staging, production].map((one) => catalogs.loader(one).refresh()));
    looks.change('production', { filter: 'tone @deployed' });
    const roots = tree.getChildren();
    assert.deepEqual(textsOf(tree, roots), [
      'Acme staging: 38 models',
      'Acme production: “tone @deployed” · 4 of 38 · read-only',
      'Other: ',
    ]);
    const contexts = roots.slice(0, 2).map((node) => tree.getTreeItem(node).contextValue);
    assert.deepEqual(contexts, ['connection', 'connection.filtered.readOnly']);
    assert.deepEqual(textsOf(tree, tree.getChildren(roots[0])), ['LoRAs: 30', 'Base models: 8']);
    assert.deepEqual(textsOf(tree, tree.getChildren(roots[1])), ['LoRAs: 4 of 30', 'Base models: 0 of 8']);
    assert.equal(tree.matching(production).length, 4);
  });
});

describe('A group of 3,000 LoRAs', () => {
  const world = useWorld({ loras: 3000 });

  it('lists 1,000 of them and says so, while the filter reaches all', async () => {
    await load(world());
    const { tree, looks, connection } = world();
    const group = groupOf(tree, 'lora');
    const item = tree.getTreeItem(group);
    assert.equal(item.description, '1,000 of 3,000');
    assert.match(String(item.tooltip), /1,000 of 3,000.*Filter Models… and Go to Model…/u);
    assert.equal(tree.getChildren(group).length, 1000);
    const last = world().service.catalog.loras.at(-1);
    assert.ok(last);
    looks.change(connection.id, { filter: last.name });
    assert.equal(rowOf(tree, last.name).name, last.name);
    assert.equal(tree.getTreeItem(groupOf(tree, 'lora')).description, '1 of 3,000');
  });

  it('lists one beyond them that was gone to in place of the last, until the filter or the order changes', async () => {
    await load(world());
    const { tree, looks, catalogs, connection } = world();
    const names = catalogs.of(connection).loras.map(({ name }) => name);
    const [far = '', near = ''] = [names[2500], names[7]];
    const ref = (name: string) => ({ connectionId: connection.id, kind: 'lora' as const, name });
    assert.ok(!tree.isListed(ref(far)));
    tree.update();
    tree.getChildren(groupOf(tree, 'lora'));
    const redrawn = nextEvent(tree.onDidChangeTreeData, 'the group is redrawn');
    tree.list(ref(far));
    assert.deepEqual(await redrawn, [groupOf(tree, 'lora')]);
    assert.deepEqual(namesIn(tree), [...names.slice(0, 999), far]);
    tree.list(ref(near));
    assert.deepEqual(namesIn(tree), names.slice(0, 1000));
    tree.list(ref(far));
    looks.change(connection.id, { sort: 'newest' });
    assert.ok(!tree.isListed(ref(far)));
    looks.change(connection.id, { sort: 'name' });
    assert.deepEqual(namesIn(tree), names.slice(0, 1000));
  });
});
