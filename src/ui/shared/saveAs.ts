import * as vscode from 'vscode';

export interface SaveAs {
  title: string;
  /** The file name suggested by the dialog. */
  name: string;
  filters: Record<string, string[]>;
  /** Creates the content once the target is known; `isJson`: its name ends in .json. */
  content(isJson: boolean): string | Uint8Array | Promise<Uint8Array>;
}

/** Asks for a location, possibly remote, and writes a file there. Returns where; `undefined` if the user cancels. */
export async function saveAs({ title, name, filters, content }: SaveAs): Promise<vscode.Uri | undefined> {
  const target = await vscode.window.showSaveDialog({ title, filters, ...defaultPlace(name) });
  if (!target) return undefined;
  const made = await content(target.path.toLowerCase().endsWith('.json'));
  const bytes = typeof made === 'string' ? new TextEncoder().encode(made) : made;
  await vscode.workspace.fs.writeFile(target, bytes);
  return target;
}

function defaultPlace(name: string): { defaultUri?: vscode.Uri } {
  // In a remote window, only its folders tell where files belong.
  const home = vscode.env.remoteName === undefined ? (process.env['HOME'] ?? process.env['USERPROFILE']) : '';
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? (home ? vscode.Uri.file(home) : undefined);
  return folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {};
}
