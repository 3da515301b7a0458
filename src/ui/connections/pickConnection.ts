import * as v from 'valibot';
import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { sayWarning, withoutIcons } from '../shared/messages.ts';
import { isOwnRow } from '../shared/ownRows.ts';
import { parsed } from '../shared/parsed.ts';
import { hostBeside } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
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

/**
 * The same for a command that takes something away, and that anybody can call with anything: unless the user has just chosen the
 * connection, by a row of ours or in a quick pick, `confirm` asks about it first.
 */
export async function confirmedConnection(
  connections: Connections,
  from: unknown,
  title: string,
  confirm: (connection: Connection) => Promise<boolean>,
): Promise<Connection | undefined> {
  const isPicked = connectionIdFrom(from) === undefined && connections.all.length > 1;
  const connection = await chosenConnection(connections, from, title);
  if (!connection || isPicked || isOwnRow(from)) return connection;
  if (!(await confirm(connection))) return undefined;
  if (connections.byId(connection.id)?.baseUrl === connection.baseUrl) return connection;
  void sayWarning(t('The connections have changed meanwhile. Nothing was changed.'));
  return undefined;
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

/** Lets the user pick one of these; `detailOf` returns what stands below its name. */
export async function pickAmong(
  all: readonly Connection[],
  title: string,
  detailOf = (_one: Connection) => '',
): Promise<Connection | undefined> {
  const items = all.map((connection) => ({
    label: withoutIcons(cleanText(connection.name)),
    description: hostBeside(connection),
    detail: detailOf(connection),
    iconPath: new vscode.ThemeIcon('cloud'),
    connection,
  }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.connection;
}
