import * as vscode from 'vscode';
import { t } from './text/t.ts';

export const documentScheme = 'hosted-models';

/** Read-only documents that live until they are closed: a service's own answer, the deleted LoRAs, a report. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider {
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#onDidChange.event;
  /** `isShown`: VS Code has asked for it. */
  readonly #texts = new Map<string, { text: string; isShown: boolean }>();
  readonly #subscriptions: vscode.Disposable[];

  constructor() {
    this.#subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(documentScheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const kept = this.#texts.get(uri.toString());
    if (!kept) return t('This document was closed. Open it again from Hosted Models.');
    kept.isShown = true;
    return kept.text;
  }

  /** Opens `json` as `name`.json; `folder` separates documents of the same name. */
  async openJson(folder: string, name: string, json: unknown): Promise<void> {
    await showDocument(this.putJson(folder, name, json), { preview: true });
  }

  /** Opens `text` under a file name, whose extension determines the language. */
  async open(
    folder: string,
    fileName: string,
    text: string,
    options: Pick<vscode.TextDocumentShowOptions, 'preview' | 'preserveFocus'> = {},
  ): Promise<void> {
    await showDocument(this.putText(folder, fileName, text), { preview: false, ...options });
  }

  /** Like `openJson`, but without opening it; for a diff editor. */
  putJson(folder: string, name: string, json: unknown): vscode.Uri {
    return this.putText(folder, `${name}.json`, `${JSON.stringify(json, null, 2)}\n`);
  }

  /** Returns the address that `open` uses. */
  addressOf(folder: string, fileName: string): vscode.Uri {
    return vscode.Uri.from({
      scheme: documentScheme,
      path: `/${encodeURIComponent(folder)}/${fileName.replaceAll('/', '∕')}`,
    });
  }

  /** Like `open`, but without opening it. */
  putText(folder: string, fileName: string, text: string): vscode.Uri {
    const uri = this.addressOf(folder, fileName);
    this.#texts.set(uri.toString(), { text, isShown: false });
    this.#onDidChange.fire(uri);
    return uri;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#onDidChange.dispose();
    this.#texts.clear();
  }

  /** A text that nobody has asked for yet stays: the next editor at the same address is just opening. */
  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    // Another language closes and opens a document.
    const isOpen = vscode.workspace.textDocuments.some((one) => one.uri.toString() === key);
    if (!isOpen && this.#texts.get(key)?.isShown) this.#texts.delete(key);
  }
}

async function showDocument(uri: vscode.Uri, options: vscode.TextDocumentShowOptions): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
}
