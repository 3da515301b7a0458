import * as vscode from 'vscode';
import type { ConnectionEntry } from '../../../src/core/connections/connection.ts';
import { nextEvent } from './waiting.ts';

/** Sets the user's `hostedModels.connections`; without entries, removes the setting. */
export async function setConnections(entries?: ConnectionEntry[]): Promise<void> {
  await setUser('hostedModels', 'connections', entries);
}

/** Sets a user setting and waits until the extension host has read it. */
export async function setUser(section: string, key: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  if (JSON.stringify(configuration.inspect(key)?.globalValue) === JSON.stringify(value)) return;
  const changed = nextEvent(vscode.workspace.onDidChangeConfiguration, `${section}.${key} is set`, (event) =>
    event.affectsConfiguration(`${section}.${key}`),
  );
  await configuration.update(key, value, vscode.ConfigurationTarget.Global);
  await changed;
}
