import * as vscode from 'vscode';
import { withoutIcons } from '../../shared/messages.ts';
import { below, pickStep, type StepItem, type StepLook, separator } from '../../shared/pickStep.ts';
import { shownPath } from '../../shared/text/shownPath.ts';
import { t } from '../../shared/text/t.ts';
import { newPromptSet } from './newPromptSet.ts';
import { readName, setName } from './readSet.ts';
import { maxInWorkspace, workspaceSets } from './workspaceSets.ts';

/** The names that tell a prompt set by themselves. The manifest's menus have it, too. */
export const setFileName = /\.prompts\.(jsonl?|csv|ya?ml)$|\.jsonl$|^promptfoo.*\.ya?ml$/i;

/** The names of files that may be one where they are open in an editor. */
const openFileName =
  /^(?!(package|package-lock|[jt]sconfig.*|settings|launch|tasks|extensions)\.json$)[^.].*\.(jsonl|json|csv)$|^promptfoo.*\.ya?ml$|\.prompts\.ya?ml$/i;

/** So many of the sets that were run last are offered. */
const maxRecent = 5;

interface FileItem extends StepItem {
  /** Resolves with `undefined` if there is nothing to go on with. */
  choose: () => Promise<vscode.Uri | undefined>;
}

/**
 * Lets the user choose a set: the active editor's, a new one, the packed sample, one that is open in another editor, one of `recent` (the addresses of those
 * that were run last), one of the workspace or, by VS Code's dialog, any. Resolves with `undefined` if the user cancels, or begins a
 * new one, which is then open.
 */
export async function chooseSetFile(
  look: StepLook,
  recent: readonly string[],
  extensionUri: vscode.Uri,
): Promise<vscode.Uri | undefined> {
  const taken = new Set<string>();
  const rowsOf = (uris: readonly vscode.Uri[], max: number) => {
    const others = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
    const rows = others.filter((uri) => !taken.has(uri.toString())).slice(0, max);
    for (const uri of rows) taken.add(uri.toString());
    return rows.map(fileItem);
  };
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const active = rowsOf(openSets(activeTab ? [activeTab] : []), 1);
  const first = [
    ...below(t('active editor'), active),
    ...(active.length > 0 ? [separator('')] : []),
    newItem(extensionUri),
    sampleItem(extensionUri),
    ...below(t('open editors'), rowsOf(openSets(), Number.POSITIVE_INFINITY)),
    ...below(
      t('run before'),
      rowsOf(
        recent.map((uri) => vscode.Uri.parse(uri)),
        maxRecent,
      ),
    ),
  ];
  const last = [separator(''), browseItem(look.title)];
  const stop = new AbortController();
  const more = workspaceSets(stop.signal).then((found) => [
    ...first,
    ...below(t('in the workspace'), rowsOf(found, maxInWorkspace)),
    ...last,
  ]);
  try {
    const placeholder = t('Select a prompt set');
    const chosen = await pickStep<FileItem | StepItem>({ ...look, placeholder, more }, [...first, ...last]);
    return chosen && chosen !== 'back' && 'choose' in chosen ? await chosen.choose() : undefined;
  } finally {
    stop.abort();
  }
}

function openSets(tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs)): vscode.Uri[] {
  const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? input.uri : []));
  return uris.filter((uri) => openFileName.test(readName(uri)));
}

function fileItem(uri: vscode.Uri): FileItem {
  return {
    label: withoutIcons(setName(uri)),
    description: withoutIcons(shownPath(uri)),
    iconPath: new vscode.ThemeIcon('file'),
    choose: () => Promise.resolve(uri),
  };
}

function newItem(extensionUri: vscode.Uri): FileItem {
  return {
    label: t('New Prompt Set…'),
    description: t('ten prompts with checks, to be changed'),
    iconPath: new vscode.ThemeIcon('new-file'),
    async choose() {
      await newPromptSet(extensionUri);
      return undefined;
    },
  };
}

function sampleItem(extensionUri: vscode.Uri): FileItem {
  return {
    label: t('Sample'),
    description: t('48 prompts of a support desk, with checks that base models pass in part'),
    iconPath: new vscode.ThemeIcon('beaker'),
    choose: () => Promise.resolve(vscode.Uri.joinPath(extensionUri, 'docs/prompt-sets/support.jsonl')),
  };
}

function browseItem(title: string): FileItem {
  const filters = { [t('Prompt sets')]: ['jsonl', 'json', 'csv', 'tsv', 'yaml', 'yml', 'ndjson'] };
  const options = { title, filters, openLabel: t('Select Prompt Set') };
  return {
    label: t('Browse…'),
    iconPath: new vscode.ThemeIcon('folder-opened'),
    choose: async () => (await vscode.window.showOpenDialog(options))?.[0],
  };
}
