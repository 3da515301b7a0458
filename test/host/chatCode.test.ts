import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type LastEditor, trackLastEditor } from '../../src/ui/chats/actions/lastEditor.ts';
import { openNewFile } from '../../src/ui/chats/actions/newCodeFile.ts';
import { closeEditors } from './support/editors.ts';
import { workspaceFolder } from './support/extension.ts';
import { until } from './support/waiting.ts';

describe('Code from an answer', () => {
  let last: LastEditor;
  let page: vscode.WebviewPanel | undefined;

  beforeEach(async () => {
    await closeEditors();
    last = trackLastEditor();
  });
  afterEach(async () => {
    last.dispose();
    page?.dispose();
    page = undefined;
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  /** A page that takes the focus, as the chat does when one of its buttons is pressed. */
  async function focusPage(): Promise<void> {
    page = vscode.window.createWebviewPanel('hostedModels.test', 'Test', vscode.ViewColumn.Two);
    const panel = page;
    await until(panel.onDidChangeViewState, 'the page has the focus', () => panel.active);
  }

  /** Waits until the first cell's editor is the active one, and returns it. */
  async function cellEditor(notebook: vscode.NotebookDocument): Promise<vscode.TextEditor> {
    const { document } = notebook.cellAt(0);
    const isActive = () => vscode.window.activeTextEditor?.document === document;
    await until(vscode.window.onDidChangeActiveTextEditor, 'the cell is edited', isActive);
    const { activeTextEditor: editor } = vscode.window;
    assert.ok(editor);
    return editor;
  }

  it('replaces the selection in the last editor, though a page has the focus', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'one two three' });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(0, 4, 0, 7);
    await focusPage();
    await last.insert('const a = 1;\nconst b = 2;');
    assert.equal(document.getText(), 'one const a = 1;\nconst b = 2; three');
    assert.ok(vscode.window.visibleTextEditors.some((shown) => shown.document === document));
  });

  it('goes into the notebook cell that was edited last, not into the file beside it', async () => {
    const uri = vscode.Uri.joinPath(workspaceFolder().uri, 'beside.txt');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('file'));
    const file = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(file, vscode.ViewColumn.One);
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'one two three', 'python');
    const notebook = await vscode.workspace.openNotebookDocument(
      'jupyter-notebook',
      new vscode.NotebookData([cell]),
    );
    await vscode.window.showNotebookDocument(notebook, { viewColumn: vscode.ViewColumn.One });
    await vscode.commands.executeCommand('notebook.cell.edit');
    const editor = await cellEditor(notebook);
    editor.selection = new vscode.Selection(0, 4, 0, 7);
    await focusPage();
    await last.insert('2');
    assert.equal(notebook.cellAt(0).document.getText(), 'one 2 three');
    assert.equal(file.getText(), 'file');
    assert.equal(vscode.window.activeNotebookEditor?.notebook, notebook);
    await vscode.workspace.fs.delete(uri);
  });

  const languages: readonly [string, string][] = [
    ['ts', 'typescript'],
    ['Python', 'python'],
    ['sh', 'shellscript'],
    ['c++', 'cpp'],
    ['', 'plaintext'],
    ['klingon', 'plaintext'],
    ['constructor', 'plaintext'],
  ];
  it('opens as a new file in the language that the fence says', async () => {
    for (const [fence, language] of languages) {
      await openNewFile('x = 1\n', fence);
      const document = vscode.window.activeTextEditor?.document;
      assert.deepEqual([document?.getText(), document?.isUntitled], ['x = 1\n', true]);
      assert.equal(document?.languageId, language, fence);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });
});
