import * as vscode from 'vscode';
import { attachmentLabel, linesText, type TextAttachment } from '../../../core/attachments/attachment.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { fileNameOf } from '../../../core/files/filePath.ts';
import type { PageChoice } from '../../../protocol/chat.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { documentScheme } from '../../shared/readOnlyDocuments.ts';
import { t } from '../../shared/text/t.ts';
import { selectedAttachments } from './readAttachment.ts';

/** A row of *Attach*: a file or, with `selection`, a part of one. */
export interface AttachChoice extends vscode.QuickPickItem {
  id: string;
  /** The path that is searched, in lower case. */
  path: string;
  uri: vscode.Uri;
  selection?: TextAttachment;
}

/** Returns the selections in the last used editor. */
export function selectionChoices(editor: vscode.TextEditor | undefined): AttachChoice[] {
  if (!editor) return [];
  const { uri } = editor.document;
  return selectedAttachments(editor).map((selection) => {
    const label = attachmentLabel({ ...selection, name: fileNameOf(selection.name) });
    return {
      ...rowOf(uri),
      id: `${uri} ${label}`,
      label: withoutIcons(label),
      description: t('selection'),
      iconPath: new vscode.ThemeIcon('selection'),
      selection,
    };
  });
}

/** Returns the files in tabs, each once, without the extension's own documents. */
export function openChoices(): AttachChoice[] {
  const found = new Map<string, vscode.Uri>();
  for (const { input } of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    if (!(input instanceof vscode.TabInputText) || input.uri.scheme === documentScheme) continue;
    found.set(input.uri.toString(), input.uri);
  }
  return [...found.values()].map(fileChoice);
}

export function fileChoice(uri: vscode.Uri): AttachChoice {
  return { ...rowOf(uri), iconPath: vscode.ThemeIcon.File, resourceUri: uri };
}

/** Returns what is searched: the path in the workspace, after its folder if there are several. */
export function foldedPath(uri: vscode.Uri): string {
  return pathOf(uri).toLowerCase();
}

/** Returns a choice as the page shows it, where no part of a name is read as an icon. */
export function pageChoice({ id, uri, selection }: AttachChoice): PageChoice {
  const { name, folder } = partsOf(uri);
  const lines = selection?.lines ? linesText(selection.lines) : '';
  return { id, name, lines, folder };
}

function rowOf(uri: vscode.Uri): AttachChoice {
  const { name, folder } = partsOf(uri);
  return {
    label: withoutIcons(name),
    description: withoutIcons(folder),
    id: uri.toString(),
    uri,
    path: foldedPath(uri),
  };
}

function partsOf(uri: vscode.Uri): { name: string; folder: string } {
  const path = pathOf(uri);
  const end = path.lastIndexOf('/');
  return {
    name: cleanText(path.slice(end + 1), 500),
    folder: cleanText(path.slice(0, Math.max(0, end)), 500),
  };
}

function pathOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri).replaceAll('\\', '/');
}
