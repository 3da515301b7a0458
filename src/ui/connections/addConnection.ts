import * as vscode from 'vscode';
import { type Connection, hostOf } from '../../core/connections/connection.ts';
import type { Refusal } from '../shared/inputStep.ts';
import { t } from '../shared/text/t.ts';
import { type Address, addressStep } from './addressStep.ts';
import type { Connections } from './connections.ts';
import { orSaveAnyway } from './connectionTrial.ts';
import { keyStep, sayConnected, tellUnlessKept } from './keyStep.ts';
import type { KeyStore } from './keyStore.ts';
import type { ServiceClients } from './serviceClients.ts';

export interface ConnectionParts {
  connections: Connections;
  keys: KeyStore;
  clients: ServiceClients;
}

/** *Add Connection…*: asks for base URL and key and tries each; on failure, returns to the step at fault. */
export async function addConnection(parts: ConnectionParts): Promise<void> {
  const { connections, clients } = parts;
  const title = t('Add Connection');
  const agreed = new Set<string>();
  let before: { value: string; problem?: Refusal } = { value: '' };
  /** A key that was typed, but could not be checked. */
  let unchecked: { baseUrl: string; apiKey: string } | undefined;
  for (;;) {
    const address = await addressStep(clients, { title, step: 1, totalSteps: 2, ...before }, agreed);
    if (!address) return;
    const { text, baseUrl, isKeptAnyway } = address;
    const connection = newConnection(connections, address);
    // A key belongs to the address it was typed for: if the address changes, ask for the key again.
    const value = unchecked?.baseUrl === baseUrl ? unchecked.apiKey : undefined;
    if (isKeptAnyway && value !== undefined) return save(parts, connection, value);
    const look = { title, step: 2, totalSteps: 2, hasBack: true, value };
    const key = await keyStep(clients, connection, look, !isKeptAnyway);
    if (!key) return;
    if (key.is === 'key') {
      await save(parts, connection, key.apiKey);
      sayConnected(key.trial);
      return;
    }
    const isElsewhere = key.is === 'elsewhere';
    before = { value: text, ...(isElsewhere && { problem: orSaveAnyway(key.reason) }) };
    unchecked = isElsewhere ? { baseUrl, apiKey: key.apiKey } : undefined;
  }
}

function newConnection(connections: Connections, { baseUrl, allowHttp }: Address): Connection {
  const name = freeName(hostOf(baseUrl), connections);
  return { id: connections.idFor(baseUrl), name, baseUrl, readOnly: false, allowHttp };
}

function freeName(name: string, connections: Connections): string {
  const taken = new Set(connections.all.map((one) => one.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}

async function save(
  { connections, keys }: ConnectionParts,
  connection: Connection,
  apiKey: string,
): Promise<void> {
  await tellUnlessKept(connection, keys.setApiKey(connection, apiKey));
  await connections.add(connection);
  await vscode.commands.executeCommand('hostedModels.models.focus');
}
