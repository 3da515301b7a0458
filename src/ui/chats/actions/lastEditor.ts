import * as vscode from 'vscode';
import { sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';

/** Scheme of notebook cells; each cell is a document. */
const cellScheme = 'vscode-notebook-cell';

export type LastEditor = ReturnType<typeof trackLastEditor>;

/** Tracks the last used text editor: while a page has the focus, VS Code reports no active one. */
export function trackLastEditor() {
  let last = vscode.window.activeTextEditor;
  const subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
    if (editor && isWritten(editor.document.uri)) last = editor;
  });
  return {
    /** The last used editor; `undefined` after its file is closed. */
    get current(): vscode.TextEditor | undefined {
      return last?.document.isClosed ? undefined : last;
    },
    dispose: () => void subscription.dispose(),
    /** Replaces the selections with `text` and shows the editor. */
    async insert(text: string): Promise<void> {
      if (!last || last.document.isClosed) {
        await sayWarning(t('Open a file and place the cursor where the code should go.'));
        return;
      }
      const isDone =
        last.document.uri.scheme === cellScheme
          ? await insertInCell(last, text)
          : await insertInFile(last, text);
      if (!isDone) await sayWarning(t("The code can't be inserted: the file is read-only."));
    },
  };
}

async function insertInFile(
  { document, viewColumn = vscode.ViewColumn.Active, selection }: vscode.TextEditor,
  text: string,
): Promise<boolean> {
  const editor = await vscode.window.showTextDocument(document, { viewColumn, selection });
  const { selections } = editor;
  return editor.edit((edit) => {
    for (const one of selections) edit.replace(one, text);
  });
}

/** Edits a cell without showing it first, since VS Code shows a cell only with its notebook. */
async function insertInCell(
  { document, viewColumn = vscode.ViewColumn.Active, selections }: vscode.TextEditor,
  text: string,
): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const one of selections) edit.replace(document.uri, one, text);
  const isDone = await vscode.workspace.applyEdit(edit);
  for (const notebook of vscode.workspace.notebookDocuments) {
    const cell = notebook.getCells().find((one) => one.document === document);
    if (!cell) continue;
    const range = new vscode.NotebookRange(cell.index, cell.index + 1);
    await vscode.window.showNotebookDocument(notebook, { viewColumn, selections: [range] });
  }
  return isDone;
}

/**
 * True for a document that the user can edit, notebook cells included. Output channels and the like are shown in text editors too,
 * but can't be edited.
 */
function isWritten({ scheme }: vscode.Uri): boolean {
  if (scheme === 'untitled' || scheme === cellScheme) return true;
  return vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined;
}
