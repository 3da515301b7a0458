import * as vscode from 'vscode';
import type { Connections } from './connections/connections.ts';
import type { KeyStore } from './connections/keyStore.ts';

/** *Delete All Local Data…*: chats, journal, kept lists and keys. The connections themselves are settings, and stay. */
export class LocalData {
  readonly #storage: vscode.Uri;
  readonly #connections: Connections;
  readonly #keys: KeyStore;
  readonly #closeChats: () => Promise<void>;

  constructor(
    storage: vscode.Uri,
    connections: Connections,
    keys: KeyStore,
    closeChats: () => Promise<void>,
  ) {
    this.#storage = storage;
    this.#connections = connections;
    this.#keys = keys;
    this.#closeChats = closeChats;
  }

  async deleteAll(): Promise<void> {
    const confirm = vscode.l10n.t('Delete All Local Data');
    const chosen = await vscode.window.showWarningMessage(
      vscode.l10n.t('Delete all local data of Hosted Models?'),
      {
        modal: true,
        detail: vscode.l10n.t(
          "All chats, the list of deleted LoRAs, the kept model lists, the API keys and headers are deleted from this machine. It can't be undone. Connections stay in the settings; nothing changes on any service.",
        ),
      },
      confirm,
    );
    if (chosen !== confirm) return;
    await this.#closeChats();
    await this.#keys.forgetAll(this.#connections.all);
    await this.#deleteFiles();
    vscode.window.setStatusBarMessage(vscode.l10n.t('All local data of Hosted Models was deleted.'), 5000);
  }

  async #deleteFiles(): Promise<void> {
    for (const name of ['chats', 'catalogs', 'deleted.jsonl']) {
      const uri = vscode.Uri.joinPath(this.#storage, name);
      try {
        await vscode.workspace.fs.delete(uri, { recursive: true });
      } catch (error) {
        const isMissing = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
        if (!isMissing) throw error;
      }
    }
  }
}
