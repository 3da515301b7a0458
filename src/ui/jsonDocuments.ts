import * as vscode from 'vscode';

const scheme = 'hosted-models';

/** Read-only documents that live as long as the window: a service's own answer, the list of deleted LoRAs. */
export class JsonDocuments implements vscode.TextDocumentContentProvider {
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
  async open(folder: string, name: string, json: unknown): Promise<void> {
    const uri = vscode.Uri.from({
      scheme,
      path: `/${encodeURIComponent(folder)}/${name.replaceAll('/', '∕')}.json`,
    });
    this.#texts.set(uri.toString(), `${JSON.stringify(json, null, 2)}\n`);
    this.#onDidChange.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#onDidChange.dispose();
    this.#texts.clear();
  }
}
