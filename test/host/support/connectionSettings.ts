import * as vscode from 'vscode';
import type { ConnectionEntry } from '../../../src/core/connections/connection.ts';
import { until } from './waiting.ts';

/** Sets the user's `hostedModels.connections`; without entries, removes the setting. */
export async function setConnections(entries?: ConnectionEntry[]): Promise<void> {
  await setUser('hostedModels', 'connections', entries);
}

/** Sets a user setting and waits until the extension host has read it. */
export async function setUser(section: string, key: string, value: unknown): Promise<void> {
  const isSet = () => {
    const given = vscode.workspace.getConfiguration(section).inspect(key)?.globalValue;
    return JSON.stringify(given) === JSON.stringify(value);
  };
  if (isSet()) return;
  await vscode.workspace.getConfiguration(section).update(key, value, vscode.ConfigurationTarget.Global);
  // The extension host may have read it before, and then there is no further event.
  await until(vscode.workspace.onDidChangeConfiguration, `${section}.${key} is set`, isSet);
}
