import * as vscode from 'vscode';

/** How long the status bar shows that something worked, in ms. */
const brieflyMs = 5000;

/**
 * VS Code turns `[label](command:…)` into links in notifications, prompts and validation messages, and runs them on click. Our
 * texts have none; text from the service is shown as it is.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** A name such as `$(trash)` is text, not an icon. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

export function sayInfo(text: string, ...buttons: string[]): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(withoutLinks(text), ...buttons);
}

export function sayWarning(text: string, ...buttons: string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(withoutLinks(text), ...buttons);
}

export function sayError(text: string, ...buttons: string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(withoutLinks(text), ...buttons);
}

/** For a success that is visible anyway: a line in the status bar that disappears by itself. */
export function sayBriefly(text: string): void {
  vscode.window.setStatusBarMessage(withoutIcons(text), brieflyMs);
}

/**
 * A modal question with the verb and Cancel as its buttons. Enter takes the first one, and VS Code puts Cancel last: `safe` comes
 * before the verb where that loses something.
 */
export async function isAgreed(
  question: string,
  detail: string,
  verb: string,
  safe?: string,
): Promise<boolean> {
  const options = { modal: true, detail: withoutLinks(detail) };
  const items: vscode.MessageItem[] = [{ title: verb }];
  if (safe !== undefined) items.unshift({ title: safe, isCloseAffordance: true });
  const chosen = await vscode.window.showWarningMessage(withoutLinks(question), options, ...items);
  return chosen?.title === verb;
}
