import * as vscode from 'vscode';

/** The user's own value, or the default; a workspace can't control where requests go. */
export function userSetting(section: string, key: string): unknown {
  const found = vscode.workspace.getConfiguration(section).inspect(key);
  return found?.globalValue ?? found?.defaultValue;
}

const defaultSeconds = 120;

/** How long a chat may stay silent before it counts as failed, in milliseconds. */
export function answerTimeoutMs(): number {
  const seconds = userSetting('hostedModels', 'chat.answerTimeout');
  // The setting's own schema marks anything else and says that the default is used.
  const isValid = typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 5 && seconds <= 3600;
  return (isValid ? seconds : defaultSeconds) * 1000;
}

/** While the setting *Keep History* is off, no chat is written to disk. */
export function keepsHistory(): boolean {
  return userSetting('hostedModels', 'chat.keepHistory') !== false;
}

/** What sends a message: Enter, or Enter with Ctrl or Cmd. */
export function sendWith(): 'enter' | 'modEnter' {
  return userSetting('hostedModels', 'chat.send') === 'modEnter' ? 'modEnter' : 'enter';
}
