import * as vscode from 'vscode';
import { isLoopback, normaliseBaseUrl } from '../../api/config/baseUrl.ts';
import { type Connection, hostOf } from '../../core/connections/connection.ts';
import { inputStep } from '../shared/inputStep.ts';
import { isAgreed } from '../shared/messages.ts';
import type { Connections } from './connections.ts';
import { keyStep, sayConnected, tellUnlessKept } from './keyStep.ts';
import type { KeyStore } from './keyStore.ts';
import type { ServiceClients } from './serviceClients.ts';

export interface ConnectionParts {
  connections: Connections;
  keys: KeyStore;
  clients: ServiceClients;
}

/** *Add Connection…*: asks for base URL and key and queries the service; on failure, returns to the step at fault. */
export async function addConnection(parts: ConnectionParts): Promise<void> {
  const { connections, clients } = parts;
  const title = vscode.l10n.t('Add Connection');
  let url = '';
  let problem: string | undefined;
  let rejected: { baseUrl: string; apiKey: string } | undefined;
  for (;;) {
    const result = await urlStep(title, url, problem, rejected !== undefined);
    if (!result) return;
    url = result.url;
    const connection = await newConnection(connections, result.baseUrl);
    if (!connection) {
      problem = vscode.l10n.t('Use an https: address, or agree to send the key unencrypted.');
      continue;
    }
    // A key belongs to the address it was typed for: if the address changes, ask for the key again.
    if (result.isSavedAnyway && rejected?.baseUrl === connection.baseUrl) {
      return save(parts, connection, rejected.apiKey);
    }
    const key = await keyStep(clients, connection, { title, step: 2, totalSteps: 2, hasBack: true });
    if (!key) return;
    if (key.is === 'key') {
      await save(parts, connection, key.apiKey);
      sayConnected(key.trial);
      return;
    }
    problem =
      key.is === 'elsewhere'
        ? `${key.reason} ${vscode.l10n.t('Correct it, or select Save Anyway.')}`
        : undefined;
    rejected = key.is === 'elsewhere' ? { baseUrl: connection.baseUrl, apiKey: key.apiKey } : undefined;
  }
}

async function urlStep(
  title: string,
  value: string,
  problem: string | undefined,
  canSaveAnyway: boolean,
): Promise<{ url: string; baseUrl: string; isSavedAnyway: boolean } | undefined> {
  const result = await inputStep({
    title,
    step: 1,
    totalSteps: 2,
    prompt: vscode.l10n.t('Base URL of the model hosting service'),
    placeholder: 'https://models.acme.example',
    value,
    problem,
    extraButton: canSaveAnyway ? vscode.l10n.t('Save Anyway') : undefined,
    check: urlProblem,
  });
  if (!result || result.is === 'back') return undefined;
  const read = normaliseBaseUrl(result.text);
  if (!read.ok) return urlStep(title, result.text, urlProblem(result.text), canSaveAnyway);
  return { url: result.text, baseUrl: read.baseUrl, isSavedAnyway: result.is === 'extra' };
}

export function urlProblem(text: string): string | undefined {
  const read = normaliseBaseUrl(text);
  if (read.ok) return undefined;
  const texts = new Map([
    ['empty', vscode.l10n.t('Type the address of the service.')],
    ['scheme', vscode.l10n.t('The address must begin with https:// (or http:// on this machine).')],
    ['userInfo', vscode.l10n.t('Leave user name and password out of the address; the API key comes next.')],
  ]);
  return texts.get(read.reason) ?? vscode.l10n.t('Enter a URL such as https://models.acme.example.');
}

/** Returns `undefined` if the address is unencrypted and the user did not agree to that. */
async function newConnection(connections: Connections, baseUrl: string): Promise<Connection | undefined> {
  const isPlain = baseUrl.startsWith('http:') && !isLoopback(baseUrl);
  if (isPlain && !(await agreesToPlainHttp(baseUrl))) return undefined;
  const name = freeName(hostOf(baseUrl), connections);
  return { id: crypto.randomUUID(), name, baseUrl, readOnly: false, allowHttp: isPlain };
}

/** `baseUrl` is an address with `http:`. */
export function agreesToPlainHttp(baseUrl: string): Promise<boolean> {
  return isAgreed(
    vscode.l10n.t('Send the API key unencrypted to {0}?', hostOf(baseUrl)),
    vscode.l10n.t(
      'http: is not encrypted: anyone on the network path can read the key and all chats. Use https: where you can.',
    ),
    vscode.l10n.t('Send Unencrypted'),
  );
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
