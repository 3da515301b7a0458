import type {
  AdapterServer,
  Logger,
  ModelSource,
  OpenAiServer,
  ServerKind,
  ServiceClientOptions,
  ServiceError,
  Transport,
} from '../../api/index.ts';
import { Emitter } from '../../base/emitter.ts';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Credentials } from '../../core/connections/credentials.ts';
import type { Agreement } from '../../core/deletion/deletion.ts';
import { answerTimeout } from '../shared/settings.ts';
import type { KeyStore } from './keyStore.ts';

/** An agreement with all of the connection, and a client that can also retrieve for a question. */
export interface WholeAgreement extends Agreement {
  connection: Connection;
  client: Required<ModelSource>;
}

/** What a client is made for. */
type Target = Pick<Connection, 'id' | 'baseUrl' | 'kind'>;

type Keys = Pick<KeyStore, 'apiKey' | 'headers' | 'credentials' | 'identify'>;

/** One client per connection, recreated when its address or the answer timeout changes. */
export class ServiceClients {
  readonly #keys: Keys;
  readonly #transport: Transport;
  readonly #log: Logger;
  readonly #onDidFindKind = new Emitter<Target & { kind: ServerKind }>();
  /** Fires when the first list of a connection shows what its server is. */
  readonly onDidFindKind = this.#onDidFindKind.event;
  readonly #clients = new Map<string, { made: string; client: ModelSource }>();

  constructor(keys: Keys, transport: Transport, log: Logger) {
    this.#keys = keys;
    this.#transport = transport;
    this.#log = log;
  }

  for(connection: Target): ModelSource {
    const silentMs = answerTimeout.value * 1000;
    const made = `${connection.baseUrl} ${connection.kind} ${silentMs}`;
    const known = this.#clients.get(connection.id);
    if (known?.made === made) return known.client;
    const found = (kind: ServerKind) => this.#onDidFindKind.fire({ ...connection, kind });
    const client = this.trial(connection, undefined, found);
    this.#clients.set(connection.id, { made, client });
    return client;
  }

  /** Returns what loads adapters on a server of the user's own, and asks what it is doing. */
  async adapters(connection: Target): Promise<AdapterServer> {
    return new (await import('../../api/index.ts')).AdapterServer(this.#options(connection));
  }

  /** Returns a client for trying a key that is not stored. `onKind`: see `createModelSource`. */
  trial(
    connection: Target,
    apiKey: (() => Promise<string | undefined>) | undefined,
    onKind?: (kind: ServerKind) => void,
  ): ModelSource {
    const options = this.#options(connection, apiKey);
    return lateClient(
      lazy(async () =>
        (await import('../../api/index.ts')).createModelSource(connection.kind, options, onKind),
      ),
    );
  }

  /** Takes the connection with the API key and headers of now, for what the user is asked to agree to. */
  async agreement(connection: Connection): Promise<WholeAgreement> {
    const secrets = await this.#keys.credentials(connection);
    const { apiKey, headers } = secrets;
    const options = this.#options(
      connection,
      async () => apiKey,
      async () => headers,
    );
    // Only a hosting service deletes.
    const hosted = lazy(async () => new (await import('../../api/index.ts')).ServiceClient(options));
    const client: Required<ModelSource> = {
      ...lateClient(hosted),
      deleteLora: async (name, given) => (await hosted()).deleteLora(name, given),
    };
    return { connection, client, credentials: await this.#keys.identify(secrets) };
  }

  /** What identifies the API key and headers that go out now. */
  async credentials(connection: Connection): Promise<string> {
    return this.#keys.identify(await this.#keys.credentials(connection));
  }

  #options(
    target: Target,
    apiKey: () => Promise<Credentials['apiKey']> = () => this.#keys.apiKey(target),
    headers: () => Promise<Record<string, string>> = () => this.#keys.headers(target),
  ): ServiceClientOptions {
    const silentMs = answerTimeout.value * 1000;
    return {
      baseUrl: target.baseUrl,
      apiKey,
      transport: this.#transport,
      headers,
      log: this.#log,
      timing: { firstEventMs: silentMs, contentIdleMs: silentMs },
    };
  }

  /** Tries an address without a key; see `probeAddress`. */
  async probe(baseUrl: string, signal: AbortSignal): Promise<ServiceError | OpenAiServer | undefined> {
    const { probeAddress } = await import('../../api/index.ts');
    return probeAddress(baseUrl, { transport: this.#transport, log: this.#log, signal });
  }
}

/** Returns a client whose code is loaded on its first request. */
function lateClient(client: Lazy<ModelSource>): ModelSource {
  return {
    listLoras: async (options) => (await client()).listLoras(options),
    getLora: async (name, options) => (await client()).getLora(name, options),
    listBaseModels: async (options) => (await client()).listBaseModels(options),
    getBaseModel: async (name, options) => (await client()).getBaseModel(name, options),
    streamChat: async (request, options) => (await client()).streamChat(request, options),
    refusedFields: (model) => client.made?.refusedFields(model) ?? [],
    forgetRefusedFields: (model) => client.made?.forgetRefusedFields(model),
  };
}
