import * as vscode from 'vscode';
import { headerNameProblem, headerValueProblem, maxHeaders } from '../../api/config/headerRules.ts';
import { type Connection, hostOf } from '../../core/connections/connection.ts';
import { askText } from '../shared/inputStep.ts';
import { isAgreed, sayInfo, sayWarning } from '../shared/messages.ts';
import { pickUntil } from '../shared/pickUntil.ts';
import { t } from '../shared/text/t.ts';
import { type ConnectionParts, nameStep } from './addConnection.ts';
import { keyStep, sayConnected, tellUnlessKept } from './keyStep.ts';
import type { KeyStore } from './keyStore.ts';
import { chosenConnection, confirmedConnection } from './pickConnection.ts';

export { addConnection } from './addConnection.ts';

// Each command takes a row of the tree, or asks for a connection.

export async function setApiKey(parts: ConnectionParts, from: unknown): Promise<void> {
  const { connections, keys, clients, catalogs } = parts;
  const title = t('Set API Key');
  const connection = await chosenConnection(connections, from, title);
  const key = connection && (await keyStep(clients, connection, { title }));
  if (!key || key.is === 'back') return;
  await tellUnlessKept(connection, keys.setApiKey(connection, key.apiKey));
  await connections.keepId(connection);
  await catalogs.keyChanged(connection);
  if (key.is === 'key') sayConnected(key.trial, connections.only ? undefined : connection.name);
  else void sayWarning(t('The key was saved. {0}', key.reason));
}

export async function clearApiKey(
  { connections, keys, catalogs }: ConnectionParts,
  from: unknown,
): Promise<void> {
  const title = t('Clear API Key');
  const connection = await confirmedConnection(connections, from, title, (one) =>
    isAgreed(
      t('Clear the API key of “{0}”?', one.name),
      t(
        "It is deleted from this machine and can't be brought back. Nothing changes on {0}.",
        hostOf(one.baseUrl),
      ),
      title,
      t('Keep API Key'),
    ),
  );
  if (!connection) return;
  await keys.clearApiKey(connection);
  await catalogs.keyChanged(connection);
  if ((await keys.apiKey(connection)) === undefined) return;
  void sayInfo(t('The key for {0} now comes from HOSTED_MODELS_API_KEY.', connection.name));
}

export async function setHeaders(
  { connections, keys, catalogs }: ConnectionParts,
  from: unknown,
): Promise<void> {
  const connection = await chosenConnection(connections, from, t('Set Headers'));
  if (!connection) return;
  await editHeaders(keys, connection);
  await connections.keepId(connection);
  await catalogs.keyChanged(connection);
}

export async function renameConnection({ connections }: ConnectionParts, from: unknown): Promise<void> {
  const title = t('Rename Connection');
  const connection = await chosenConnection(connections, from, title);
  if (!connection) return;
  const name = await nameStep(connections, connection, { title });
  if (name?.is === 'accepted') await connections.update(connection, { name: name.text.trim() });
}

export async function makeReadOnly({ connections }: ConnectionParts, from: unknown): Promise<void> {
  const connection = await chosenConnection(connections, from, t('Make Read-Only'));
  if (connection) await connections.update(connection, { readOnly: true });
}

export async function makeWritable({ connections }: ConnectionParts, from: unknown): Promise<void> {
  const connection = await confirmedConnection(connections, from, t('Allow Deletions'), (one) =>
    isAgreed(
      t('Allow deletions on “{0}”?', one.name),
      t('LoRAs on {0} can then be deleted from here. Each deletion still asks.', hostOf(one.baseUrl)),
      t('Allow Deletions'),
      t('Keep Read-Only'),
    ),
  );
  if (connection) await connections.update(connection, { readOnly: false });
}

