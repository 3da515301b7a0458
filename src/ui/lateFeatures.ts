import * as vscode from 'vscode';
import type { ChatStore } from '../core/chats/disk/chatStore.ts';
import { keepsHistory } from './chats/tab/keepsHistory.ts';
import type { LastEditor } from './chats/tab/lastEditor.ts';
import type { ChatsView } from './chats/view/chatsView.ts';
import { chatsWith } from './chats/view/chatsWith.ts';
import type { Connections } from './connections/connections.ts';
import type { KeyStore } from './connections/keyStore.ts';
import type { ServiceClients } from './connections/serviceClients.ts';
import type { Catalogs } from './models/catalogs.ts';
import type { PendingDeletions } from './models/pendingDeletions.ts';
import { retrieveModel } from './models/retrieveModel.ts';
import type { ModelsView } from './models/view/modelsView.ts';
import { lazy } from './shared/lazy.ts';
import type { ReadOnlyDocuments } from './shared/readOnlyDocuments.ts';

/** What exists from activation on. */
export interface Sources {
  context: vscode.ExtensionContext;
  connections: Connections;
  keys: KeyStore;
  clients: ServiceClients;
  catalogs: Catalogs;
  pending: PendingDeletions;
  documents: ReadOnlyDocuments;
  view: ModelsView;
  chatStore: ChatStore;
  chatsView: ChatsView;
  lastEditor: LastEditor;
  /** Returns the path of a file or folder in the extension's own storage. */
  stored: (name: string) => string;
  log: vscode.LogOutputChannel;
}

export type LateFeatures = ReturnType<typeof lateFeatures>;

/** Everything that is created on first use. */
export function lateFeatures(sources: Sources) {
  const { context, connections, keys, clients, catalogs, pending, documents, view, stored, log } = sources;
  const { extension, extensionUri, globalStorageUri, globalState: memory } = context;

  const storage = lazy(async () => {
    const { openChatLibrary } = await import('../core/chats/chatLibrary.ts');
    return openChatLibrary(sources.chatStore, log, keepsHistory);
  });
  const chats = lazy(async () => {
    const { buildChats } = await import('./features.ts');
    return buildChats({ ...sources, extensionUri, globalStorageUri, storage: await storage() });
  });
  const details = lazy(async () => {
    const { DetailsPanels } = await import('./features.ts');
    return new DetailsPanels({
      extensionUri,
      connections,
      catalogs,
      retrieve: (connection, ref, options) => retrieveModel(clients.for(connection), ref, options),
      isDeleted: (ref) => pending.isDeleted(ref),
      chatsWith: (ref) => chatsWith(sources.chatStore, connections, ref),
      log,
    });
  });
  const deletions = lazy(async () => {
    const { DeletionFeature } = await import('./features.ts');
    const isInSight = () => view.isVisible && vscode.window.state.focused;
    const paths = { journalPath: stored('deleted.jsonl'), openFolder: stored('deletions') };
    return new DeletionFeature({ ...sources, ...paths, memory, isInSight });
  });
  const models = lazy(async () => {
    const { ModelCommands } = await import('./features.ts');
    return new ModelCommands(connections, catalogs, clients, view, documents);
  });
  const forConnections = lazy(async () => {
    const { ConnectionCommands } = await import('./features.ts');
    return new ConnectionCommands(connections, keys, clients, catalogs);
  });
  const diagnosis = lazy(async () => {
    const { DiagnosisCommands } = await import('./features.ts');
    return new DiagnosisCommands({ ...sources, extension });
  });
  const tests = lazy(async () => {
    const { TestRequestCommands } = await import('./features.ts');
    return new TestRequestCommands({ ...sources, service: (await chats()).service });
  });
  const localData = lazy(async () => {
    const { LocalData } = await import('./features.ts');
    return new LocalData(globalStorageUri, keys, {
      closeChats: async () => chats.made?.panels.closeAll(),
      forgetDeletions: async () => (await deletions()).forget(),
      forgetLooks: () => view.forgetLooks(),
      forgetModels: () => catalogs.forgetAll(),
      showNoChats: () => {
        storage.made?.search.forget();
        sources.chatsView.refresh();
      },
    });
  });
  return { storage, chats, details, deletions, models, forConnections, diagnosis, tests, localData };
}
