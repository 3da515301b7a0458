import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { catalogMessage } from '../../src/ui/models/catalogText.ts';
import { setConnections } from './support/connectionSettings.ts';
import { until } from './support/waiting.ts';
import { closeWindow, load, openWindow, useWorld, type World } from './support/world.ts';

const stateOf = ({ catalogs, connection }: World) => catalogs.of(connection);
const isLoras = ({ path: at }: { path: string }) => at === '/api/v1/lora';

/** Waits until the catalog of the only connection is in this state. */
function reaches(world: World, state: string): Promise<void> {
  return until(world.catalogs.onDidChange, state, () => stateOf(world).state === state);
}

describe('a connection’s catalog', () => {
  const world = useWorld();

  it('is requested once, however many ask at the same time', async () => {
    const { catalogs, connection, service } = world();
    const loader = catalogs.loader(connection);
    await Promise.all([loader.refresh(), loader.refresh(), loader.refreshIfOlder(0), load(world())]);
    assert.equal(service.requests.length, 2);
    assert.equal(stateOf(world()).state, 'fresh');
    await loader.refreshIfOlder(60_000);
    assert.equal(service.requests.length, 2);
  });

  it('is requested once more after a change during the load', async () => {
    const { catalogs, connection, service } = world();
    const loader = catalogs.loader(connection);
    const asked = service.nextRequest(isLoras);
    const loading = loader.refresh();
    await asked;
    service.catalog.loras.length = 3;
    await Promise.all([loading, loader.refresh({ isNew: true }), loader.refresh({ isNew: true })]);
    assert.equal(service.requests.length, 4);
    assert.equal(stateOf(world()).loras.length, 3);
  });

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

  it('is not requested if there is no key', async () => {
    const { connections, catalogs, service } = world();
    const { port } = new URL(service.url);
    await setConnections([{ id: 'keyless', name: 'Keyless', url: `http://localhost:${port}` }]);
    await until(connections.onDidChange, 'the connection', () => connections.byId('keyless') !== undefined);
    const keyless = connections.byId('keyless');
    assert.ok(keyless);
    await catalogs.loader(keyless).refresh();
    assert.equal(catalogs.of(keyless).state, 'noKey');
    assert.equal(service.requests.length, 0);
  });

  it('stays, with its date, while the service answers with errors', async () => {
    await load(world());
    const { service } = world();
    service.fail({ kind: 'status', status: 503, on: '*', headers: { 'x-should-retry': 'false' } });
    await load(world());
    const catalog = stateOf(world());
    assert.deepEqual([catalog.state, catalog.loras.length, catalog.baseModels.length], ['stale', 30, 8]);
    assert.match(
      catalogMessage(catalog) ?? '',
      /^Couldn't refresh \(the service answered 503\)\. Showing the list from .+\.$/u,
    );
    service.clearFaults();
    await load(world());
    assert.equal(catalogMessage(stateOf(world())), undefined);
  });

  it('takes the list that came if the other one failed', async () => {
    await load(world());
    const { service } = world();
    service.fail({ kind: 'body', on: 'GET /api/v1/base-model', body: 'no json' });
    service.catalog.loras.length = 4;
    await load(world());
    const { state, loras, baseModels } = stateOf(world());
    assert.deepEqual([state, loras.length, baseModels.length], ['stale', 4, 8]);
  });

  it('stays while the service can’t be reached', async () => {
    await load(world());
    await world().service.close();
    await load(world());
    const catalog = stateOf(world());
    assert.deepEqual([catalog.state, catalog.loras.length], ['offline', 30]);
    assert.match(
      catalogMessage(catalog) ?? '',
      /^Couldn't refresh \(offline\)\. Showing the list from .+\.$/u,
    );
  });

  it('counts the entries that can’t be read, and shows the others', async () => {
    const body = JSON.stringify([{ name: 'good' }, { no: 'name' }, 7, { name: '' }, { name: 'fine' }]);
    world().service.fail({ kind: 'body', on: 'GET /api/v1/lora', body });
    await load(world());
    const catalog = stateOf(world());
    assert.deepEqual(
      catalog.loras.map((lora) => lora.name),
      ['fine', 'good'],
    );
    assert.equal(catalogMessage(catalog), '3 entries could not be read; see the log.');
  });

  it('is never overwritten by a late answer', async () => {
    const { catalogs, connection, service, keys } = world();
    const remove = service.fail({ kind: 'hang', on: 'GET /api/v1/lora' });
    const slow = service.nextRequest(isLoras);
    const first = catalogs.loader(connection).refresh();
    const { closed } = await slow;
    remove();
    service.catalog.loras.length = 2;
    service.keys.add('canary-second');
    await keys.setApiKey(connection, 'canary-second');
    const states: string[] = [];
    catalogs.onDidChange(() => states.push(stateOf(world()).state));
    await catalogs.keyChanged(connection);
    assert.equal(stateOf(world()).loras.length, 2);
    // Not even for a moment: the request that was under way no longer counts, neither its answer nor its error.
    assert.deepEqual(states, ['idle', 'loading', 'fresh']);
    assert.equal((await closed).complete, false);
    await first;
    const { state, loras } = stateOf(world());
    assert.deepEqual([state, loras.length], ['fresh', 2]);
  });

  it('is dropped when its connection moves to another URL', async () => {
    const { connections, catalogs, service } = world();
    await setConnections([{ id: 'acme', name: 'Acme', url: service.url }]);
    await until(connections.onDidChange, 'the connection', () => connections.byId('acme') !== undefined);
    const acme = connections.byId('acme');
    assert.ok(acme);
    await catalogs.loader(acme).refresh();
    assert.equal(catalogs.of(acme).loras.length, 30);
    const moved = `http://localhost:${new URL(service.url).port}`;
    await setConnections([{ id: 'acme', name: 'Acme', url: moved }]);
    await until(connections.onDidChange, 'it moved', () => connections.byId('acme')?.baseUrl === moved);
    const after = connections.byId('acme');
    assert.ok(after);
    assert.equal(catalogs.of(after).state, 'idle');
    service.clearRequests();
    await catalogs.loader(after).refresh();
    assert.deepEqual([catalogs.of(after).state, catalogs.of(after).loras.length], ['noKey', 0]);
    assert.equal(service.requests.length, 0);
  });
});

