import * as vscode from 'vscode';
import { sayWarning } from '../messages.ts';

/** Knows which text editor was used last: while a page has the focus, VS Code names none as active. */
export class LastEditor {
  #editor = vscode.window.activeTextEditor;
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
      // Output channels and the like are text editors too, in which nobody writes.
      if (editor && ['file', 'untitled', 'vscode-remote'].includes(editor.document.uri.scheme)) {
        this.#editor = editor;
      }
    });
  }

  /** `undefined` after its file was closed. */
  get current(): vscode.TextEditor | undefined {
    return this.#editor?.document.isClosed ? undefined : this.#editor;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Puts `text` in the place of the selections, and leads there. */
  async insert(text: string): Promise<void> {
    const document = this.#editor?.document;
    if (!this.#editor || !document || document.isClosed) {
      await sayWarning(vscode.l10n.t('Open a file and set the cursor where the code should stand.'));
      return;
    }
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: this.#editor.viewColumn ?? vscode.ViewColumn.Active,
      selection: this.#editor.selection,
    });
    const { selections } = editor;
    const isDone = await editor.edit((edit) => {
      for (const selection of selections) edit.replace(selection, text);
    });
    if (!isDone) await sayWarning(vscode.l10n.t("The code can't be inserted: the file is read-only."));
  }
}
