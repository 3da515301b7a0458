import * as vscode from 'vscode';
import { type Connection, hostOf } from '../../core/connections/connection.ts';
import { isAgreed, sayInfo, sayWarning } from '../shared/messages.ts';
import { addConnection } from './addConnection.ts';
import type { Connections } from './connections.ts';
import { editHeaders } from './editHeaders.ts';
import { keyStep, sayConnected, storeKey } from './keyStep.ts';
import type { KeyStore } from './keyStore.ts';
import { chosenConnection } from './pickConnection.ts';
import { repairConnection } from './repairConnection.ts';
import type { ServiceClients } from './serviceClients.ts';

/** Data kept about a connection's models. */
interface KeptModels {
  keyChanged(connection: Connection): Promise<void>;
  forget(connectionId: string): Promise<void>;
}

/** Commands on connections. Each takes a row of the tree, or asks for a connection. */
export class ConnectionCommands {
  readonly #connections: Connections;
  readonly #keys: KeyStore;
  readonly #clients: ServiceClients;
  readonly #models: KeptModels;

  constructor(connections: Connections, keys: KeyStore, clients: ServiceClients, models: KeptModels) {
    this.#connections = connections;
    this.#keys = keys;
    this.#clients = clients;
    this.#models = models;
  }

  async add(): Promise<void> {
    await addConnection(this.#connections, this.#keys, this.#clients);
  }

  async setApiKey(from?: unknown): Promise<void> {
    const title = vscode.l10n.t('Set API Key');
    const connection = await this.#chosen(from, title);
    if (!connection) return;
    const key = await keyStep(this.#clients, connection, { title });
    if (!key || key.is === 'back') return;
    await storeKey(this.#keys, connection, key.apiKey);
    await this.#connections.keepId(connection);
    await this.#models.keyChanged(connection);
    if (key.is === 'key') sayConnected(key.trial);
    else void sayWarning(vscode.l10n.t('The key was saved. {0}', key.reason));
  }

  async clearApiKey(from?: unknown): Promise<void> {
    const connection = await this.#chosen(from, vscode.l10n.t('Clear API Key'));
    if (!connection) return;
    await this.#keys.clearApiKey(connection);
    await this.#models.keyChanged(connection);
    if ((await this.#keys.apiKey(connection)) === undefined) return;
    void sayInfo(vscode.l10n.t('The key for {0} now comes from HOSTED_MODELS_API_KEY.', connection.name));
  }

  async setHeaders(from?: unknown): Promise<void> {
    const connection = await this.#chosen(from, vscode.l10n.t('Set Headers'));
    if (!connection) return;
    await editHeaders(this.#keys, connection);
    await this.#connections.keepId(connection);
    await this.#models.keyChanged(connection);
  }

  async rename(from?: unknown): Promise<void> {
    const connection = await this.#chosen(from, vscode.l10n.t('Rename Connection'));
    if (!connection) return;
    const name = await vscode.window.showInputBox({
      title: vscode.l10n.t('Rename Connection'),
      prompt: vscode.l10n.t('Name for {0}', hostOf(connection.baseUrl)),
      value: connection.name,
      validateInput: (text) => this.#nameProblem(text.trim(), connection),
    });
    if (name) await this.#connections.update(connection, { name: name.trim() });
  }

  /** Dialogs identify a connection by its name, so names must be unique. */
  #nameProblem(name: string, { id }: Connection): string | undefined {
    if (name === '') return vscode.l10n.t('Type a name.');
    const isTaken = this.#connections.all.some((one) => one.id !== id && one.name === name);
    return isTaken ? vscode.l10n.t('Another connection has this name.') : undefined;
  }

  async setReadOnly(from: unknown, readOnly: boolean): Promise<void> {
    const connection = await this.#chosen(from, vscode.l10n.t('Read-Only'));
    if (connection) await this.#connections.update(connection, { readOnly });
  }

  async repair(from?: unknown): Promise<void> {
    await repairConnection(this.#connections, from, (id) => this.#forget(id));
  }

  async remove(from?: unknown): Promise<void> {
    const connection = await this.#chosen(from, vscode.l10n.t('Remove Connection'));
    if (!connection) return;
    if (!this.#connections.isInSetting(connection.id)) {
      void sayInfo(
        vscode.l10n.t('This connection comes from HOSTED_MODELS_BASE_URL. Unset it and start VS Code again.'),
      );
      return;
    }
    const question = vscode.l10n.t('Remove connection “{0}”?', connection.name);
    const detail = vscode.l10n.t(
      'Its API key, headers and kept list are deleted from this machine. Chats and the list of deleted LoRAs stay. Nothing changes on {0}.',
      hostOf(connection.baseUrl),
    );
    if (!(await isAgreed(question, detail, vscode.l10n.t('Remove Connection')))) return;
    await this.#connections.remove(connection.id);
    await this.#forget(connection.id);
  }

  async #forget(id: string): Promise<void> {
    await this.#keys.forget(id);
    await this.#models.forget(id);
  }

  #chosen(from: unknown, title: string): Promise<Connection | undefined> {
    return chosenConnection(this.#connections, from, title);
  }
}
