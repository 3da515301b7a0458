import * as vscode from 'vscode';
import { chatPanelType } from './chats/tab/chatPanelType.ts';
import { detailsPanelType } from './details/detailsParts.ts';
import type { LateFeatures } from './lateFeatures.ts';
import { runPanelType } from './promptSets/runServices.ts';

/** Restores the pages after a reload of the window. */
export function restorePages(late: Pick<LateFeatures, 'chats' | 'details' | 'runs'>): vscode.Disposable {
  const { chats, details, runs } = late;
  return vscode.Disposable.from(
    restoring(chatPanelType, async () => (await chats()).panels),
    restoring(detailsPanelType, details),
    restoring(runPanelType, async () => (await runs()).panels),
  );
}

function restoring(viewType: string, panels: () => Promise<vscode.WebviewPanelSerializer>) {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (tab, state) => (await panels()).deserializeWebviewPanel(tab, state),
  });
}
