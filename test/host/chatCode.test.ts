import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { LastEditor } from '../../src/ui/chat/lastEditor.ts';
import { openNewFile } from '../../src/ui/chat/newCodeFile.ts';

describe('code of an answer', () => {
  let last: LastEditor;
  let page: vscode.WebviewPanel | undefined;

  beforeEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    last = new LastEditor();
  });
  afterEach(async () => {
    last.dispose();
    page?.dispose();
    page = undefined;
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  /** A page takes the focus, as the chat has it when a button there is pressed. */
  async function focusPage(): Promise<void> {
    page = vscode.window.createWebviewPanel('hostedModels.test', 'Test', vscode.ViewColumn.Two);
    const panel = page;
    if (!panel.active) {
      await new Promise<void>((done) => {
        panel.onDidChangeViewState(() => {
          if (panel.active) done();
        });
      });
    }
  }

  it('takes the place of what was selected in the last editor, though a page has the focus', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'one two three' });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(0, 4, 0, 7);
    await focusPage();
    await last.insert('const a = 1;\nconst b = 2;');
    assert.equal(document.getText(), 'one const a = 1;\nconst b = 2; three');
    assert.ok(vscode.window.visibleTextEditors.some((shown) => shown.document === document));
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
  for (const [fence, language] of languages) {
    it(`opens as a new file in ${language} where the fence says “${fence}”`, async () => {
      await openNewFile('x = 1\n', fence);
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.getText(), 'x = 1\n');
      assert.equal(document?.languageId, language);
      assert.equal(document?.isUntitled, true);
    });
  }
});
