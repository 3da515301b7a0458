import * as vscode from 'vscode';

/**
 * Returns the files of all workspace folders that match a pattern, except those that VS Code's own search by name leaves out too. Rejects
 * if VS Code can't search.
 */
export async function findFiles(pattern: string, max: number, signal: AbortSignal): Promise<vscode.Uri[]> {
  const cancel = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => cancel.cancel());
  try {
    return await vscode.workspace.findFiles(pattern, excluded(), max, cancel.token);
  } finally {
    cancel.dispose();
  }
}

/** Returns the user's exclusions as one pattern. One that depends on sibling files can't be expressed this way and is left out. */
function excluded(): string {
  const patterns = ['files', 'search'].flatMap((section) => {
    const all = vscode.workspace.getConfiguration(section).get<Record<string, unknown>>('exclude', {});
    return Object.keys(all).filter((pattern) => all[pattern] === true);
  });
  return `{${[...new Set(patterns)].join(',')}}`;
}
