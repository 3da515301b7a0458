import * as v from 'valibot';
import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { withoutIcons } from '../shared/messages.ts';
import { parsed } from '../shared/parsed.ts';
import { hostBeside } from '../shared/text/placeName.ts';
import type { Connections } from './connections.ts';

/** Returns the connection whose row, or something below it, a command was called on. */
export function connectionIdFrom(argument: unknown): string | undefined {
  return parsed(v.object({ connectionId: v.string() }), argument)?.connectionId;
}

/** Returns the connection whose row the command was called on; otherwise like `pickConnection`. */
export async function chosenConnection(
  connections: Connections,
  from: unknown,
  title: string,
): Promise<Connection | undefined> {
  const id = connectionIdFrom(from);
  return id === undefined ? pickConnection(connections, title) : connections.byId(id);
}

/** Returns the only connection, or lets the user pick one; if there is none, offers to add one. */
export async function pickConnection(
  connections: Connections,
  title: string,
): Promise<Connection | undefined> {
  const [first, ...others] = connections.all;
  if (!first) {
    await vscode.commands.executeCommand('hostedModels.addConnection');
    return undefined;
  }
  return others.length === 0 ? first : pickAmong(connections.all, title);
}

export async function pickAmong(all: readonly Connection[], title: string): Promise<Connection | undefined> {
  const items = all.map((connection) => ({
    label: withoutIcons(cleanText(connection.name)),
    description: hostBeside(connection),
    iconPath: new vscode.ThemeIcon('cloud'),
    connection,
  }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.connection;
}
