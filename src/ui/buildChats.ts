import * as vscode from 'vscode';
import type { ChatLibrary } from '../core/chats/chatLibrary.ts';
import type { CodeLanguage } from '../core/requestCode/requestCode.ts';
import { chatTabServices } from './chats/actions/chatTabServices.ts';
import type { LastEditor } from './chats/actions/lastEditor.ts';
import { listedModel } from './chats/actions/listedModel.ts';
import { columnCommands } from './chats/columns/columnCommands.ts';
import { type ChatPanels, chatPanels } from './chats/tab/chatPanels.ts';
import { chatCommands } from './chats/view/chatCommands.ts';
import type { ChatsView } from './chats/view/chatsView.ts';
import type { KeptChats } from './chats/view/deleteChats.ts';
import { tabCommands, turnCommands } from './chats/view/tabCommands.ts';
import type { WindowServices } from './models/windowServices.ts';
import { copyRequestAs } from './requestCode/copyRequestAs.ts';
import { WeightsCommands } from './weights/weightsCommands.ts';

/** Chat tabs with their presets and commands. */
export function buildChats(
  window: WindowServices,
  storage: ChatLibrary,
  view: ChatsView,
  lastEditor: LastEditor,
) {
  const services = chatTabServices(window, lastEditor, {
    forkChat: (session) => panels.fork(session),
    openNew: (conversation, session) => panels.openNew(conversation, session),
  });
  const { presets, service } = services;
  const panels: ChatPanels = chatPanels(storage, services);
  const kept: KeptChats = { ...storage, panels };
  presets.onDidChange(() => panels.refresh());
  panels.onDidChangeActive(({ id, isActive }) => view.setActive(id, isActive));
  return {
    service,
    presets,
    panels,
    weights: new WeightsCommands(window, service),
    commands: chatCommands(window, kept, view, lastEditor),
    columns: columnCommands(window, panels),
    tab: tabCommands(panels, services),
    turns: turnCommands(kept, services),
    /** The model of the chat whose tab has the focus. */
    activeModel: async () => {
      const { columns } = panels.active?.conversation ?? {};
      return columns?.length === 1 ? listedModel(columns[0], window) : undefined;
    },
    copyRequestAs: (language: CodeLanguage, argument: unknown) =>
      copyRequestAs(language, argument, window, { panels, presets }),
    dispose: () => vscode.Disposable.from(panels, presets).dispose(),
  };
}
