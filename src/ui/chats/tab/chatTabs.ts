import * as vscode from 'vscode';

export const chatViewType = 'hostedModels.chat';

/**
 * How many tabs of chats this window has, also those that VS Code brings back only once they are shown. Infinite while it has
 * not told yet.
 */
export function chatTabCount(): number {
  const groups = vscode.window.tabGroups.all;
  if (groups.length === 0) return Number.POSITIVE_INFINITY;
  const tabs = groups.flatMap((group) => group.tabs);
  return tabs.filter(({ input }) => input instanceof vscode.TabInputWebview && isChat(input)).length;
}

/** VS Code puts a prefix of its own before the type. */
function isChat({ viewType }: vscode.TabInputWebview): boolean {
  return viewType.endsWith(chatViewType);
}
