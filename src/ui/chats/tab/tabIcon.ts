import * as vscode from 'vscode';

/** `unseen`: an answer ended while the tab was hidden. */
export type TabState = 'still' | 'streaming' | 'unseen';

const files: Record<TabState, string> = { still: 'chat', streaming: 'chat-streaming', unseen: 'chat-unseen' };

/** The tab's icon. The one that spins stands still by itself if the system asks for that, but can't see VS Code's setting. */
export function tabIcon(extensionUri: vscode.Uri, state: TabState): { light: vscode.Uri; dark: vscode.Uri } {
  const name = state === 'streaming' && isMotionReduced() ? 'chat-streaming-still' : files[state];
  const file = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `${name}-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}

function isMotionReduced(): boolean {
  return vscode.workspace.getConfiguration('workbench').get('reduceMotion') === 'on';
}
