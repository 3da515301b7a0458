import * as vscode from 'vscode';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { PageProjection } from './pageProjection.ts';

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

/** What VS Code shows of a chat's tab: its title, its icon and its place. */
export class TabDecoration {
  readonly #panel: vscode.WebviewPanel;
  readonly #session: Pick<ChatSession, 'conversation' | 'isBusy'>;
  readonly #page: Pick<PageProjection, 'title'>;
  readonly #extensionUri: vscode.Uri;
  /** When the tab last had the focus, by `performance.now()`. */
  #usedAt = performance.now();
  #hasUnseen = false;

  constructor(
    panel: vscode.WebviewPanel,
    session: Pick<ChatSession, 'conversation' | 'isBusy'>,
    page: Pick<PageProjection, 'title'>,
    extensionUri: vscode.Uri,
  ) {
    this.#panel = panel;
    this.#session = session;
    this.#page = page;
    this.#extensionUri = extensionUri;
  }

  get usedAt(): number {
    return this.#usedAt;
  }

  /** Shows the tab. With `column`, the tab moves there. */
  reveal(column?: vscode.ViewColumn): void {
    if (column !== undefined) this.#keepMoved();
    this.#panel.reveal(column);
  }

  /** Call when an answer has ended. */
  noteEnd(): void {
    this.#hasUnseen = !this.#panel.visible;
  }

  /** Call after each change of the chat or of the tab. */
  show(): void {
    const { conversation, isBusy } = this.#session;
    if (this.#panel.visible) this.#hasUnseen = false;
    if (this.#panel.active) this.#usedAt = performance.now();
    this.#panel.title = cleanText(conversation.title, 60) || this.#page.title;
    const state = isBusy ? 'streaming' : this.#hasUnseen ? 'unseen' : 'still';
    this.#panel.iconPath = tabIcon(this.#extensionUri, state);
  }

  /** Keeps a moved tab open: VS Code makes it a preview, which the next opened file would close. */
  #keepMoved(): void {
    const moved = this.#panel.onDidChangeViewState(({ webviewPanel }) => {
      if (!webviewPanel.active) return;
      moved.dispose();
      void vscode.commands.executeCommand('workbench.action.keepEditor');
    });
  }
}
