import type { Logger, Model } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { Emitter } from '../../core/emitter.ts';
import { type Catalog, emptyCatalog, findModel } from '../../core/models/catalog.ts';
import { CatalogFile, deleteCatalogFile } from '../../core/models/catalogFile.ts';
import { CatalogLoader, type DeletedHere } from '../../core/models/catalogLoader.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { Connections } from '../connections/connections.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import { deletedHere } from './deletedHere.ts';
import type { PendingDeletions } from './pendingDeletions.ts';

interface Entry {
  baseUrl: string;
  loader: CatalogLoader;
}

/** The catalog of every connection. Follows the connections: a removed or moved one loses its catalog. */
export class Catalogs {
  readonly #onDidChange = new Emitter<string>();
  /** The id of the connection whose catalog changed. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #connections: Connections;
  readonly #clients: ServiceClients;
  readonly #folder: string;
  readonly #log: Logger;
  readonly #deletedHere: ((connection: Connection) => DeletedHere) | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #subscription: { dispose(): void };

  constructor(
    connections: Connections,
    clients: ServiceClients,
    folder: string,
    log: Logger,
    deletedHere?: (connection: Connection) => DeletedHere,
  ) {
    this.#connections = connections;
    this.#clients = clients;
    this.#folder = folder;
    this.#log = log;
    this.#deletedHere = deletedHere;
    this.#subscription = connections.onDidChange(() => this.#dropOld());
  }

  of(connection: Connection): Catalog {
    return this.#entries.get(connection.id)?.loader.catalog ?? emptyCatalog;
  }

  loader(connection: Connection): CatalogLoader {
    const known = this.#entries.get(connection.id);
    if (known) return known.loader;
    const kept = new CatalogFile(this.#folder, connection, this.#log);
    const deletedHere = this.#deletedHere?.(connection);
    const loader = new CatalogLoader(
      this.#clients.for(connection),
      kept,
      this.#log,
      deletedHere && { deletedHere },
    );
    loader.onDidChange(() => this.#onDidChange.fire(connection.id));
    this.#entries.set(connection.id, { baseUrl: connection.baseUrl, loader });
    return loader;
  }

  find({ connectionId, kind, name }: ModelRef): Model | undefined {
    const connection = this.#connections.byId(connectionId);
    return connection && findModel(this.of(connection), name, kind);
  }

  isFresh(connectionId: string): boolean {
    return this.#entries.get(connectionId)?.loader.catalog.state === 'fresh';
  }

  /** Forgets every list and loads again what is available. */
  forgetAll(): void {
    for (const { loader } of this.#entries.values()) {
      loader.reset({ forget: true });
      void loader.refresh();
    }
  }

  /** Call after the key changed: drops what is under way with the old key and reloads. */
  async keyChanged(connection: Connection): Promise<void> {
    const loader = this.loader(connection);
    loader.reset({ forget: false });
    await loader.refresh();
  }

  /** Call when a key changed, perhaps in another window: reloads where the last one was missing or refused. */
  retryRefused(): void {
    for (const { loader } of this.#entries.values()) {
      const { state } = loader.catalog;
      if (state === 'noKey' || state === 'unauthorized') void loader.refresh();
    }
  }

  /** Deletes what is kept on disk for a connection. */
  async forget(connectionId: string): Promise<void> {
    await deleteCatalogFile(this.#folder, connectionId);
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const { loader } of this.#entries.values()) loader.dispose();
    this.#onDidChange.dispose();
  }

  #dropOld(): void {
    for (const [id, { baseUrl, loader }] of this.#entries) {
      if (this.#connections.byId(id)?.baseUrl === baseUrl) continue;
      loader.dispose();
      this.#entries.delete(id);
      this.#onDidChange.fire(id);
    }
  }
}

/** Builds the catalogs of a window; `stored` returns the storage path for a name. */
export function buildCatalogs(
  connections: Connections,
  clients: ServiceClients,
  pending: PendingDeletions,
  stored: (name: string) => string,
  log: Logger,
): Catalogs {
  const isDeletedHere = deletedHere(pending, stored('deleted.jsonl'), log);
  return new Catalogs(connections, clients, stored('catalogs'), log, isDeletedHere);
}
