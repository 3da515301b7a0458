import * as vscode from 'vscode';
import type { Logger } from '../api/index.ts';
import type { ChatLibrary } from '../core/chats/chatLibrary.ts';
import { ChatPanels } from './chats/tab/chatPanels.ts';
import { chatParts } from './chats/tab/chatParts.ts';
import { ConnectionChatService } from './chats/tab/chatService.ts';
import type { LastEditor } from './chats/tab/lastEditor.ts';
import { ChatCommands } from './chats/view/chatCommands.ts';
import type { ChatsView } from './chats/view/chatsView.ts';
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
  storage: ChatLibrary;
  chatsView: ChatsView;
  lastEditor: LastEditor;
  log: Logger;
}

/** Chat tabs with their presets and commands. */
export function buildChats(parts: ChatsParts) {
  const { globalStorageUri, connections, keys, clients, catalogs, storage, chatsView, lastEditor, log } =
    parts;
  const presets = new PresetsFile(globalStorageUri, log);
  const service = new ConnectionChatService(connections, clients);
  const panelParts = chatParts({ ...parts, presets }, (session) => panels.fork(session));
  const panels: ChatPanels = new ChatPanels(storage, service, panelParts, log);
  presets.onDidChange(() => panels.refresh());
  return {
    service,
    presets,
    panels,
    commands: new ChatCommands({ ...storage, connections, catalogs, panels, view: chatsView, lastEditor }),
    turns: new TurnCommands({
      ...storage,
      panels,
      regenerateWith: (session, turn) => panelParts.regenerateWith(session, turn),
    }),
    requests: new RequestCommands({ connections, keys, panels, presets }),
    dispose: () => vscode.Disposable.from(panels, presets).dispose(),
  };
}
