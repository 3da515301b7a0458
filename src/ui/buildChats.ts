import * as vscode from 'vscode';
import type { Logger } from '../api/index.ts';
import { openChatStorage } from '../core/chats/chatStorage.ts';
import { ChatPanels } from './chats/tab/chatPanels.ts';
import { chatParts } from './chats/tab/chatParts.ts';
import { ConnectionChatService } from './chats/tab/chatService.ts';
import { keepsHistory } from './chats/tab/keepsHistory.ts';
import { LastEditor } from './chats/tab/lastEditor.ts';
import { ChatCommands } from './chats/view/chatCommands.ts';
import { ChatsView } from './chats/view/chatsView.ts';
import { TurnCommands } from './chats/view/turnCommands.ts';
import type { Connections } from './connections/connections.ts';
import type { KeyStore } from './connections/keyStore.ts';
import type { ServiceClients } from './connections/serviceClients.ts';
import type { Catalogs } from './models/catalogs.ts';
import type { PendingDeletions } from './models/pendingDeletions.ts';
import { PresetsFile } from './presets/presetsFile.ts';
import { RequestCommands } from './requestCode/requestCommands.ts';
import type { ReadOnlyDocuments } from './shared/readOnlyDocuments.ts';

export interface ChatsParts {
  extensionUri: vscode.Uri;
  globalStorageUri: vscode.Uri;
  connections: Connections;
  keys: KeyStore;
  clients: ServiceClients;
  catalogs: Catalogs;
  pending: PendingDeletions;
  documents: ReadOnlyDocuments;
  log: Logger;
}

/** All that chats are made of: their storage, tabs, view, presets and commands. */
export function buildChats(parts: ChatsParts) {
  const { globalStorageUri, connections, keys, clients, catalogs, log } = parts;
  const storage = openChatStorage(vscode.Uri.joinPath(globalStorageUri, 'chats').fsPath, log, keepsHistory);
  const view = new ChatsView(storage.store, connections, () => panels.clear());
  const lastEditor = new LastEditor();
  const presets = new PresetsFile(globalStorageUri, log);
  const service = new ConnectionChatService(connections, clients);
  const panelParts = chatParts({ ...parts, lastEditor, presets }, (session) => panels.fork(session));
  const panels: ChatPanels = new ChatPanels(storage, service, panelParts, log);
  return {
    store: storage.store,
    service,
    presets,
    panels,
    commands: new ChatCommands({ ...storage, connections, catalogs, panels, view, lastEditor }),
    turns: new TurnCommands({
      ...storage,
      panels,
      regenerateWith: (session, turn) => panelParts.regenerateWith(session, turn),
    }),
    requests: new RequestCommands({ connections, keys, panels, presets }),
    /** After all files of chats were deleted. */
    showNone() {
      storage.search.forget();
      view.refresh();
    },
    dispose: () => vscode.Disposable.from(panels, view, presets, lastEditor, storage.locks).dispose(),
  };
}
