import * as vscode from 'vscode';

const scheme = 'hosted-models';

/** Read-only documents that live as long as the window: a service's own answer, the deleted LoRAs, a report. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider {
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      vscode.l10n.t('This document ended with its window. Open it again from Hosted Models.')
    );
  }

  /** Opens `json` as `name`.json; `folder` keeps apart what has the same name. */
  openJson(folder: string, name: string, json: unknown): Promise<void> {
    return this.open(folder, `${name}.json`, `${JSON.stringify(json, null, 2)}\n`);
  }

  /** Opens `text` under a file name, whose ending gives the language. */
  async open(folder: string, fileName: string, text: string, isPreview = true): Promise<void> {
    const uri = vscode.Uri.from({
      scheme,
      path: `/${encodeURIComponent(folder)}/${fileName.replaceAll('/', '∕')}`,
    });
    this.#texts.set(uri.toString(), text);
    this.#onDidChange.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: isPreview });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#onDidChange.dispose();
    this.#texts.clear();
  }
}
