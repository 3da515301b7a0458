import assert from 'node:assert/strict';
import { setConnections } from './support/connectionSettings.ts';
import { textsOf } from './support/rows.ts';
import { until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('The filter and the order of a connection', () => {
  const world = useWorld();

  it('are its own, and are shown in its row', async () => {
    const { service, connections, catalogs, looks, tree } = world();
    await setConnections([
      { id: 'staging', name: 'Acme staging', url: service.url },
      { id: 'production', name: 'Acme production', url: service.url, readOnly: true },
    ]);
    await until(connections.onDidChange, 'two connections', () => connections.all.length === 2);
    await Promise.all(connections.all.map((one) => catalogs.loader(one).refresh()));
    looks.change('production', { filter: 'tone @deployed' });
    const roots = tree.getChildren();
    assert.deepEqual(textsOf(tree, roots), [
      'Acme staging: 38 models',
      'Acme production: “tone @deployed” · 4 of 38 · read-only',
    ]);
    const contexts = roots.map((node) => tree.getTreeItem(node).contextValue);
    assert.deepEqual(contexts, ['connection', 'connection.filtered.readOnly']);
    assert.deepEqual(textsOf(tree, tree.getChildren(roots[0])), ['LoRAs: 30', 'Base models: 8']);
    assert.deepEqual(textsOf(tree, tree.getChildren(roots[1])), ['LoRAs: 4 of 30', 'Base models: 0 of 8']);
    const production = connections.byId('production');
    assert.equal(production && tree.matching(production).length, 4);
  });
});
