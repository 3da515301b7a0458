import type { Logger, Model } from '../../api/index.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { failureLine } from '../../core/files/errorCode.ts';
import { type Catalog, emptyCatalog, findModel, isRefused } from '../../core/models/catalog.ts';
import { CatalogFile, deleteCatalogFile } from '../../core/models/catalogFile.ts';
import { CatalogLoader } from '../../core/models/catalogLoader.ts';
import type { ModelRef, NamedModel } from '../../core/models/modelKey.ts';
import type { Connections } from '../connections/connections.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import type { PendingDeletions } from './pendingDeletions.ts';

interface Parts {
  connections: Connections;
  clients: ServiceClients;
  pending: PendingDeletions;
  /** Returns the path of a file or folder in the extension's own storage. */
  stored: (name: string) => string;
  log: Logger;
}

/** The catalogs of all connections. A connection that is removed, or gets another address, loses its catalog. */
export class Catalogs {
  readonly #onDidChange = new Emitter<string>();
  /** Fires with the id of the connection whose catalog changed. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #parts: Parts;
  readonly #entries = new Map<string, { baseUrl: string; loader: CatalogLoader }>();
  readonly #subscriptions: { dispose(): void }[];

  constructor(parts: Parts) {
    this.#parts = parts;
    const { connections, clients, log } = parts;
    this.#subscriptions = [
      connections.onDidChange(() => this.#dropOld()),
      clients.onDidFindKind((found) => {
        connections
          .keepKind(found)
          .catch((error) => log.warn(failureLine('The kind of a connection could not be kept', error)));
      }),
    ];
  }

  of(connection: Connection): Catalog {
    return this.#entries.get(connection.id)?.loader.catalog ?? emptyCatalog;
  }

  loader(connection: Connection): CatalogLoader {
    const known = this.#entries.get(connection.id);
    if (known) return known.loader;
    const { clients, stored, log } = this.#parts;
    const kept = new CatalogFile(stored('catalogs'), connection, log);
    const loader = new CatalogLoader(clients.for(connection), kept, log, {
      credentials: () => clients.credentials(connection),
      deletedHere: (names, since) => this.#deletedHere(connection.id, names, since),
    });
    loader.onDidChange(() => this.#onDidChange.fire(connection.id));
    this.#entries.set(connection.id, { baseUrl: connection.baseUrl, loader });
    return loader;
  }

  find({ connectionId, kind, name }: NamedModel & Partial<ModelRef>): Model | undefined {
    const connection = this.#parts.connections.byId(connectionId);
    return connection && findModel(this.of(connection), name, kind);
  }

  /** Reads the lists that are kept on disk for these models' connections where none is loaded yet. Sends nothing. */
  async readKept(models: readonly NamedModel[]): Promise<void> {
    const ids = new Set(models.map(({ connectionId }) => connectionId));
    const connections = [...ids].flatMap((id) => this.#parts.connections.byId(id) ?? []);
    await Promise.all(connections.map((connection) => this.loader(connection).showKept()));
  }

  /** Returns what stands as `model` in a request to this model, as far as a list tells. Sends nothing. */
  async wireName(model: NamedModel): Promise<string> {
    await this.readKept([model]);
    return this.find(model)?.wireName ?? model.name;
  }

  /** Returns the base model of a LoRA, as its listed deployment names it. */
  baseOf(ref: ModelRef): ModelRef | undefined {
    const model = this.find(ref);
    const name = model?.kind === 'lora' ? model.activeDeployment?.baseModelName : undefined;
    return name === undefined ? undefined : { connectionId: ref.connectionId, kind: 'baseModel', name };
  }

  isFresh(connectionId: string): boolean {
    return this.#entries.get(connectionId)?.loader.catalog.state === 'fresh';
  }

  /** Forgets all lists and loads them again. */
  forgetAll(): void {
    for (const { loader } of this.#entries.values()) {
      loader.reset({ forget: true });
      void loader.refresh();
    }
  }

  /** Call after a connection's key changed: drops what is being loaded with the old key, and reloads. */
  async keyChanged(connection: Connection): Promise<void> {
    const loader = this.loader(connection);
    loader.reset({ forget: false });
    await loader.refresh();
  }

  /**
   * Call when a key or header changed, perhaps in another window. Reloads the lists whose last key was missing or refused, and
   * those that were loaded with another key or other headers, since they may be another organization's.
   */
  async followKeys(): Promise<void> {
    for (const [id, { loader }] of this.#entries) {
      const connection = this.#parts.connections.byId(id);
      const { state, credentials } = loader.catalog;
      if (isRefused(state)) void loader.refresh();
      else if (!connection || credentials === undefined) continue;
      else if ((await this.#parts.clients.credentials(connection)) !== credentials)
        void this.keyChanged(connection);
    }
  }

  /** Deletes the list that is kept on disk for a connection. */
  async forget(connectionId: string): Promise<void> {
    await deleteCatalogFile(this.#parts.stored('catalogs'), connectionId);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const { loader } of this.#entries.values()) loader.dispose();
    this.#onDidChange.dispose();
  }

  #dropOld(): void {
    for (const [id, { baseUrl, loader }] of this.#entries) {
      if (this.#parts.connections.byId(id)?.baseUrl === baseUrl) continue;
      loader.dispose();
      this.#entries.delete(id);
      this.#onDidChange.fire(id);
    }
  }

  /**
   * Returns which of these LoRAs were deleted by this window or, according to the journal, by another one on this machine. Never
   * rejects.
   */
  async #deletedHere(connectionId: string, names: readonly string[], since: number): Promise<Set<string>> {
    const { pending, stored, log } = this.#parts;
    const ours = names.filter((name) => {
      const ref = { connectionId, kind: 'lora', name } as const;
      return pending.has(ref) || pending.isDeleted(ref);
    });
    if (ours.length === names.length) return new Set(ours);
    try {
      const { DeletionJournal } = await import('../../core/deletion/journal.ts');
      const { entries } = await new DeletionJournal(stored('deleted.jsonl')).read(() => undefined);
      const own = entries.filter(
        ({ connection, at }) => connection.id === connectionId && Date.parse(at) >= since,
      );
      return new Set([...ours, ...own.map(({ name }) => name)]);
    } catch (error) {
      log.warn(failureLine('The journal of deletions could not be read', error));
      return new Set(ours);
    }
  }
}
