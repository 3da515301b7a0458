import * as vscode from 'vscode';
import { openChatStorage } from './core/chatStorage.ts';
import { DeletionJournal } from './core/journal.ts';
import { ChatPanels } from './ui/chat/chatPanels.ts';
import { chatParts } from './ui/chat/chatParts.ts';
import { ConnectionChatService } from './ui/chat/chatService.ts';
import { LastEditor } from './ui/chat/lastEditor.ts';
import { ChatCommands } from './ui/chats/chatCommands.ts';
import { ChatsView } from './ui/chats/chatsView.ts';
import { chatsWith } from './ui/chats/chatsWith.ts';
import { keepsHistory } from './ui/chats/keepsHistory.ts';
import { registerCommands } from './ui/commands.ts';
import { ConnectionCommands } from './ui/connections/connectionCommands.ts';
import { Connections } from './ui/connections/connections.ts';
import { KeyStore } from './ui/connections/keyStore.ts';
import { ServiceClients } from './ui/connections/serviceClients.ts';
import { DeletionCommands } from './ui/deletion/deletionCommands.ts';
import { PendingDeletions } from './ui/deletion/pendingDeletions.ts';
import { DetailsPanels } from './ui/details/detailsPanels.ts';
import { LazyDiagnosis } from './ui/diagnosis/lazyDiagnosis.ts';
import { readEnvironment } from './ui/environment.ts';
import { followChanges } from './ui/followChanges.ts';
import { LocalData } from './ui/localData.ts';
import { Catalogs } from './ui/models/catalogs.ts';
import { ModelCommands } from './ui/models/modelCommands.ts';
import { ModelsView } from './ui/models/modelsView.ts';
import { retrieveModel } from './ui/models/retrieveModel.ts';
import { chosenTransport } from './ui/network.ts';
import { ReadOnlyDocuments } from './ui/readOnlyDocuments.ts';
import { RequestCommands } from './ui/requests/requestCommands.ts';

/** Builds the object graph. Sends nothing and reads no secret: the views and commands do, when they are used. */
export function activate(context: vscode.ExtensionContext): void {
  const { extension, extensionUri, globalStorageUri, secrets, globalState, subscriptions } = context;
  const stored = (name: string) => vscode.Uri.joinPath(globalStorageUri, name).fsPath;
  const log = vscode.window.createOutputChannel('Hosted Models', { log: true });
  const environment = readEnvironment(process.env);

  const connections = new Connections(environment.baseUrl, log);
  const keys = new KeyStore(secrets, environment.key);
  const clients = new ServiceClients(keys, chosenTransport(process.env), log);
  const catalogs = new Catalogs(connections, clients, stored('catalogs'), log);
  const pending = new PendingDeletions();
  const journal = new DeletionJournal(stored('deleted.jsonl'));
  const documents = new ReadOnlyDocuments();
  const storage = openChatStorage(stored('chats'), log, keepsHistory);
  const { store } = storage;

  const modelsView = new ModelsView(connections, catalogs, pending, globalState);
  const chatsView = new ChatsView(store, connections);
  const lastEditor = new LastEditor();
  const parts = chatParts({ extensionUri, connections, catalogs, pending, lastEditor, log }, (session) =>
    chats.fork(session),
  );
  const chats = new ChatPanels(storage, new ConnectionChatService(connections, clients), parts, log);
  const details = new DetailsPanels({
    extensionUri,
    connections,
    catalogs,
    retrieve: (connection, ref, options) => retrieveModel(clients.for(connection), ref, options),
    isDeleted: (ref) => pending.isDeleted(ref),
    chatsWith: (ref) => chatsWith(store, ref),
    log,
  });

  const commands = registerCommands(
    {
      connections: new ConnectionCommands(connections, keys, clients, catalogs),
      models: new ModelCommands(connections, catalogs, clients, modelsView, documents),
      modelsView,
      details,
      deletions: new DeletionCommands({ connections, catalogs, clients, pending, journal, documents, log }),
      chats: new ChatCommands({ ...storage, connections, catalogs, panels: chats, view: chatsView }),
      diagnosis: new LazyDiagnosis({ extension, connections, catalogs, keys, clients, documents }),
      requests: new RequestCommands({ connections, keys, panels: chats }),
      localData: new LocalData(globalStorageUri, connections, keys, {
        closeChats: () => chats.closeAll(),
        forgetModels: () => catalogs.forgetAll(),
        showNoChats: () => {
          storage.search.forget();
          chatsView.refresh();
        },
      }),
      log,
    },
    log,
  );
  const following = followChanges({ connections, keys, catalogs, pending, chats, details, store });
  subscriptions.push(log, connections, keys, catalogs, pending, documents, modelsView, chatsView);
  subscriptions.push(chats, lastEditor, details, commands, following, storage.locks);
}
