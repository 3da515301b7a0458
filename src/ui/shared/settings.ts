import * as vscode from 'vscode';

/** The user's own value, or the default; a workspace can't control where requests go. */
export function userSetting(section: string, key: string): unknown {
  const found = vscode.workspace.getConfiguration(section).inspect(key);
  return found?.globalValue ?? found?.defaultValue;
}

/** How long a chat may stay silent before it counts as failed, in milliseconds. */
export function answerTimeoutMs(): number {
  const seconds = userSetting('hostedModels', 'chat.answerTimeout');
  return (typeof seconds === 'number' && seconds > 0 ? seconds : 120) * 1000;
}

/** While the setting *Keep History* is off, no chat is written to disk. */
export function keepsHistory(): boolean {
  return userSetting('hostedModels', 'chat.keepHistory') !== false;
}

/** What sends a message: Enter, or Enter with Ctrl or Cmd. */
export function sendWith(): 'enter' | 'modEnter' {
  return userSetting('hostedModels', 'chat.send') === 'modEnter' ? 'modEnter' : 'enter';
}
