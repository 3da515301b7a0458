import * as vscode from 'vscode';
import { t } from '../shared/text/t.ts';

/** What is packed for users to read, in the order in which it is offered. */
const pages = [
  'docs/using.md',
  'docs/comparing.md',
  'docs/prompt-sets.md',
  'docs/batch.md',
  'docs/vscode-chat.md',
  'docs/connections.md',
  'docs/own-server.md',
  'docs/servers.md',
  'docs/troubleshooting.md',
  'docs/storage.md',
  'docs/speed.md',
  'SECURITY.md',
];

/** Opens a page in VS Code's Markdown preview: the one that a link names, as `troubleshooting`, else one that is chosen. */
export async function openDocumentation(
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
  linked: unknown,
): Promise<void> {
  const files = pages.map((page) => vscode.Uri.joinPath(extensionUri, page));
  const readItem = async (uri: vscode.Uri) => ({ label: await readHeading(uri), uri });
  const pick = async () => {
    const items = await Promise.all(files.map(readItem));
    return (await vscode.window.showQuickPick(items, { placeHolder: t('Select a page') }))?.uri;
  };
  const uri = files[pages.indexOf(`docs/${linked}.md`)] ?? (await pick());
  if (uri) await vscode.commands.executeCommand('markdown.showPreview', uri);
}

async function readHeading(uri: vscode.Uri): Promise<string> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  return /^# (.*)/mu.exec(text)?.[1] ?? uri.path;
}
