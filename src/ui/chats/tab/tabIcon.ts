import * as vscode from 'vscode';

/** `unseen`: an answer ended while the tab was hidden. */
export type TabState = 'still' | 'streaming' | 'unseen';

const files: Record<TabState, string> = { still: 'chat', streaming: 'chat-streaming', unseen: 'chat-unseen' };

export function tabIcon(extensionUri: vscode.Uri, state: TabState): { light: vscode.Uri; dark: vscode.Uri } {
  const file = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `${files[state]}-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}
