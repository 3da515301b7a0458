import * as vscode from 'vscode';
import type { ChatLibrary } from '../core/chats/chatLibrary.ts';
import type { CodeLanguage } from '../core/requestCode/requestCode.ts';
import { chatParts } from './chats/actions/chatParts.ts';
import { chatService } from './chats/actions/chatService.ts';
import type { KeyHint } from './chats/actions/keyHint.ts';
import type { LastEditor } from './chats/actions/lastEditor.ts';
import { listedModel } from './chats/actions/listedModel.ts';
import { columnCommands } from './chats/columns/columnCommands.ts';
import { pageModels } from './chats/page/pageModel.ts';
import { type ChatPanels, chatPanels } from './chats/tab/chatPanels.ts';
import { chatCommands } from './chats/view/chatCommands.ts';
import type { ChatsView } from './chats/view/chatsView.ts';
import { tabCommands, turnCommands } from './chats/view/tabCommands.ts';
import type { WindowParts } from './models/windowParts.ts';
import { PresetsFile } from './presets/presetsFile.ts';
import { copyRequestAs } from './requestCode/copyRequestAs.ts';

interface Parts extends WindowParts {
  extensionUri: vscode.Uri;
  globalStorageUri: vscode.Uri;
  storage: ChatLibrary;
  chatsView: ChatsView;
  lastEditor: LastEditor;
  keyHint: KeyHint;
}

/** Chat tabs with their presets and commands. */
export function buildChats(parts: Parts) {
  const { globalStorageUri, storage, chatsView, log } = parts;
  const presets = new PresetsFile(globalStorageUri, log);
  const pageModel = pageModels(parts);
  const service = chatService(parts, (column) => pageModel(column).gone !== undefined);
  const panelParts = chatParts(
    { ...parts, presets, pageModel, deployment: service.deployment },
    {
      forkChat: (session) => panels.fork(session),
      openNew: (conversation, session) => panels.openNew(conversation, session),
    },
  );
  const panels: ChatPanels = chatPanels(storage, service, panelParts);
  presets.onDidChange(() => panels.refresh());
  const { chooseModel, regenerateWith } = panelParts;
  return {
    service,
    presets,
    panels,
    commands: chatCommands({ ...parts, ...storage, panels, view: chatsView }),
    columns: columnCommands({ ...parts, chats: panels }),
    tab: tabCommands({ panels, chooseModel }),
    turns: turnCommands({ ...storage, panels, regenerateWith }),
    /** The model of the chat whose tab has the focus. */
    activeModel: async () => {
      const { columns } = panels.active?.conversation ?? {};
      return columns?.length === 1 ? listedModel(columns[0], parts) : undefined;
    },
    copyRequestAs: (language: CodeLanguage, argument: unknown) =>
      copyRequestAs(language, argument, { ...parts, panels, presets }),
    dispose: () => vscode.Disposable.from(panels, presets).dispose(),
  };
}
