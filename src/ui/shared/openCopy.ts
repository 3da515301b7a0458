import * as vscode from 'vscode';

/** Opens a copy of a packed file as an untitled one: what is changed in the extension's folder is lost with the next version. */
export async function openCopy(packed: vscode.Uri): Promise<void> {
  const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(packed));
  const language = packed.path.slice(packed.path.lastIndexOf('.') + 1);
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, { preview: false });
}
