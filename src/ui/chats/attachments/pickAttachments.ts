import * as vscode from 'vscode';
import { pickUntil } from '../../shared/pickUntil.ts';
import { t } from '../../shared/text/t.ts';
import type { AttachChoice } from './attachChoices.ts';
import { AttachSearch, maxFiles } from './attachSearch.ts';
import { type AttachRow, below, CheckedRows } from './checkedRows.ts';
import { readDropped } from './droppedUris.ts';
import { type FoundAttachment, readAttachment } from './readAttachment.ts';

/**
 * *Attach*: offers the selection, open files, the workspace's files by name, and VS Code's file dialog. Returns an empty array
 * if the user cancels.
 */
export async function pickAttachments(lastEditor: vscode.TextEditor | undefined): Promise<FoundAttachment[]> {
  const search = new AttachSearch(lastEditor);
  const { selected, open } = search;
  const hasFolders = (vscode.workspace.workspaceFolders ?? []).length > 0;
  if (selected.length + open.length === 0 && !hasFolders) return chooseFiles();
  const rowsFor = async (query: string): Promise<readonly AttachRow[]> => {
    if (query.trim() !== '') return search.find(query);
    const files = await search.firstFiles();
    return [...selected, ...below(t('Open editors'), open), ...below(t('Files'), files)];
  };
  const chosen = await pickUntil<AttachRow, readonly AttachRow[] | 'dialog'>(
    async (pick, { end, fail, owned }) => {
      const checked = new CheckedRows(pick);
      /** Shows the rows for the current query. Returns true if there is nothing to choose from. */
      const show = async () => {
        const query = pick.value;
        const rows = await rowsFor(query);
        // If the query has changed, its own result will follow.
        if (query === pick.value) checked.show(rows, query);
        return query === '' && rows.length === 0;
      };
      const load = async (signal: AbortSignal) => {
        const known = await search.load(signal);
        pick.busy = false;
        if (known !== 'all') pick.placeholder = known === 'none' ? failureText() : limitText();
        if (await show()) end('dialog');
      };
      pick.title = t('Attach to Chat');
      pick.placeholder = t('Search files by name');
      pick.buttons = [{ iconPath: new vscode.ThemeIcon('folder-opened'), tooltip: t('Choose Files…') }];
      pick.onDidTriggerButton(() => end('dialog'));
      pick.onDidChangeValue(() => void show().catch(fail));
      // What was typed last may still be searched for, and the focus be on a row for less, so the rows are updated first.
      pick.onDidAccept(() => void show().then(() => end(checked.chosen), fail));
      await show();
      const ended = new AbortController();
      owned.push({ dispose: () => ended.abort() });
      pick.busy = true;
      void load(ended.signal).catch(fail);
    },
  );
  return chosen === 'dialog' ? chooseFiles() : readChoices(chosen ?? []);
}

/** Reads the chosen selections and files. If a link leads out of the workspace, the user is asked, as for a dropped file. */
export async function readChoices(rows: readonly Partial<AttachChoice>[]): Promise<FoundAttachment[]> {
  const selections = rows.flatMap(({ selection }) => selection ?? []);
  const uris = rows.flatMap(({ selection, uri }) => (selection ? [] : (uri ?? [])));
  return [...selections, ...(await readDropped(uris))];
}

function failureText(): string {
  return t("Search open files by name (the workspace's files can't be listed)");
}

function limitText(): string {
  return t('Search files by name, among the first {0} of the workspace', maxFiles);
}

async function chooseFiles(): Promise<FoundAttachment[]> {
  const uris = await vscode.window.showOpenDialog({
    title: t('Attach to Chat'),
    openLabel: t('Attach'),
    canSelectMany: true,
  });
  return Promise.all((uris ?? []).map(readAttachment));
}
