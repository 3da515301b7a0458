import type * as vscode from 'vscode';
import { inSlices } from '../../../base/eventLoop.ts';
import { searchPaths } from '../../../core/attachments/fileSearch.ts';
import type { PageChoices } from '../../../protocol/chat.ts';
import { findFiles } from '../../shared/findFiles.ts';
import {
  type AttachChoice,
  fileChoice,
  foldedPath,
  openChoices,
  pageChoice,
  selectionChoices,
} from './attachChoices.ts';

/** Max number of results shown. Nobody reads through more; another letter narrows the results. */
export const maxShown = 100;

type AttachSearch = ReturnType<typeof attachSearch>;

/** What *Attach* offers: the selections and open editors of this moment, and the workspace's files once they are loaded. */
export function attachSearch(lastEditor: vscode.TextEditor | undefined) {
  const selected = selectionChoices(lastEditor);
  const open = openChoices();
  /** The choices before the files. */
  const first = [...selected, ...open];
  let files: vscode.Uri[] = [];
  let paths = first.map(({ path }) => path);
  const choiceAt = (at: number): AttachChoice | undefined => {
    const file = files[at - first.length];
    return first[at] ?? (file && fileChoice(file));
  };
  return {
    ...{ selected, open },
    /** Loads the workspace's files. Returns how many of them are known now; `none` if VS Code can't list them. */
    async load(signal: AbortSignal): Promise<'all' | 'some' | 'none'> {
      const all = await findFiles('**/*', maxFiles, signal).catch(() => undefined);
      if (!all) return 'none';
      const listed = new Set(open.map(({ id }) => id));
      const found: vscode.Uri[] = [];
      const foundPaths = first.map(({ path }) => path);
      await inSlices(all, (uri) => {
        if (listed.has(uri.toString())) return;
        found.push(uri);
        foundPaths.push(foldedPath(uri));
      });
      [files, paths] = [found, foundPaths];
      return all.length < maxFiles ? 'all' : 'some';
    },
    /** Returns the choices that match, best first. */
    async find(query: string): Promise<AttachChoice[]> {
      const found = await searchPaths(paths, query, maxShown);
      return found.flatMap((at) => choiceAt(at) ?? []);
    },
    /** Returns the first files in alphabetical order, without the open ones. */
    async firstFiles(): Promise<AttachChoice[]> {
      const found = await searchPaths(paths.slice(first.length), '', maxShown);
      return found.flatMap((at) => choiceAt(first.length + at) ?? []);
    },
  };
}

/** Max number of files that are searched by name. */
export const maxFiles = 50_000;

/** Offers what *Attach* offers for the query typed after `#` or `@` in the composer. */
export function typedAttach(lastEditor: { readonly current: vscode.TextEditor | undefined }) {
  let search: AttachSearch | undefined;
  let load = new AbortController();
  let loaded: Promise<unknown> | undefined;
  let isLoading = false;
  let asked: object | undefined;
  let offered: readonly AttachChoice[] = [];

  function start(): AttachSearch {
    load.abort();
    load = new AbortController();
    const own = attachSearch(lastEditor.current);
    search = own;
    isLoading = true;
    loaded = own.load(load.signal).then(() => {
      if (own === search) isLoading = false;
    });
    return own;
  }

  return {
    /**
     * Returns what matches now or, if `isWhole`, once the workspace's files are known; `undefined` if something else is typed meanwhile.
     * An empty query starts a new search.
     */
    async find(query: string, isWhole = false): Promise<PageChoices | undefined> {
      const current = {};
      asked = current;
      const own = search && (query !== '' || isWhole) ? search : start();
      if (isWhole) await loaded;
      const found =
        query === '' ? [...own.selected, ...own.open, ...(await own.firstFiles())] : await own.find(query);
      if (asked !== current) return undefined;
      offered = found.slice(0, maxShown);
      return { choices: offered.map(pageChoice), isLoading };
    },
    /** Returns the choice that was last offered under this id. */
    offered: (id: string) => offered.find((choice) => choice.id === id),
  };
}
