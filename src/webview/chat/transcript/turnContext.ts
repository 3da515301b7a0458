/** What each turn says of its chat to the context menu. The same object until it changes. */
export interface TurnPlace {
  chat: string;
  /** No answer streams, and the chat can be written. */
  canChange: boolean;
}

/** For `data-vscode-context`: what VS Code shows its menu by, and passes to the command that is chosen there. */
export function turnContext(section: 'question' | 'answer', turn: string, place: TurnPlace): string {
  return JSON.stringify({ webviewSection: section, turn, ...place });
}
