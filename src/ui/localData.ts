import * as vscode from 'vscode';
import type { KeyStore } from './connections/keyStore.ts';
import { isAgreed, sayBriefly } from './shared/messages.ts';

/** What holds the data in memory or on screen and must release it. */
export interface DataViews {
  closeChats(): Promise<void>;
  /** Resolves when nothing is being deleted from a service any more. */
  forgetDeletions(): Promise<void>;
  /** Forgets the filters and sort order of the Models view. */
  forgetLooks(): void;
  forgetModels(): void;
  showNoChats(): void;
}

/**
 * *Delete All Local Data…*: chats with their trash, journal and reports, kept lists and keys, and anything else in the
 * extension's folder, e.g. leftovers of a killed window. The connections themselves are settings and stay.
 */
export class LocalData {
  readonly #storage: vscode.Uri;
  readonly #keys: KeyStore;
  readonly #views: DataViews;

  constructor(storage: vscode.Uri, keys: KeyStore, views: DataViews) {
    this.#storage = storage;
    this.#keys = keys;
    this.#views = views;
  }

  async deleteAll(): Promise<void> {
    const question = vscode.l10n.t('Delete all local data of Hosted Models?');
    const detail = vscode.l10n.t(
      "All chats, also deleted ones, all presets, the list of deleted LoRAs and its reports, the kept model lists, filters, the API keys and headers are deleted from this machine. It can't be undone. Connections stay in the settings; nothing changes on any service.",
    );
    if (!(await isAgreed(question, detail, vscode.l10n.t('Delete All Local Data')))) return;
    await this.#views.closeChats();
    await this.#views.forgetDeletions();
    await this.#keys.forgetAll();
    this.#views.forgetLooks();
    this.#views.forgetModels();
    await this.#deleteFiles();
    this.#views.showNoChats();
    sayBriefly(vscode.l10n.t('All local data of Hosted Models was deleted.'));
  }

  async #deleteFiles(): Promise<void> {
    for (const [name] of await unlessMissing(vscode.workspace.fs.readDirectory(this.#storage), [])) {
      const uri = vscode.Uri.joinPath(this.#storage, name);
      await unlessMissing(vscode.workspace.fs.delete(uri, { recursive: true }), undefined);
    }
  }
}

/** Another window may be faster, and on a new machine the folder does not exist. */
async function unlessMissing<T>(work: Thenable<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return otherwise;
    throw error;
  }
}
