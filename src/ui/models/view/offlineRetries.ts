import { emptyCatalog } from '../../../core/models/catalog.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Catalogs } from '../catalogs.ts';

/** Before the first further try, the second and so on, in ms; the last is repeated. */
const usualWaits = [5000, 10_000, 20_000, 40_000, 60_000];

interface Plan {
  /** Of the last try: each try has its own. */
  error: unknown;
  tries: number;
  /** Unix milliseconds. */
  at: number;
  timer: ReturnType<typeof setTimeout>;
}

/** Loads the lists of connections that went offline again by itself, less and less often. */
export class OfflineRetries {
  readonly #connections: Pick<Connections, 'byId'>;
  readonly #catalogs: Pick<Catalogs, 'of' | 'loader'>;
  readonly #waits: readonly number[];
  readonly #plans = new Map<string, Plan>();

  constructor(
    connections: Pick<Connections, 'byId'>,
    catalogs: Pick<Catalogs, 'of' | 'loader'>,
    waits: readonly number[] = usualWaits,
  ) {
    this.#connections = connections;
    this.#catalogs = catalogs;
    this.#waits = waits;
  }

  /** When a connection is tried again, in Unix milliseconds: past while it is being tried. `undefined` if it is not. */
  at(connectionId: string): number | undefined {
    return this.#plans.get(connectionId)?.at;
  }

  /** Call after each change of a catalog while somebody looks at it. A refresh that was asked for begins anew. */
  follow(connectionId: string): void {
    const connection = this.#connections.byId(connectionId);
    const { state, error } = connection ? this.#catalogs.of(connection) : emptyCatalog;
    const before = this.#plans.get(connectionId);
    // Another try does not make a certificate trusted.
    const isWorthIt = state === 'offline' && error?.kind !== 'tls';
    if (isWorthIt && before?.error === error) return;
    clearTimeout(before?.timer);
    this.#plans.delete(connectionId);
    if (!connection || !isWorthIt) return;
    const tries = before ? before.tries + 1 : 0;
    const ms = this.#waits[Math.min(tries, this.#waits.length - 1)] ?? 0;
    const timer = setTimeout(() => void this.#catalogs.loader(connection).refreshQuietly(), ms);
    this.#plans.set(connectionId, { error, tries, at: Date.now() + ms, timer });
  }

  /** Call when nobody looks any more: no further try is begun. */
  stop(): void {
    for (const { timer } of this.#plans.values()) clearTimeout(timer);
    this.#plans.clear();
  }
}
