import * as vscode from 'vscode';

export interface SaveAs {
  title: string;
  /** As the dialog suggests it. */
  name: string;
  filters: Record<string, string[]>;
  /** Makes what is written, once it is known where; `isJson`: the name that was typed says so. */
  content(isJson: boolean): string | Uint8Array | Promise<Uint8Array>;
}

/** Asks for a place, which may be remote, and writes a file there. Returns where; `undefined` if the user left. */
export async function saveAs({ title, name, filters, content }: SaveAs): Promise<vscode.Uri | undefined> {
  const target = await vscode.window.showSaveDialog({ title, filters, ...defaultPlace(name) });
  if (!target) return undefined;
  const made = await content(target.path.toLowerCase().endsWith('.json'));
  const bytes = typeof made === 'string' ? new TextEncoder().encode(made) : made;
  await vscode.workspace.fs.writeFile(target, bytes);
  return target;
}

function defaultPlace(name: string): { defaultUri?: vscode.Uri } {
  // In a remote window only its folders tell where files are wanted.
  const home = vscode.env.remoteName === undefined ? (process.env['HOME'] ?? process.env['USERPROFILE']) : '';
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? (home ? vscode.Uri.file(home) : undefined);
  return folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {};
}
