import * as vscode from 'vscode';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { cleanText } from '../../../core/cleanText.ts';

/** `unseen`: an answer ended while the tab was hidden. */
export type TabState = 'still' | 'streaming' | 'unseen';

const files: Record<TabState, string> = { still: 'chat', streaming: 'chat-streaming', unseen: 'chat-unseen' };

/** Returns the tab's icon. The animated one stops if the system asks for reduced motion, but can't see VS Code's setting. */
export function tabIcon(extensionUri: vscode.Uri, state: TabState): { light: vscode.Uri; dark: vscode.Uri } {
  const isStill = vscode.workspace.getConfiguration('workbench').get('reduceMotion') === 'on';
  const name = state === 'streaming' && isStill ? 'chat-streaming-still' : files[state];
  const file = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `${name}-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}

/** Keeps what VS Code shows of a chat's tab: its title, its icon and its place. */
export function tabDecoration(
  panel: vscode.WebviewPanel,
  session: Pick<ChatSession, 'conversation' | 'isBusy'>,
  titleOf: () => string,
  extensionUri: vscode.Uri,
) {
  let usedAt = performance.now();
  let hasUnseen = false;
  let isClosed = false;
  panel.onDidDispose(() => {
    isClosed = true;
  });
  return {
    get isActive(): boolean {
      return panel.active;
    },
    close: () => panel.dispose(),
    /** When the tab last had the focus, by `performance.now()`. */
    get usedAt(): number {
      return usedAt;
    },
    /** Shows the tab. With `column`, the tab moves there. */
    reveal(column?: vscode.ViewColumn): void {
      if (column !== undefined) keepMoved(panel);
      panel.reveal(column);
    },
    /** Call when an answer has ended. */
    noteEnd(): void {
      hasUnseen = !panel.visible;
    },
    /** Call after each change of the chat or of the tab. What was asked for before the tab was closed may end after that. */
    show(): void {
      if (isClosed) return;
      const { conversation, isBusy } = session;
      if (panel.visible) hasUnseen = false;
      if (panel.active) {
        usedAt = performance.now();
        // The menus for one column and for several differ.
        void vscode.commands.executeCommand(
          'setContext',
          'hostedModels.columns',
          conversation.columns.length,
        );
      }
      panel.title = cleanText(conversation.title, 60) || titleOf();
      const state = isBusy ? 'streaming' : hasUnseen ? 'unseen' : 'still';
      panel.iconPath = tabIcon(extensionUri, state);
    },
  };
}

/** Keeps a moved tab open: VS Code makes it a preview, which the next opened file would close. */
function keepMoved(panel: vscode.WebviewPanel): void {
  const moved = panel.onDidChangeViewState(({ webviewPanel }) => {
    if (!webviewPanel.active) return;
    moved.dispose();
    void vscode.commands.executeCommand('workbench.action.keepEditor');
  });
}
