import * as vscode from 'vscode';

/** Returns a file's path in its workspace folder; elsewhere the whole path, with `~` for the user's home. */
export function shownPath(file: vscode.Uri): string {
  if (vscode.workspace.getWorkspaceFolder(file)) return vscode.workspace.asRelativePath(file);
  const path = file.scheme === 'file' ? file.fsPath : file.path;
  const home = homePath();
  const isBelow = home !== '' && path.startsWith(home) && /[/\\]/u.test(path.charAt(home.length));
  return isBelow ? `~${path.slice(home.length)}` : path;
}

/** Returns the folder of the user on the machine where the extension runs; empty if it has none. */
export function homePath(): string {
  return process.env['HOME'] ?? process.env['USERPROFILE'] ?? '';
}

/** Returns a name that every file system accepts: only letters, digits and a few signs of `title`. */
export function fileName(title: string, otherwise: string): string {
  const plain = title.replace(/[^\p{L}\p{N} ._-]/gu, ' ').replace(/\s+/gu, ' ');
  return (
    plain
      .trim()
      .replace(/^\.+|\.+$/gu, '')
      .slice(0, 80) || otherwise
  );
}
