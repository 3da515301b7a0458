import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { catalogMessage } from '../../src/ui/models/catalogText.ts';
import { holdRequests } from '../service/faults/hold.ts';
import { until } from './support/waiting.ts';
import { closeWindow, load, openWindow, useWorld, type World } from './support/world.ts';

const stateOf = ({ catalogs, connection }: World) => catalogs.of(connection);

/** Waits until the catalog of the only connection is in this state. */
function reaches(world: World, state: string): Promise<void> {
  return until(world.catalogs.onDidChange, state, () => stateOf(world).state === state);
}

describe('a connection’s catalog', () => {
  const world = useWorld();

  it('is hidden when the key is refused, and comes back with the right key', async () => {
    const { keys, connection, catalogs, service } = world();
    await load(world());
    await keys.setApiKey(connection, 'wrong-key');
    await catalogs.keyChanged(connection);
    const { state, loras, baseModels, error } = stateOf(world());
    assert.deepEqual([state, loras, baseModels, error?.status], ['unauthorized', [], [], 401]);
    assert.equal(service.requests.at(-1)?.headers['authorization'], 'Bearer wrong-key');
    await keys.clearApiKey(connection);
    await catalogs.followKeys();
    await reaches(world(), 'fresh');
    assert.equal(stateOf(world()).loras.length, 30);
  });
});

describe('the catalog that is kept on disk', () => {
  const world = useWorld();
  const folder = () => path.join(world().folder, 'catalogs');

  it('is shown in the next window, with its date, until a fresh one comes', async () => {
    await load(world());
    const next = openWindow(world());
    const { service, catalogs, connection } = next;
    const release = holdRequests(service, '*');
    const kept = until(catalogs.onDidChange, 'the kept list', () => stateOf(next).isKept);
    const loading = load(next);
    await kept;
    await reaches(next, 'loading');
    assert.equal(stateOf(next).loras.length, 30);
    assert.match(catalogMessage(stateOf(next)) ?? '', /^Last refreshed .+\.$/u);
    release();
    await loading;
    assert.deepEqual([catalogs.of(connection).state, catalogs.of(connection).isKept], ['fresh', false]);
    closeWindow(next);
  });

  it('is deleted when it is forgotten', async () => {
    await load(world());
    await world().catalogs.forget(world().connection.id);
    assert.deepEqual(await readdir(folder()), []);
  });
});
