import * as vscode from 'vscode';
import { t } from './text/t.ts';

export const documentScheme = 'hosted-models';

/** A command above a line of a document. */
export interface Lens {
  line: number;
  command: vscode.Command;
}

interface Kept {
  text: string;
  lenses: readonly Lens[];
  /** VS Code has asked for it. */
  isShown: boolean;
}

/** Read-only documents that live until they are closed: a service's own answer, the deleted LoRAs, a report. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.CodeLensProvider {
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #texts = new Map<string, Kept>();
  readonly #previewed = new Set<string>();
  readonly #subscriptions = vscode.Disposable.from(
    this.#onDidChange,
    vscode.workspace.registerTextDocumentContentProvider(documentScheme, this),
    vscode.languages.registerCodeLensProvider({ scheme: documentScheme }, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
  );

  provideTextDocumentContent(uri: vscode.Uri): string {
    const kept = this.#texts.get(uri.toString());
    if (!kept) return t('This document was closed. Open it again from Hosted Models.');
    kept.isShown = true;
    return kept.text;
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const lenses = this.#texts.get(uri.toString())?.lenses ?? [];
    return lenses.map(
      ({ line, command }) => new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command),
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
    lenses: readonly Lens[] = [],
  ): Promise<void> {
    await showDocument(this.putText(folder, fileName, text, lenses), { preview: false, ...options });
  }

  /** Opens Markdown in VS Code's preview, which reads it again now and then: it lives until its address gets another. */
  async openPreview(folder: string, fileName: string, markdown: string): Promise<void> {
    const uri = this.putText(folder, fileName, markdown);
    this.#previewed.add(uri.toString());
    await vscode.commands.executeCommand('markdown.showPreview', uri);
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
  putText(folder: string, fileName: string, text: string, lenses: readonly Lens[] = []): vscode.Uri {
    const uri = this.addressOf(folder, fileName);
    this.#texts.set(uri.toString(), { text, lenses, isShown: false });
    this.#onDidChange.fire(uri);
    return uri;
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#texts.clear();
  }

  /** A text that nobody has asked for yet stays: the next editor at the same address is just opening. */
  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.#previewed.has(key)) return;
    // Another language closes and opens a document.
    const isOpen = vscode.workspace.textDocuments.some((one) => one.uri.toString() === key);
    if (!isOpen && this.#texts.get(key)?.isShown) this.#texts.delete(key);
  }
}

async function showDocument(uri: vscode.Uri, options: vscode.TextDocumentShowOptions): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
}
