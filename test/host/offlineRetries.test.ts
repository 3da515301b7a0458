import assert from 'node:assert/strict';
import { type Catalog, emptyCatalog } from '../../src/core/models/catalog.ts';
import { ModelsView } from '../../src/ui/models/view/modelsView.ts';
import { OfflineRetries } from '../../src/ui/models/view/offlineRetries.ts';
import type { Fault } from '../service/service.ts';
import { withoutJitter } from '../unit/api/harness.ts';
import { fence, sent } from './support/extension.ts';
import { HandledView } from './support/handledView.ts';
import { nextEvent, until, within } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

const offline: Fault = { kind: 'reset', on: '*' };

describe('A connection that went offline', () => {
  const world = useWorld();
  withoutJitter();
  let retries: OfflineRetries;
  let states: string[];
  const catalog = () => world().catalogs.of(world().connection);
  const changed = (what: string, condition: () => boolean) =>
    until(world().catalogs.onDidChange, what, condition);
  /** In ms, the rest of a moment left out. */
  const leftUntilTry = () => Math.ceil(((retries.at(world().connection.id) ?? 0) - Date.now()) / 1000) * 1000;

  /** Loads the lists, and follows the catalog with these waits between its tries. */
  async function follow(...waits: number[]): Promise<void> {
    const { connections, catalogs } = world();
    await load(world());
    states = [];
    retries = new OfflineRetries(connections, catalogs, waits);
    catalogs.onDidChange((id) => {
      retries.follow(id);
      states.push(catalog().state);
    });
  }
  afterEach(() => retries.stop());

  it('is tried again by itself, with its list and state unchanged, until it answers', async () => {
    await follow(1);
    const { service } = world();
    service.fail(offline);
    await load(world());
    states = [];
    await changed('three tries fail', () => states.length === 3);
    assert.equal(catalog().loras.length, 30);
    service.clearFaults();
    await changed('it answers', () => catalog().state === 'fresh');
    assert.deepEqual(new Set(states), new Set(['offline', 'fresh']));
    assert.equal(retries.at(world().connection.id), undefined);
  });

  it('is tried less and less often, and anew from the first wait once somebody refreshes', async () => {
    await follow(1, 20_000, 60_000);
    const { service } = world();
    service.fail(offline);
    await load(world());
    await changed('one try fails', () => leftUntilTry() === 20_000);
    await world().catalogs.loader(world().connection).refreshQuietly();
    assert.equal(leftUntilTry(), 60_000);
    await world().catalogs.loader(world().connection).refreshQuietly();
    assert.equal(leftUntilTry(), 60_000);
    void load(world());
    await changed('a refresh that was asked for', () => catalog().state === 'loading');
    assert.equal(retries.at(world().connection.id), undefined);
    await changed('it fails', () => catalog().state === 'offline');
    assert.ok(leftUntilTry() <= 1000);
  });

  it('is not tried again once nobody looks', async () => {
    await follow(1);
    const { service, connection } = world();
    service.fail(offline);
    await load(world());
    retries.stop();
    service.clearFaults();
    const before = sent(service).length;
    await fence(service);
    assert.deepEqual([retries.at(connection.id), sent(service).length], [undefined, before]);
  });

  it('is not tried again for a certificate that is not trusted', () => {
    const { connections, connection, catalogs } = world();
    const untrusted: Catalog = { ...emptyCatalog, state: 'offline', error: { kind: 'tls' } };
    retries = new OfflineRetries(connections, { of: () => untrusted, loader: (one) => catalogs.loader(one) });
    retries.follow(connection.id);
    assert.equal(retries.at(connection.id), undefined);
  });

  it('is another one than one that answers with errors or refuses the key, which are not tried again', async () => {
    await follow(1);
    const { service, connection } = world();
    service.fail({ kind: 'status', status: 503, on: '*', headers: { 'x-should-retry': 'false' } });
    await load(world());
    assert.deepEqual([catalog().state, retries.at(connection.id)], ['stale', undefined]);
    service.clearFaults();
    service.fail({ kind: 'status', status: 401, on: '*' });
    await load(world());
    assert.deepEqual([catalog().state, retries.at(connection.id)], ['unauthorized', undefined]);
  });
});

describe('The Models view of an offline connection', () => {
  const world = useWorld();
  withoutJitter();
  let handled: HandledView;
  let view: ModelsView;
  beforeEach(async () => {
    await load(world());
    handled = new HandledView();
    view = handled.holding(() => new ModelsView(world(), world().memory));
  });
  afterEach(() => view.dispose());

  it('counts down in its message alone, while it is in sight', async () => {
    const { service } = world();
    service.fail(offline);
    await view.refresh();
    let drawn = 0;
    view.tree.onDidChangeTreeData(() => {
      drawn += 1;
    });
    assert.match(
      handled.message,
      /^Couldn't refresh \(offline\)\. Showing the list from .+\. Retrying in 5 s\.$/u,
    );
    const next = await nextEvent(handled.onMessage.event, 'a second passes');
    assert.match(next, /^Couldn't refresh \(offline\)\. Showing the list from .+\. Retrying in 4 s\.$/u);
    assert.equal(drawn, 0);
    handled.show(false);
    assert.match(handled.message, /^Couldn't refresh \(offline\)\. Showing the list from .+\.$/u);
    service.clearFaults();
    const refreshed = nextEvent(
      handled.onMessage.event,
      'it is in sight again, and answers',
      (text) => text === '',
    );
    handled.show(true);
    await within(refreshed, 'the message goes');
  });
});
