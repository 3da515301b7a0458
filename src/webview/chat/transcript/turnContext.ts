/** What each turn tells the context menu about its chat. The same object until it changes. */
export interface TurnPlace {
  chat: string;
  /** No answer is streaming, and the chat is writable. */
  canChange: boolean;
}

/** For `data-vscode-context`: VS Code picks the menu items by it and passes it to the chosen command. */
export function turnContext(section: 'question' | 'answer', turn: string, place: TurnPlace): string {
  return JSON.stringify({ webviewSection: section, turn, ...place });
}
