import assert from 'node:assert/strict';
import type { ModelsNode } from '../../src/ui/models/view/modelNodes.ts';
import { groupOf, rowOf } from './support/rows.ts';
import { connect, load, useWorld, type World } from './support/world.ts';

const deployed = { base_model_name: 'llama-3-8b', created_at: 1_700_000_000 };

/** Reads all rows as an open view does; the returned function gives the names of what was to be drawn again since the last call. */
function watch({ tree, catalogs }: World): () => string[] {
  const drawn = new Set<unknown>();
  const draw = (node?: ModelsNode) => {
    for (const child of tree.getChildren(node)) {
      drawn.add(child);
      if (child.type !== 'model') draw(child);
    }
  };
  tree.update();
  draw();
  let fired: string[] = [];
  catalogs.onDidChange((id) => tree.update(id));
  tree.onDidChangeTreeData((nodes) => {
    for (const node of nodes ?? []) assert.ok(drawn.has(node), 'VS Code does not know this object.');
    fired.push(...(nodes?.map(nameOf) ?? ['all']));
    draw();
  });
  return () => {
    const seen = fired;
    fired = [];
    return seen.sort();
  };
}

function nameOf(node: ModelsNode): string {
  if (node.type === 'group') return `group ${node.kind}`;
  if (node.type === 'problem') return `problem ${node.problem.index}`;
  return node.type === 'connection' ? node.connection.name : node.name;
}

describe('A refresh of the Models view', () => {
  const world = useWorld();
  let fired: () => string[];
  beforeEach(async () => {
    await load(world());
    fired = watch(world());
  });
  const lora = (name: string) => {
    const found = world().service.catalog.loras.find((one) => one.name === name);
    assert.ok(found);
    return found;
  };

  it('draws nothing again if nothing changed, whatever the order of the list', async () => {
    world().service.catalog.loras.reverse();
    await load(world());
    assert.deepEqual(fired(), []);
  });

  it('draws the row of a changed model again, as it is now', async () => {
    lora('old-experiment').unit_price = 77;
    await load(world());
    assert.deepEqual(fired(), ['old-experiment']);
    const { tree } = world();
    const facts = tree.getChildren(rowOf(tree, 'old-experiment'));
    assert.deepEqual(
      facts.map((fact) => tree.getTreeItem(fact).description),
      ['none', '77'],
    );
  });

  it('draws a base model again when a LoRA on it is added', async () => {
    lora('old-experiment').active_deployment = deployed;
    await load(world());
    assert.deepEqual(fired(), ['llama-3-8b', 'old-experiment']);
  });

  it('draws the group again if rows were added or removed', async () => {
    const { loras } = world().service.catalog;
    loras.push({ name: 'just-trained', unit_price: 1 });
    await load(world());
    assert.deepEqual(fired(), ['group lora']);
    loras.pop();
    await load(world());
    assert.deepEqual(fired(), ['group lora']);
  });

  it('draws the group again if a row moved', async () => {
    world().looks.change(world().connection.id, { sort: 'newest' });
    world().tree.update();
    fired();
    lora('old-experiment').active_deployment = { created_at: 2_000_000_000 };
    await load(world());
    assert.deepEqual(fired(), ['group lora']);
  });

  it('draws everything again when the last row goes, so that the view can say why', async () => {
    const { service, catalogs, connection, tree } = world();
    service.catalog.loras.length = 0;
    service.catalog.baseModels.length = 0;
    await load(world());
    // A model that is gone still has a row.
    assert.deepEqual(fired(), ['group baseModel', 'group lora']);
    catalogs.loader(connection).markSeen(() => true);
    assert.deepEqual(fired(), ['all']);
    assert.deepEqual(tree.getChildren(), []);
  });

  it('draws the rows that a filter affects, and keeps the objects of the others', async () => {
    const { tree, looks, connection } = world();
    const before = rowOf(tree, 'support-tone-v7');
    looks.change(connection.id, { filter: 'tone' });
    tree.update(connection.id);
    assert.deepEqual(fired(), ['all']);
    looks.change(connection.id, { filter: '' });
    tree.update(connection.id);
    looks.change(connection.id, { filter: '@deployed' });
    tree.update(connection.id);
    assert.deepEqual(fired(), ['all', 'group baseModel', 'group lora']);
    assert.equal(rowOf(tree, 'support-tone-v7'), before);
  });

  it('draws one of several connections again only if its text changes', async () => {
    const { service, catalogs } = world();
    const [staging] = await connect(
      world(),
      { id: 'staging', name: 'Acme staging', url: service.url },
      { id: 'production', name: 'Acme production', url: `${service.url}/` },
    );
    world().tree.update();
    await catalogs.loader(staging).refresh();
    fired();
    lora('old-experiment').unit_price = 77;
    await catalogs.loader(staging).refresh();
    assert.deepEqual(fired(), ['old-experiment']);
    service.catalog.loras.push({ name: 'just-trained', unit_price: 1 });
    await catalogs.loader(staging).refresh();
    assert.deepEqual(fired(), ['Acme staging']);
    assert.equal(groupOf(world().tree, 'lora', world().tree.getChildren()[0]).kind, 'lora');
  });
});
