import * as vscode from 'vscode';
import { below } from '../../shared/pickStep.ts';
import { pickUntil } from '../../shared/pickUntil.ts';
import { t } from '../../shared/text/t.ts';
import type { AttachChoice } from './attachChoices.ts';
import { attachSearch, maxFiles } from './attachSearch.ts';
import { readDropped } from './droppedUris.ts';
import { type FoundAttachment, readAttachment } from './readAttachment.ts';

/**
 * *Attach*: offers the selection, open files, the workspace's files by name, and VS Code's file dialog. Returns an empty array
 * if the user cancels.
 */
export async function pickAttachments(lastEditor: vscode.TextEditor | undefined): Promise<FoundAttachment[]> {
  const search = attachSearch(lastEditor);
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
      const checked = checkedRows(pick);
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
        if (known !== 'all')
          pick.placeholder =
            known === 'none'
              ? t("Search open files by name (the workspace's files can't be listed)")
              : t('Search files by name, among the first {0} of the workspace', maxFiles);
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

async function chooseFiles(): Promise<FoundAttachment[]> {
  const options = { title: t('Attach to Chat'), openLabel: t('Attach'), canSelectMany: true };
  const uris = await vscode.window.showOpenDialog(options);
  return Promise.all((uris ?? []).map(readAttachment));
}

/** A row or a separator; a separator has no `id`. */
export type AttachRow = vscode.QuickPickItem & Partial<AttachChoice>;

type List = Pick<
  vscode.QuickPick<AttachRow>,
  'items' | 'selectedItems' | 'activeItems' | 'canSelectMany' | 'onDidChangeSelection'
>;

/**
 * The check boxes of a quick pick whose rows change as the user types. VS Code's window reports the checked rows by their
 * positions, unchecks all when it gets other rows, and may get our changes while a click of the user is on its way. So a row keeps
 * its position, rows are only ever added, and until the window has applied our changes, nothing that it reports unchecks a row.
 * `taken` resolves when the window has applied what was set before, and all that it reported until then has arrived.
 */
export function checkedRows(pick: List, taken: () => Promise<unknown> = takenByWindow) {
  let rows: readonly AttachRow[] = [];
  let checked: ReadonlySet<string> = new Set();
  /** The ids of the rows that the window last reported as checked. */
  let said: ReadonlySet<string> = new Set();
  /** The query whose best row got the focus, and that row. VS Code itself focuses no row in a list with check boxes. */
  let focusedFor: string | undefined;
  let best: string | undefined;
  let underWay = 0;

  pick.canSelectMany = true;
  pick.onDidChangeSelection((selected) => {
    said = new Set(selected.flatMap(({ id }) => id ?? []));
    checked = underWay > 0 ? checked.union(said) : said;
  });

  const isChecked = ({ id }: AttachRow) => id !== undefined && checked.has(id);

  /** Focuses the best row for a new query; for the same one, the user may have moved the focus. */
  function focus(found: readonly AttachRow[], query: string): void {
    const [active] = query === focusedFor ? pick.activeItems : [];
    best = (active ?? found.find(({ id }) => id !== undefined))?.id;
    focusedFor = query;
    pick.activeItems = rows.filter(({ id }) => id !== undefined && id === best);
  }

  async function showChecked(): Promise<void> {
    pick.selectedItems = rows.filter(isChecked);
    underWay++;
    await taken();
    underWay--;
    // A click was on its way to us while the window applied older changes.
    if (underWay === 0 && said.symmetricDifference(checked).size > 0) await showChecked();
  }

  return {
    /** The rows that Enter takes: the checked ones or, without any, the focused one. */
    get chosen(): readonly AttachRow[] {
      const chosen = rows.filter(isChecked);
      if (chosen.length > 0) return chosen;
      // Just after new rows, VS Code may say that none has the focus, though one looks so.
      return pick.activeItems.length > 0
        ? pick.activeItems
        : rows.filter(({ id }) => id !== undefined && id === best);
    },
    /** Adds the rows that are new, and makes VS Code show those that its own filter would hide for this query. */
    show(found: readonly AttachRow[], query: string): void {
      const typed = query.trim().toLowerCase();
      const keys = new Set(found.map(keyOf));
      const isShown = (row: AttachRow) => keys.has(keyOf(row)) && !row.label.toLowerCase().includes(typed);
      const [before, known] = [rows, new Set(rows.map(keyOf))];
      rows = [...before, ...found.filter((row) => !known.has(keyOf(row)))].map((row) =>
        (row.alwaysShow ?? false) === isShown(row) ? row : { ...row, alwaysShow: isShown(row) },
      );
      const isSame = rows.length === before.length && rows.every((row, at) => row === before[at]);
      if (!isSame) pick.items = rows;
      if (!isSame || query !== focusedFor) focus(found, query);
      if (!isSame) void showChecked();
    },
  };
}

function keyOf({ id, label }: AttachRow): string {
  return id ?? `separator ${label}`;
}

/**
 * Resolves when the window has applied all that was set before. The window replies in order, and VS Code sends the changes of a
 * quick pick in a task of its own.
 */
async function takenByWindow(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await vscode.commands.executeCommand('setContext', 'hostedModels.attaches', true);
}
