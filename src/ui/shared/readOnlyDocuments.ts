import * as vscode from 'vscode';

export const documentScheme = 'hosted-models';

/** Read-only documents that live as long as the window: a service's own answer, the deleted LoRAs, a report. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider {
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(documentScheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      vscode.l10n.t('This document was closed with its window. Open it again from Hosted Models.')
    );
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
    this.#texts.set(uri.toString(), text);
    this.#onDidChange.fire(uri);
    return uri;
  }

  dispose(): void {
    this.#registration.dispose();
    this.#onDidChange.dispose();
    this.#texts.clear();
  }
}

async function showDocument(uri: vscode.Uri, options: vscode.TextDocumentShowOptions): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
}
