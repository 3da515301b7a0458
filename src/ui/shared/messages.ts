import * as vscode from 'vscode';

/** How long the status bar says that something worked, in milliseconds. */
const brieflyMs = 5000;

/**
 * VS Code makes links of `[label](command:…)` in notifications, prompts and validation messages, and runs them at a click.
 * Our texts hold none; what the service puts into them is shown as it is.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** A name such as `$(trash)` is a name, and no icon. */
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

/** For what worked and can be seen anyway: a line in the status bar that goes by itself. */
export function sayBriefly(text: string): void {
  vscode.window.setStatusBarMessage(withoutIcons(text), brieflyMs);
}

/** A modal question whose only button beside Cancel is the verb. */
export async function isAgreed(question: string, detail: string, verb: string): Promise<boolean> {
  const options = { modal: true, detail: withoutLinks(detail) };
  return (await vscode.window.showWarningMessage(withoutLinks(question), options, verb)) === verb;
}
