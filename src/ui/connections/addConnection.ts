import * as vscode from 'vscode';
import { raceAbort } from '../../base/raceAbort.ts';
import { type Connection, hostOf, ofKind } from '../../core/connections/connection.ts';
import type { Drawing } from '../shared/drawing.ts';
import { type InputStep, inputStep, type StepResult } from '../shared/inputStep.ts';
import type { StepLook } from '../shared/pickStep.ts';
import { t } from '../shared/text/t.ts';
import { addressStep } from './addressStep.ts';
import type { Connections } from './connections.ts';
import { type KeyStepResult, keyStep, sayConnected, tellUnlessKept } from './keyStep.ts';
import type { KeyStore } from './keyStore.ts';
import type { ServiceClients } from './serviceClients.ts';

/** So long a person who has connected waits for the list, in ms. */
const soonMs = 2000;

export interface ConnectionParts {
  connections: Connections;
  keys: KeyStore;
  clients: ServiceClients;
  /** The models kept of each connection. */
  catalogs: {
    loader(connection: Connection): { refresh(): Promise<void> };
    keyChanged(connection: Connection): Promise<void>;
    forget(connectionId: string): Promise<void>;
  };
}

/** The Models view, which has the focus in the end, on the new connection if there are several. */
interface WithView {
  view: { tree: { drawing: Drawing }; revealConnection: (connection: Connection) => Promise<void> };
}

/**
 * *Add Connection…*: asks for base URL and key and tries each; on failure, returns to the step at fault. One that is not the first
 * is asked for its name.
 */
export async function addConnection(parts: ConnectionParts & WithView): Promise<void> {
  const { connections, clients } = parts;
  const look = { title: t('Add Connection'), totalSteps: connections.all.length === 0 ? 2 : 3 };
  const agreed = new Set<string>();
  let again: Pick<InputStep, 'value' | 'problem'> = {};
  /** A key that was typed, but could not be checked. */
  let unchecked: { baseUrl: string; apiKey: string } | undefined;
  for (;;) {
    const address = await addressStep(clients, { ...look, step: 1, ...again }, agreed);
    if (!address) return;
    const { text, baseUrl, allowHttp, isKeptAnyway, openAi } = address;
    const name = freeName(hostOf(baseUrl), connections);
    // A key belongs to the address it was typed for: if the address changes, ask for the key again.
    const value = unchecked?.baseUrl === baseUrl ? unchecked.apiKey : undefined;
    const key = await askKeyAndName(
      parts,
      ofKind(
        { id: connections.idFor(baseUrl), name, baseUrl, readOnly: false, allowHttp },
        openAi && 'openai',
      ),
      { ...look, value },
      !isKeptAnyway,
      openAi?.listed && { is: 'key', apiKey: '', trial: { is: 'connected', ...openAi.listed } },
    );
    if (!key) return;
    again = { value: text, ...(key.is === 'elsewhere' && { problem: key.reason }) };
    unchecked = key.is === 'elsewhere' ? { baseUrl, apiKey: key.apiKey } : undefined;
  }
}

/**
 * The steps after the address; the last one saves. Resolves with what leads back to the address, if anything does. `known`: stands for
 * the key's step where the server answers without a key.
 */
async function askKeyAndName(
  parts: ConnectionParts & WithView,
  connection: Connection,
  { value, ...look }: { title: string; totalSteps: number; value: string | undefined },
  isChecked: boolean,
  known: KeyStepResult | undefined,
): Promise<Exclude<KeyStepResult, { is: 'key' }> | undefined> {
  const { connections, clients } = parts;
  const isOnly = look.totalSteps === 2;
  for (let typed = value; ; ) {
    const keyLook = { ...look, step: 2, hasBack: true, value: typed };
    const key = known ?? (await keyStep(clients, connection, keyLook, isChecked));
    if (key?.is !== 'key') return key;
    const name: StepResult | undefined = isOnly
      ? { is: 'accepted', text: connection.name }
      : await nameStep(connections, connection, { ...look, step: 3, hasBack: true });
    if (name?.is === 'accepted') {
      // A hosting service wants a key.
      const kind = key.apiKey === '' ? 'openai' : key.trial?.is === 'connected' ? key.trial.kind : undefined;
      const named = ofKind({ ...connection, name: name.text.trim() }, kind);
      await save(parts, named, key.apiKey);
      sayConnected(key.trial, isOnly ? undefined : named.name);
    }
    if (name?.is !== 'back') return undefined;
    if (known) return name;
    typed = key.apiKey;
  }
}

function freeName(name: string, connections: Connections): string {
  const taken = new Set(connections.all.map((one) => one.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}

/** Its list is loaded at once, so that its row has its count. `apiKey`: empty if there is none. */
async function save(
  { connections, keys, catalogs, view }: ConnectionParts & WithView,
  connection: Connection,
  apiKey: string,
): Promise<void> {
  if (apiKey !== '') await tellUnlessKept(connection, keys.setApiKey(connection, apiKey));
  try {
    await connections.add(connection);
  } catch (error) {
    // No key stays for a connection that isn't there.
    if (!connections.byId(connection.id)) await keys.forget(connection.id);
    throw error;
  }
  const listed = catalogs.loader(connection).refresh();
  await focusModels();
  const drawn = listed.then(() => view.tree.drawing.drawn);
  // What has the focus in an empty view leaves it when the rows come. If that takes long, the person may have turned elsewhere.
  const soon = raceAbort(drawn, AbortSignal.timeout(soonMs));
  const reveal = () => focusModels().then(() => view.revealConnection(connection));
  void soon.then(reveal).catch(() => undefined);
}

async function focusModels(): Promise<void> {
  await vscode.commands.executeCommand('hostedModels.models.focus');
}

/** Asks for a connection's name. Dialogs identify a connection by its name, so names must be unique. */
export function nameStep(
  connections: Pick<Connections, 'all'>,
  { id, name, baseUrl }: Connection,
  look: StepLook,
): Promise<StepResult | undefined> {
  return inputStep({
    ...look,
    prompt: t('Name for {0}', hostOf(baseUrl)),
    value: name,
    check: (text) => {
      const typed = text.trim();
      if (typed === '') return t('Type a name.');
      const isTaken = connections.all.some((one) => one.id !== id && one.name === typed);
      return isTaken ? t('Another connection has this name.') : undefined;
    },
  });
}
