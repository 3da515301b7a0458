import * as vscode from 'vscode';
import { type Attachment, attachmentLabel } from '../../../core/attachments/attachment.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { nameOf, readAttachment, selectedAttachments } from './readAttachment.ts';
import type { Refusal } from './refusal.ts';

interface Choice extends vscode.QuickPickItem {
  get?: () => Promise<(Attachment | Refusal)[]>;
}

/** *Attach*: offers the selection, open files, or VS Code's file dialog. Returns an empty array if the user cancels. */
export async function pickAttachments(
  lastEditor: vscode.TextEditor | undefined,
): Promise<(Attachment | Refusal)[]> {
  const selected = lastEditor ? selectedAttachments(lastEditor) : [];
  const open = openFiles();
  if (selected.length === 0 && open.length === 0) return chooseFiles();
  const separator = vscode.QuickPickItemKind.Separator;
  const items: Choice[] = [
    {
      label: vscode.l10n.t('Choose Files…'),
      iconPath: new vscode.ThemeIcon('folder-opened'),
      get: chooseFiles,
    },
    ...selected.map((one) => ({
      label: withoutIcons(attachmentLabel(one)),
      description: vscode.l10n.t('selection'),
      iconPath: new vscode.ThemeIcon('selection'),
      get: async () => [one],
    })),
    ...(open.length > 0 ? [{ label: vscode.l10n.t('Open editors'), kind: separator }] : []),
    ...open.map((uri) => ({
      label: withoutIcons(nameOf(uri)),
      iconPath: vscode.ThemeIcon.File,
      resourceUri: uri,
      get: async () => [await readAttachment(uri)],
    })),
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Attach to Chat'),
    placeHolder: vscode.l10n.t('Select what to attach'),
  });
  return (await chosen?.get?.()) ?? [];
}

async function chooseFiles(): Promise<(Attachment | Refusal)[]> {
  const uris = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Attach to Chat'),
    openLabel: vscode.l10n.t('Attach'),
    canSelectMany: true,
  });
  return Promise.all((uris ?? []).map(readAttachment));
}

function openFiles(): vscode.Uri[] {
  const found = new Map<string, vscode.Uri>();
  for (const { input } of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    if (input instanceof vscode.TabInputText) found.set(input.uri.toString(), input.uri);
  }
  return [...found.values()];
}
