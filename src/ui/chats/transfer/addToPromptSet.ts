import * as vscode from 'vscode';
import type { PromptSetRow } from '../../../core/chats/transfer/promptSetRow.ts';
import { sayError, sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';

const isSet = ({ path }: vscode.Uri) => /\.(?:jsonl|ndjson)$/iu.test(path);

/** Adds rows to a prompt set that is open or chosen, or to a new one, and shows the first of them. Nothing is saved. */
export async function addToPromptSet(rows: readonly PromptSetRow[]): Promise<void> {
  if (rows.length === 0)
    return void sayWarning(t('There is no question to add: a blind one can be added once it is revealed.'));
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const chosen = await chooseSet();
  if (!chosen) return;
  if (chosen === 'new') {
    const made = await vscode.workspace.openTextDocument({ language: 'jsonl', content: lines });
    return void (await vscode.window.showTextDocument(made, { preview: false }));
  }
  const document = await vscode.workspace.openTextDocument(chosen);
  const end = document.lineAt(document.lineCount - 1).range.end;
  const edit = new vscode.WorkspaceEdit();
  // The last line may end without a line break.
  edit.insert(document.uri, end, end.character > 0 ? `\n${lines}` : lines);
  if (!(await vscode.workspace.applyEdit(edit)))
    return void sayError(t("The prompt set can't be changed. Choose another, or a new one."));
  const first = new vscode.Position(end.character > 0 ? end.line + 1 : end.line, 0);
  const selection = new vscode.Range(first, first);
  await vscode.window.showTextDocument(document, { preview: false, selection });
}

/** Returns an open prompt set, one from disk, or that a new one is wanted; `undefined` if the person left. */
async function chooseSet(): Promise<vscode.Uri | 'new' | undefined> {
  const open = new Map(
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputText && isOpenSet(input.uri) ? input.uri : []))
      .map((uri) => [uri.toString(), uri]),
  );
  const items: (vscode.QuickPickItem & { choose?: () => Promise<vscode.Uri | 'new' | undefined> })[] = [
    ...[...open.values()].map((uri) => ({
      label: uri.path.split('/').at(-1) ?? '',
      iconPath: new vscode.ThemeIcon('file'),
      description: vscode.workspace.asRelativePath(uri),
      choose: async () => uri,
    })),
    {
      label: t('New Prompt Set'),
      iconPath: new vscode.ThemeIcon('new-file'),
      choose: async () => 'new' as const,
    },
    { label: t('Browse…'), iconPath: new vscode.ThemeIcon('folder-opened'), choose: browse },
  ];
  const placeHolder = t('Select the prompt set to add to');
  const picked = await vscode.window.showQuickPick(items, { title: t('Add to Prompt Set'), placeHolder });
  return picked?.choose?.();
}

function isOpenSet(uri: vscode.Uri): boolean {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  return isSet(uri) || (document?.isUntitled === true && document.languageId === 'jsonl');
}

async function browse(): Promise<vscode.Uri | undefined> {
  const filters = { [t('Prompt sets')]: ['jsonl', 'ndjson'] };
  const title = t('Add to Prompt Set');
  const [file] = (await vscode.window.showOpenDialog({ title, filters })) ?? [];
  return file;
}