export async function removeConnection(
  {
    connections,
    keys,
    catalogs,
    offered,
  }: ConnectionParts & { offered: { removeAllOf(connectionId: string): Promise<void> } },
  from: unknown,
): Promise<void> {
  const title = t('Remove Connection');
  const connection = await chosenConnection(connections, from, title);
  if (!connection) return;
  if (!connections.isInSetting(connection.id)) {
    void sayInfo(
      t(
        'This connection is set by HOSTED_MODELS_BASE_URL. Unset the variable and restart VS Code to remove it.',
      ),
    );
    return;
  }
  const question = t('Remove connection “{0}”?', connection.name);
  const detail = t(
    "Its API key, headers and kept list are deleted from this machine, and its models leave VS Code's chat. Answers under way and runs stop. Chats, votes, runs and the list of deleted LoRAs stay: add the same base URL again to go on with them. Nothing changes on {0}.",
    hostOf(connection.baseUrl),
  );
  if (!(await isAgreed(question, detail, title, t('Keep Connection')))) return;
  await offered.removeAllOf(connection.id);
  await connections.remove(connection.id);
  await keys.forget(connection.id);
  await catalogs.forget(connection.id);
}

type Choice = { is: 'add' } | { is: 'remove'; name: string } | { is: 'change'; name: string };

/** *Set Headers…*: additional headers for a gateway. Names are shown, values never. */
async function editHeaders(keys: KeyStore, connection: Connection): Promise<void> {
  for (;;) {
    const headers = await keys.headers(connection);
    const choice = await chooseHeader(connection, Object.keys(headers));
    if (!choice) return;
    if (choice.is === 'remove') {
      const { [choice.name]: _removed, ...others } = headers;
      await tellUnlessKept(connection, keys.setHeaders(connection, others));
      continue;
    }
    const name = choice.is === 'change' ? choice.name : await askName(connection);
    const value = name && (await askValue(connection, name));
    if (!name || !value) continue;
    const others = Object.entries(headers).filter(([known]) => known.toLowerCase() !== name.toLowerCase());
    const changed = { ...Object.fromEntries(others), [name]: value };
    await tellUnlessKept(connection, keys.setHeaders(connection, changed));
  }
}

function chooseHeader(connection: Connection, names: string[]): Promise<Choice | undefined> {
  const trash = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Remove Header') };
  const iconPath = new vscode.ThemeIcon('add');
  const add = { label: t('Add Header…'), iconPath, choice: { is: 'add' } as const };
  return pickUntil<vscode.QuickPickItem & { choice: Choice }, Choice>((pick, { end }) => {
    pick.title = t('Headers for {0}', connection.name);
    pick.placeholder = t('Extra headers sent with every request on this connection');
    pick.ignoreFocusOut = true;
    pick.items = [
      ...names.map((name) => ({
        label: name,
        description: '••••••',
        buttons: [trash],
        choice: { is: 'change', name } as const,
      })),
      ...(names.length < maxHeaders ? [add] : []),
    ];
    pick.onDidTriggerItemButton(({ item }) => end({ is: 'remove', name: item.label }));
    pick.onDidAccept(() => end(pick.selectedItems[0]?.choice));
  });
}

function askName(connection: Connection): Promise<string | undefined> {
  return askText({
    title: t('Headers for {0}', connection.name),
    prompt: t('Name of the header'),
    placeholder: 'X-Gateway-Key',
    check: (text) => nameReason(text.trim()),
  });
}

function nameReason(name: string): string | undefined {
  const problem = headerNameProblem(name);
  if (problem === 'reserved') return t('{0} is set by the extension itself.', name);
  if (problem === 'tooLong') return t('This name is too long.');
  return problem && t('A header name can contain only letters, digits and hyphens.');
}

function askValue(connection: Connection, name: string): Promise<string | undefined> {
  return askText({
    title: t('Headers for {0}', connection.name),
    prompt: t("Value of {0}. It is kept in VS Code's secret storage.", name),
    isSecret: true,
    check: (text) =>
      text.trim() !== '' && headerValueProblem(text.trim()) === undefined
        ? undefined
        : t('Use one line of at most 8,192 ASCII characters.'),
  });
}
