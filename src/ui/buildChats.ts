import * as vscode from 'vscode';
import type { ChatLibrary } from '../core/chats/chatLibrary.ts';
import type { CodeLanguage } from '../core/requestCode/requestCode.ts';
import { chatParts } from './chats/actions/chatParts.ts';
import { chatService } from './chats/actions/chatService.ts';
import type { LastEditor } from './chats/actions/lastEditor.ts';
import { listedModel } from './chats/actions/listedModel.ts';
import { CompareCommands } from './chats/columns/compareCommands.ts';
import { ComparePage } from './chats/columns/comparePage.ts';
import { Tally } from './chats/columns/tally.ts';
import { ChatPage } from './chats/tab/chatPage.ts';
import { ChatPanels } from './chats/tab/chatPanels.ts';
import type { MakePage } from './chats/tab/tabPage.ts';
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

/** One path for a chat, columns for a comparison. */
export function pageMaker(tally: Tally): MakePage {
  return (context) =>
    context.session.conversation.comparison ? new ComparePage(context, tally) : new ChatPage(context);
}

/** Chat tabs with their presets and commands. */
export function buildChats(parts: Parts) {
  const { globalStorageUri, connections, clients, storage, chatsView, log } = parts;
  const presets = new PresetsFile(globalStorageUri, log);
  const service = chatService({ connections, clients });
  const panelParts = chatParts(
    { ...parts, presets },
    {
      forkChat: (session) => panels.fork(session),
      openNew: (conversation, session, draft) => panels.openNew(conversation, session, draft),
      closeKept: (session) => panels.closeKept(session),
    },
  );
  const panels: ChatPanels = new ChatPanels(
    storage,
    service,
    panelParts,
    pageMaker(new Tally(storage.store)),
  );
  presets.onDidChange(() => panels.refresh());
  const { regenerateWith } = panelParts;
  return {
    service,
    presets,
    panels,
    commands: new ChatCommands({ ...parts, ...storage, panels, view: chatsView }),
    compare: new CompareCommands({ ...parts, panels, presets }),
    turns: turnCommands({ ...storage, panels, regenerateWith }),
    /** The model of the chat whose tab has the focus. */
    activeModel: async () => {
      const { conversation } = panels.active ?? {};
      return conversation && !conversation.comparison ? listedModel(conversation, parts) : undefined;
    },
    copyRequestAs: (language: CodeLanguage, argument: unknown) =>
      copyRequestAs(language, argument, { ...parts, panels, presets }),
    dispose: () => vscode.Disposable.from(panels, presets).dispose(),
  };
}
