import type { Logger, ServiceClient, ServiceError, StreamChat, Transport } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Credentials } from '../../core/connections/credentials.ts';
import type { Agreement } from '../../core/deletion/course.ts';
import { type Lazy, lazy } from '../shared/lazy.ts';
import { answerTimeout } from '../shared/settings.ts';
import type { KeyStore } from './keyStore.ts';

/** An agreement with all of the connection, and a client that can also retrieve for a question. */
export interface WholeAgreement extends Agreement {
  connection: Connection;
  client: Service;
}

type Keys = Pick<KeyStore, 'apiKey' | 'headers' | 'credentials' | 'identify'>;

/** One client per connection, recreated when its address or the answer timeout changes. */
export class ServiceClients {
  readonly #keys: Keys;
  readonly #transport: Transport;
  readonly #log: Logger;
  readonly #clients = new Map<string, { made: string; client: Service }>();

  constructor(keys: Keys, transport: Transport, log: Logger) {
    this.#keys = keys;
    this.#transport = transport;
    this.#log = log;
  }

  for(connection: Pick<Connection, 'id' | 'baseUrl'>): Service {
    const silentMs = answerTimeout.value * 1000;
    const made = `${connection.baseUrl} ${silentMs}`;
    const known = this.#clients.get(connection.id);
    if (known?.made === made) return known.client;
    const client = this.trial(connection, () => this.#keys.apiKey(connection));
    this.#clients.set(connection.id, { made, client });
    return client;
  }

  /** Returns a client for trying a key that is not stored. */
  trial(connection: Pick<Connection, 'id' | 'baseUrl'>, apiKey: () => Promise<string | undefined>): Service {
    return this.#build(connection, apiKey, () => this.#keys.headers(connection));
  }

  /** Takes the connection with the API key and headers of now, for what the user is asked to agree to. */
  async agreement(connection: Connection): Promise<WholeAgreement> {
    const secrets = await this.#keys.credentials(connection);
    const { apiKey, headers } = secrets;
    const client = this.#build(
      connection,
      async () => apiKey,
      async () => headers,
    );
    return { connection, client, credentials: await this.#keys.identify(secrets) };
  }

  /** What identifies the API key and headers that go out now. */
  async credentials(connection: Connection): Promise<string> {
    return this.#keys.identify(await this.#keys.credentials(connection));
  }

  #build(
    connection: Pick<Connection, 'id' | 'baseUrl'>,
    apiKey: () => Promise<Credentials['apiKey']>,
    headers: () => Promise<Record<string, string>>,
  ): Service {
    const silentMs = answerTimeout.value * 1000;
    const options = {
      baseUrl: connection.baseUrl,
      apiKey,
      transport: this.#transport,
      headers,
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

/** All operations of a service. */
export type Service = Pick<ServiceClient, Exclude<keyof ServiceClient, 'streamChat'>> & {
  streamChat: StreamChat;
};

/** Returns a client whose code is loaded on its first request. */
function lateClient(client: Lazy<Service>): Service {
  return {
    listLoras: async (options) => (await client()).listLoras(options),
    getLora: async (name, options) => (await client()).getLora(name, options),
    deleteLora: async (name, options) => (await client()).deleteLora(name, options),
    listBaseModels: async (options) => (await client()).listBaseModels(options),
    getBaseModel: async (name, options) => (await client()).getBaseModel(name, options),
    streamChat: async (request, options) => (await client()).streamChat(request, options),
    refusedFields: (model) => client.made?.refusedFields(model) ?? [],
    forgetRefusedFields: (model) => client.made?.forgetRefusedFields(model),
  };
}
