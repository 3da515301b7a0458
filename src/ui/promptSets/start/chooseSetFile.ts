import * as vscode from 'vscode';
import { withoutIcons } from '../../shared/messages.ts';
import { below, pickStep, type StepItem, type StepLook, separator } from '../../shared/pickStep.ts';
import { shownPath } from '../../shared/text/shownPath.ts';
import { t } from '../../shared/text/t.ts';
import { setName } from './readSet.ts';

/** The names of files that may be prompt sets. The manifest's menus have it, too. */
export const setFileName =
  /^(?!(package|package-lock|[jt]sconfig.*|settings|launch|tasks|extensions)\.json$)[^.].*\.(jsonl|json|csv)$|^promptfoo.*\.ya?ml$/i;

/** So many of the sets that were run last are offered. */
const maxRecent = 5;

interface FileItem extends StepItem {
  uri?: vscode.Uri;
}

/**
 * Lets the user choose a set: one that is open in an editor, one of `recent`, the addresses of those that were run last, or any by
 * VS Code's dialog, which opens at once if there is nothing else. Resolves with `undefined` if the user cancels.
 */
export async function chooseSetFile(
  look: StepLook,
  recent: readonly string[],
): Promise<vscode.Uri | undefined> {
  const open = openSets();
  const isOpen = new Set(open.map(String));
  const before = [...new Set(recent)].filter((uri) => !isOpen.has(uri)).slice(0, maxRecent);
  if (open.length + before.length === 0) return openFile(look.title);
  const other: FileItem = { label: t('Open File…'), iconPath: new vscode.ThemeIcon('folder-opened') };
  const chosen = await pickStep<FileItem>({ ...look, placeholder: t('Select a prompt set') }, [
    ...below(t('open editors'), open.map(fileItem)),
    ...below(
      t('run before'),
      before.map((uri) => fileItem(vscode.Uri.parse(uri))),
    ),
    separator(''),
    other,
  ]);
  if (!chosen || chosen === 'back') return undefined;
  return chosen.uri ?? openFile(look.title);
}

function openSets(): vscode.Uri[] {
  const uris = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? input.uri : []));
  const sets = uris.filter(({ path }) => setFileName.test(path.slice(path.lastIndexOf('/') + 1)));
  return [...new Map(sets.map((uri) => [uri.toString(), uri])).values()];
}

function fileItem(uri: vscode.Uri): FileItem {
  return {
    label: withoutIcons(setName(uri)),
    description: withoutIcons(shownPath(uri)),
    iconPath: new vscode.ThemeIcon('file'),
    uri,
  };
}

async function openFile(title: string): Promise<vscode.Uri | undefined> {
  const filters = { [t('Prompt sets')]: ['jsonl', 'json', 'csv', 'tsv', 'yaml', 'yml', 'ndjson'] };
  const [file] =
    (await vscode.window.showOpenDialog({ title, filters, openLabel: t('Select Prompt Set') })) ?? [];
  return file;
}
