import * as vscode from 'vscode';

export const chatPanelType = 'hostedModels.chat';

/**
 * Counts this window's chat tabs, including those that VS Code restores only when shown. Infinity while VS Code hasn't reported
 * its tabs yet.
 */
export function chatTabCount(): number {
  const groups = vscode.window.tabGroups.all;
  if (groups.length === 0) return Number.POSITIVE_INFINITY;
  const tabs = groups.flatMap((group) => group.tabs);
  // VS Code adds its own prefix to the type.
  const isChat = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputWebview && input.viewType.endsWith(chatPanelType);
  return tabs.filter(isChat).length;
}
