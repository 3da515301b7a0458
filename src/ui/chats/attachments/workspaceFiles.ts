import * as vscode from 'vscode';

/** Most files that are searched by name. */
export const mostFiles = 50_000;

/** Returns the files of all workspace folders, except those that VS Code's own search by name leaves out too. */
export async function workspaceFiles(signal: AbortSignal): Promise<vscode.Uri[]> {
  const cancel = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => cancel.cancel());
  try {
    return await vscode.workspace.findFiles('**/*', excluded(), mostFiles, cancel.token);
  } finally {
    cancel.dispose();
  }
}

/** An exclusion that depends on sibling files can't be expressed as one pattern: it is left out. */
function excluded(): string {
  const patterns = ['files', 'search'].flatMap((section) => {
    const all = vscode.workspace.getConfiguration(section).get<Record<string, unknown>>('exclude', {});
    return Object.keys(all).filter((pattern) => all[pattern] === true);
  });
  return `{${[...new Set(patterns)].join(',')}}`;
}
