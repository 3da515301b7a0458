import type { Logger, ServiceError, Transport } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { lazy } from '../shared/lazy.ts';
import { answerTimeoutMs } from '../shared/settings.ts';
import type { KeyStore } from './keyStore.ts';
import { lateClient, type Service } from './lateClient.ts';

/** One client per connection, recreated when its address or the answer timeout changes. */
export class ServiceClients {
  readonly #keys: Pick<KeyStore, 'apiKey' | 'headers'>;
  readonly #transport: Transport;
  readonly #log: Logger;
  readonly #clients = new Map<string, { made: string; client: Service }>();

  constructor(keys: Pick<KeyStore, 'apiKey' | 'headers'>, transport: Transport, log: Logger) {
    this.#keys = keys;
    this.#transport = transport;
    this.#log = log;
  }

  for(connection: Pick<Connection, 'id' | 'baseUrl'>): Service {
    const silentMs = answerTimeoutMs();
    const made = `${connection.baseUrl} ${silentMs}`;
    const known = this.#clients.get(connection.id);
    if (known?.made === made) return known.client;
    const client = this.trial(connection, () => this.#keys.apiKey(connection));
    this.#clients.set(connection.id, { made, client });
    return client;
  }

  /** Returns a client for trying a key that is not stored. */
  trial(connection: Pick<Connection, 'id' | 'baseUrl'>, apiKey: () => Promise<string | undefined>): Service {
    const silentMs = answerTimeoutMs();
    const options = {
      baseUrl: connection.baseUrl,
      apiKey,
      transport: this.#transport,
      headers: () => this.#keys.headers(connection),
      log: this.#log,
      timing: { firstEventMs: silentMs, contentIdleMs: silentMs },
    };
    const client = lazy(async () => new (await import('../../api/index.ts')).ServiceClient(options));
    return lateClient(client);
  }

  /** Tries an address without a key; see `probeAddress`. */
  async probe(baseUrl: string, signal: AbortSignal): Promise<ServiceError | undefined> {
    const { probeAddress } = await import('../../api/index.ts');
    return probeAddress(baseUrl, { transport: this.#transport, log: this.#log, signal });
  }
}