describe('the catalog that is kept on disk', () => {
  const world = useWorld();
  const folder = () => path.join(world().folder, 'catalogs');

  it('is shown in the next window, with its date, until a fresh one comes', async () => {
    await load(world());
    const next = openWindow(world());
    const { service, catalogs, connection } = next;
    const remove = service.fail({ kind: 'delay', ms: 300, on: '*' });
    const kept = until(catalogs.onDidChange, 'the kept list', () => stateOf(next).isKept);
    const loading = load(next);
    await kept;
    await reaches(next, 'loading');
    assert.equal(stateOf(next).loras.length, 30);
    assert.match(catalogMessage(stateOf(next)) ?? '', /^Last refreshed .+\.$/u);
    await loading;
    remove();
    assert.deepEqual([catalogs.of(connection).state, catalogs.of(connection).isKept], ['fresh', false]);
    closeWindow(next);
  });

  it('is shown while the service can’t be reached', async () => {
    await load(world());
    await world().service.close();
    const next = openWindow(world());
    await load(next);
    const { state, isKept, loras } = stateOf(next);
    assert.deepEqual([state, isKept, loras.length], ['offline', true, 30]);
    closeWindow(next);
  });

  it('is not shown when the key is refused', async () => {
    await load(world());
    world().service.keys.clear();
    const next = openWindow(world());
    await load(next);
    assert.deepEqual([stateOf(next).state, stateOf(next).loras], ['unauthorized', []]);
    closeWindow(next);
  });

  it('can be read by this user only, and contains no key', async function () {
    await load(world());
    const [name = '', ...others] = await readdir(folder());
    assert.deepEqual(others, []);
    const file = path.join(folder(), name);
    assert.doesNotMatch(await readFile(file, 'utf8'), /canary-/u);
    if (process.platform === 'win32') this.skip();
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('is deleted when it is forgotten', async () => {
    await load(world());
    await world().catalogs.forget(world().connection.id);
    assert.deepEqual(await readdir(folder()), []);
  });
});
