import * as vscode from 'vscode';
import type { ChatLibrary } from '../core/chats/chatLibrary.ts';
import type { CodeLanguage } from '../core/requestCode/requestCode.ts';
import { ChatPanels } from './chats/tab/chatPanels.ts';
import { chatParts } from './chats/tab/chatParts.ts';
import { chatService } from './chats/tab/chatService.ts';
import type { LastEditor } from './chats/tab/lastEditor.ts';
import { listedModel } from './chats/tab/listedModel.ts';
import { ChatCommands } from './chats/view/chatCommands.ts';
import type { ChatsView } from './chats/view/chatsView.ts';
import { turnCommands } from './chats/view/turnCommands.ts';
import type { WindowParts } from './models/windowParts.ts';
import { PresetsFile } from './presets/presetsFile.ts';
import { copyRequestAs } from './requestCode/copyRequestAs.ts';

interface Parts extends WindowParts {
  extensionUri: vscode.Uri;
  globalStorageUri: vscode.Uri;
  storage: ChatLibrary;
  chatsView: ChatsView;
  lastEditor: LastEditor;
}

/** Chat tabs with their presets and commands. */
export function buildChats(parts: Parts) {
  const { globalStorageUri, connections, clients, storage, chatsView, log } = parts;
  const presets = new PresetsFile(globalStorageUri, log);
  const service = chatService({ connections, clients });
  const panelParts = chatParts({ ...parts, presets }, (session) => panels.fork(session));
  const panels: ChatPanels = new ChatPanels(storage, service, panelParts);
  presets.onDidChange(() => panels.refresh());
  const { regenerateWith } = panelParts;
  return {
    service,
    presets,
    panels,
    commands: new ChatCommands({ ...parts, ...storage, panels, view: chatsView }),
    turns: turnCommands({ ...storage, panels, regenerateWith }),
    /** The model of the chat whose tab has the focus. */
    activeModel: async () => panels.active && listedModel(panels.active.conversation, parts),
    copyRequestAs: (language: CodeLanguage, argument: unknown) =>
      copyRequestAs(language, argument, { ...parts, panels, presets }),
    dispose: () => vscode.Disposable.from(panels, presets).dispose(),
  };
}
