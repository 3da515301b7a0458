import * as vscode from 'vscode';
import { openCopy } from '../shared/openCopy.ts';
import { separator } from '../shared/pickStep.ts';
import { t } from '../shared/text/t.ts';

/** What is packed for users to read, in the order in which it is offered. */
const pages = [
  'docs/using.md',
  'docs/comparing.md',
  'docs/prompt-sets.md',
  'docs/batch.md',
  'docs/ci.md',
  'docs/vscode-chat.md',
  'docs/connections.md',
  'docs/own-server.md',
  'docs/servers.md',
  'docs/troubleshooting.md',
  'docs/storage.md',
  'docs/speed.md',
  'SECURITY.md',
];

/** Prompt sets to start from. */
const samples = ['support.jsonl', 'refunds.jsonl', 'capitals.csv'].map((name) => `docs/prompt-sets/${name}`);

/** Opens a page in VS Code's Markdown preview: the one that a link names, as `troubleshooting`, else one that is chosen, which may
 * also be a sample, of which a copy is opened. */
export async function openDocumentation(
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
  linked: unknown,
): Promise<void> {
  const packed = (file: string) => vscode.Uri.joinPath(extensionUri, file);
  const page = pages.find((file) => file === `docs/${linked}.md`) ?? (await pickFile(packed));
  if (page === undefined) return;
  if (samples.includes(page)) await openCopy(packed(page));
  else await vscode.commands.executeCommand('markdown.showPreview', packed(page));
}

async function pickFile(packed: (file: string) => vscode.Uri): Promise<string | undefined> {
  type Item = vscode.QuickPickItem & { file?: string };
  const readItem = async (file: string): Promise<Item> => ({ label: await readHeading(packed(file)), file });
  const items: Item[] = [
    ...(await Promise.all(pages.map(readItem))),
    separator(t('samples, opened as a copy')),
    ...samples.map((file) => ({ label: file.slice(file.lastIndexOf('/') + 1), file })),
  ];
  return (await vscode.window.showQuickPick(items, { placeHolder: t('Select a page') }))?.file;
}

async function readHeading(uri: vscode.Uri): Promise<string> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  return /^# (.*)/mu.exec(text)?.[1] ?? uri.path;
}
