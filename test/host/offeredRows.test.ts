import assert from 'node:assert/strict';
import { setConnections, setUser } from './support/connectionSettings.ts';
import { choose as chooseIn, chooseNone, type Setting } from './support/directChat.ts';
import { namesIn, rowOf } from './support/rows.ts';
import { until } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

describe('The rows of models in VS Code’s chat', () => {
  const world = useWorld();
  const contextOf = (name: string, kind: 'lora' | 'baseModel' = 'lora') =>
    world().tree.getTreeItem(rowOf(world().tree, name, kind)).contextValue;
  const changes: (readonly { name: string }[])[] = [];
  const choose = (models: readonly Setting[]) => chooseIn(world(), models);
  beforeEach(async () => {
    await chooseNone();
    await load(world());
    changes.length = 0;
    world().offered.onDidChange((models) => changes.push(models));
  });
  after(chooseNone);
  const changed = () => changes.map((models) => models.map(({ name }) => name));

  it('have another menu than the others', async () => {
    await choose([{ name: 'support-tone-v7' }, { name: 'llama-3-8b' }]);
    assert.equal(contextOf('support-tone-v7'), 'lora.offered');
    assert.equal(contextOf('llama-3-8b', 'baseModel'), 'baseModel.offered');
    assert.equal(contextOf('support-tone-v6'), 'lora');
    await chooseNone();
    assert.equal(contextOf('support-tone-v7'), 'lora');
  });

  it('say also that their connection is read-only', async () => {
    const { connections, service } = world();
    await setConnections([{ url: service.url, readOnly: true }]);
    await until(connections.onDidChange, 'the connection', () => connections.all[0]?.readOnly === true);
    await load({ ...world(), connection: connections.all[0] ?? world().connection });
    await choose([{ name: 'support-tone-v7' }]);
    assert.equal(contextOf('support-tone-v7'), 'lora.offered.readOnly');
    assert.equal(contextOf('support-tone-v6'), 'lora.readOnly');
  });

  it('are redrawn alone', async () => {
    const { tree, offered } = world();
    namesIn(tree);
    const drawn: unknown[] = [];
    const subscription = tree.onDidChangeTreeData((nodes) =>
      drawn.push(nodes?.map((node) => 'name' in node && node.name)),
    );
    offered.onDidChange((models) => tree.fireRows(models));
    await choose([{ name: 'support-tone-v7' }, { name: 'no such model' }]);
    await choose([{ name: 'support-tone-v7' }, { name: 'sql-assistant' }]);
    assert.deepEqual(drawn, [['support-tone-v7'], ['sql-assistant']]);
    subscription.dispose();
  });

  it('change with the setting: those that came, went or use tools otherwise', async () => {
    await choose([{ name: 'a' }, { name: 'b' }]);
    await choose([{ name: 'b' }, { name: 'a' }, { name: 'c' }]);
    await choose([{ name: 'b', tools: 'off' }, { name: 'c' }]);
    assert.deepEqual(changed(), [['a', 'b'], ['c'], ['a', 'b']]);
  });

  it('change with a connection that comes or goes, not with its name', async () => {
    const { connections } = world();
    await choose([{ name: 'a' }, { connection: 'second', name: 'b' }]);
    const second = { id: 'second', url: 'http://localhost:1' };
    await setConnections([second]);
    await setConnections([{ ...second, name: 'Renamed' }]);
    await setConnections();
    await until(connections.onDidChange, 'one connection', () => connections.all.length === 1);
    assert.deepEqual(changed(), [['a'], ['b'], ['b']]);
  });

  it('are told of even if no connection has the models, since VS Code’s chat says so', async () => {
    await setUser('hostedModels', 'vscodeChat.models', [{ connection: 'unknown', name: 'a' }]);
    assert.deepEqual(changed(), [[]]);
  });
});
