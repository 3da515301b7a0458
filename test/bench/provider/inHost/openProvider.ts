import path from 'node:path';
import type { Transport } from '../../../../src/api/index.ts';
import type { Model } from '../../../../src/api/types.ts';
import { contextSize } from '../../../../src/core/languageModels/contextSize.ts';
import { Connections } from '../../../../src/ui/connections/connections.ts';
import { KeyStore } from '../../../../src/ui/connections/keyStore.ts';
import { ServiceClients } from '../../../../src/ui/connections/serviceClients.ts';
import { LanguageModels } from '../../../../src/ui/languageModels/languageModels.ts';
import {
  type OfferedInformation,
  offeredInformation,
} from '../../../../src/ui/languageModels/offeredInformation.ts';
import { Catalogs } from '../../../../src/ui/models/catalogs.ts';
import { OfferedModels } from '../../../../src/ui/models/offeredModels.ts';
import { PendingDeletions } from '../../../../src/ui/models/pendingDeletions.ts';
import { setUser } from '../../../host/support/connectionSettings.ts';
import { Memory } from '../../../host/support/memory.ts';
import { MemorySecrets } from '../../../host/support/memorySecrets.ts';
import { ignore, silent } from '../../harness/silent.ts';

export interface ProviderPlace {
  url: string;
  apiKey: string;
  transport: Transport;
}

/** The provider of VS Code's chat and the client that it uses, put together as in `extension.ts`. */
export interface Provider extends Disposable {
  client: ReturnType<ServiceClients['for']>;
  models: LanguageModels;
  information: OfferedInformation;
}

const model: Model = { kind: 'baseModel', name: 'bench', unitPrice: 1, activeDeployment: {} };

export async function openProvider(
  { url, apiKey, transport }: ProviderPlace,
  folder: string,
): Promise<Provider> {
  const log = silent;
  const connections = new Connections(url, log, new Memory());
  const [connection] = connections.all;
  if (!connection) throw new Error('The server is no connection.');
  await setUser('hostedModels', 'vscodeChat.models', [{ connection: connection.id, name: model.name }]);
  const keys = new KeyStore(new MemorySecrets(), { baseUrl: url, apiKey });
  const clients = new ServiceClients(keys, transport, log);
  const pending = new PendingDeletions();
  const stored = (name: string) => path.join(folder, name);
  const catalogs = new Catalogs({ connections, clients, pending, stored, log });
  const offered = new OfferedModels(connections, new Memory());
  const [offer] = offered.all;
  if (!offer) throw new Error('No model is offered.');
  const parts = {
    connections,
    catalogs,
    clients,
    keys,
    offered,
    pending,
    log,
  };
  const models = new LanguageModels(parts, ignore);
  const size = contextSize(undefined, model);
  return {
    client: clients.for(connection),
    models,
    information: offeredInformation({ offer, model, connection, size, hasSeveral: false, hasTwin: false }),
    [Symbol.dispose]() {
      for (const part of [models, offered, catalogs, pending, keys, connections]) part.dispose();
    },
  };
}
