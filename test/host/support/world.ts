import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { createAutoTransport, type Logger } from '../../../src/api/index.ts';
import type { Connection, ConnectionEntry } from '../../../src/core/connections/connection.ts';
import { RecentModels } from '../../../src/core/models/recentModels.ts';
import { Connections } from '../../../src/ui/connections/connections.ts';
import { KeyStore } from '../../../src/ui/connections/keyStore.ts';
import { ServiceClients } from '../../../src/ui/connections/serviceClients.ts';
import { Catalogs } from '../../../src/ui/models/catalogs.ts';
import { OfferedModels } from '../../../src/ui/models/offeredModels.ts';
import { PendingDeletions } from '../../../src/ui/models/pendingDeletions.ts';
import { ModelLooks } from '../../../src/ui/models/view/modelLooks.ts';
import { ModelsTree } from '../../../src/ui/models/view/modelsTree.ts';
import { canaryKey } from '../../e2e/canary.ts';
import { type RunningService, type ServiceOptions, startService } from '../../service/service.ts';
import { RecordingLog } from '../../unit/core/fixtures.ts';
import { setConnections } from './connectionSettings.ts';
import { Memory } from './memory.ts';
import { MemorySecrets } from './memorySecrets.ts';

/** The extension's classes with the real `vscode` and the local service, put together as in `extension.ts`. */
export interface World {
  service: RunningService;
  /** A folder of its own, for what is kept on disk. */
  folder: string;
  log: RecordingLog;
  secrets: MemorySecrets;
  memory: Memory;
  stored: (name: string) => string;
  keys: KeyStore;
  connections: Connections;
  clients: ServiceClients;
  catalogs: Catalogs;
  pending: PendingDeletions;
  offered: OfferedModels;
  looks: ModelLooks;
  recent: RecentModels;
  tree: ModelsTree;
  /** The environment's connection, the only one until a test sets others. */
  connection: Connection;
}

/** The same over what is kept, as another window or the next one has it. */
export function openWindow(
  { service, folder, secrets, memory }: Pick<World, 'service' | 'folder' | 'secrets' | 'memory'>,
  log: RecordingLog = new RecordingLog(),
): World {
  const connections = new Connections(service.url, log, memory);
  const keys = new KeyStore(secrets, { baseUrl: service.url, apiKey: canaryKey });
  const transport = createAutoTransport({ network: () => 'auto', isProxied: () => false });
  const clients = new ServiceClients(keys, transport, log satisfies Logger);
  const pending = new PendingDeletions();
  const stored = (name: string) => path.join(folder, name);
  const catalogs = new Catalogs({ connections, clients, pending, stored, log });
  const looks = new ModelLooks(memory);
  const recent = new RecentModels(memory);
  const offered = new OfferedModels(connections, memory);
  const tree = new ModelsTree({ connections, catalogs, pending, offered, looks });
  const [connection] = connections.all;
  if (!connection) throw new Error('The environment gives no connection.');
  return {
    service,
    folder,
    log,
    secrets,
    memory,
    stored,
    keys,
    connections,
    clients,
    catalogs,
    pending,
    offered,
    looks,
    recent,
    tree,
    connection,
  };
}

export function closeWindow({ connections, keys, catalogs, pending, offered, tree }: World): void {
  for (const part of [connections, keys, catalogs, pending, offered, tree]) part.dispose();
}

/** In the folder of the run, which is deleted when no window is left that may still write into it. */
export async function newFolder(): Promise<string> {
  const parent = process.env['TEST_FOLDER'];
  assert.ok(parent, 'runHost.ts names the folder of the run.');
  return mkdtemp(path.join(parent, 'world-'));
}

/**
 * A world for each test of the suite, deleted after it. `keepsService`: all have the same service, which each finds as new, and so
 * a connection with the same id: what a test writes into the settings with it need not be written anew, which takes long.
 */
export function useWorld(options: ServiceOptions = {}, keepsService = false): () => World {
  let world: World | undefined;
  let kept: RunningService | undefined;
  let renew: () => void = () => undefined;
  after(() => kept?.close());
  beforeEach(async () => {
    const service =
      kept ??
      (await startService({ keys: [canaryKey], tokensPerSecond: Number.POSITIVE_INFINITY, ...options }));
    if (keepsService && !kept) renew = renewing(service);
    if (keepsService) kept = service;
    const folder = await newFolder();
    world = openWindow({ service, folder, secrets: new MemorySecrets(), memory: new Memory() });
  });
  afterEach(async () => {
    if (!world) return;
    closeWindow(world);
    if (kept) renew();
    else await world.service.close();
    // A list that is being kept may still write into it.
    await rm(world.folder, { recursive: true, force: true, maxRetries: 5 });
    await setConnections();
    world = undefined;
  });
  return () => {
    if (!world) throw new Error('The world is there while a test runs only.');
    return world;
  };
}

/** Remembers how a service is; the returned function makes it so again. */
function renewing(service: RunningService): () => void {
  const { loras, baseModels } = structuredClone(service.catalog);
  const { tokensPerSecond } = service;
  const keys = [...service.keys];
  return () => {
    service.clearFaults();
    service.clearRequests();
    service.catalog.loras.splice(0, Number.POSITIVE_INFINITY, ...structuredClone(loras));
    service.catalog.baseModels.splice(0, Number.POSITIVE_INFINITY, ...structuredClone(baseModels));
    service.tokensPerSecond = tokensPerSecond;
    service.keys.clear();
    for (const key of keys) service.keys.add(key);
  };
}

/** Sets these connections, which this window has then; `entries` without an id have their address as such. */
export async function connect<Entries extends readonly ConnectionEntry[]>(
  { connections }: Pick<World, 'connections'>,
  ...entries: Entries
): Promise<{ [At in keyof Entries]: Connection }> {
  await setConnections([...entries]);
  const read = entries.map(({ id, url }) => {
    const connection = connections.byId(id ?? url);
    assert.ok(connection, `There is no connection to ${url}.`);
    return connection;
  });
  return read as { [At in keyof Entries]: Connection };
}

/** The service's other address, for which there is no key. */
export function otherUrl({ url }: Pick<RunningService, 'url'>): string {
  return url.replace('127.0.0.1', 'localhost');
}

/** Loads both lists; the catalog then has the outcome. */
export async function load({ catalogs, connection }: World): Promise<void> {
  await catalogs.loader(connection).refresh();
}
