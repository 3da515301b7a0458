import * as vscode from 'vscode';
import { buildChats } from './ui/buildChats.ts';
import { chatsWith } from './ui/chats/view/chatsWith.ts';
import { registerCommands } from './ui/commands.ts';
import { ConnectionCommands } from './ui/connections/connectionCommands.ts';
import { Connections } from './ui/connections/connections.ts';
import { KeyStore } from './ui/connections/keyStore.ts';
import { ServiceClients } from './ui/connections/serviceClients.ts';
import { LazyDeletion } from './ui/deletion/lazyDeletion.ts';
import { DetailsPanels } from './ui/details/detailsPanels.ts';
import { LazyDiagnosis } from './ui/diagnosis/lazyDiagnosis.ts';
import { readEnvironment } from './ui/environment.ts';
import { followChanges } from './ui/followChanges.ts';
import { LocalData } from './ui/localData.ts';
import { buildCatalogs } from './ui/models/catalogs.ts';
import { ModelCommands } from './ui/models/modelCommands.ts';
import { PendingDeletions } from './ui/models/pendingDeletions.ts';
import { retrieveModel } from './ui/models/retrieveModel.ts';
import { ModelsView } from './ui/models/view/modelsView.ts';
import { ModelTools } from './ui/modelTools.ts';
import { chosenTransport } from './ui/shared/network.ts';
import { ReadOnlyDocuments } from './ui/shared/readOnlyDocuments.ts';

/** Builds the object graph. Sends nothing and reads no secret: the views and commands do, when they are used. */
export function activate(context: vscode.ExtensionContext): void {
  const { extension, extensionUri, globalStorageUri, secrets, globalState, subscriptions } = context;
  const stored = (name: string) => vscode.Uri.joinPath(globalStorageUri, name).fsPath;
  const log = vscode.window.createOutputChannel('Hosted Models', { log: true });
  const environment = readEnvironment(process.env);

  const connections = new Connections(environment.baseUrl, globalStorageUri.fsPath, log);
  const keys = new KeyStore(secrets, environment.key);
  const clients = new ServiceClients(keys, chosenTransport(process.env), log);
  const pending = new PendingDeletions();
  const catalogs = buildCatalogs(connections, clients, pending, stored, log);
  const documents = new ReadOnlyDocuments();

  const modelsView = new ModelsView(connections, catalogs, pending, globalState);
  const services = { connections, keys, clients, catalogs, pending, documents, log };
  const sources = { extensionUri, globalStorageUri, ...services };
  const deletions = new LazyDeletion({
    ...sources,
    view: modelsView,
    memory: globalState,
    journalPath: stored('deleted.jsonl'),
    openFolder: stored('deletions'),
  });
  const chats = buildChats(sources);
  const details = new DetailsPanels({
    extensionUri,
    connections,
    catalogs,
    retrieve: (connection, ref, options) => retrieveModel(clients.for(connection), ref, options),
    isDeleted: (ref) => pending.isDeleted(ref),
    chatsWith: (ref) => chatsWith(chats.store, connections, ref),
    log,
  });

  const commands = registerCommands(
    {
      connections: new ConnectionCommands(connections, keys, clients, catalogs),
      models: new ModelCommands(connections, catalogs, clients, modelsView, documents),
      modelsView,
      modelTools: new ModelTools({ ...sources, service: chats.service, view: modelsView }),
      details,
      deletions,
      pending,
      chats: chats.commands,
      turns: chats.turns,
      diagnosis: new LazyDiagnosis({ extension, connections, catalogs, keys, clients, documents }),
      requests: chats.requests,
      localData: new LocalData(globalStorageUri, keys, {
        closeChats: () => chats.panels.closeAll(),
        forgetDeletions: async () => (await deletions.feature()).forget(),
        forgetLooks: () => modelsView.forgetLooks(),
        forgetModels: () => catalogs.forgetAll(),
        showNoChats: () => chats.showNone(),
      }),
      log,
    },
    log,
  );
  const following = followChanges({ connections, keys, catalogs, pending, chats, details });
  subscriptions.push(log, connections, keys, catalogs, pending, documents);
  subscriptions.push(modelsView, deletions, chats, details, commands, following);
}
