import * as vscode from 'vscode';
import { chatViewType } from './chats/tab/chatTabs.ts';
import { detailsViewType } from './details/detailsViewType.ts';
import type { LateFeatures } from './lateFeatures.ts';

/** Restores the pages after a reload of the window. */
export function restorePages({ chats, details }: Pick<LateFeatures, 'chats' | 'details'>): vscode.Disposable {
  return vscode.Disposable.from(
    restoring(chatViewType, async () => (await chats()).panels),
    restoring(detailsViewType, details),
  );
}

function restoring(
  viewType: string,
  panels: () => Promise<vscode.WebviewPanelSerializer>,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (tab, state) => (await panels()).deserializeWebviewPanel(tab, state),
  });
}
