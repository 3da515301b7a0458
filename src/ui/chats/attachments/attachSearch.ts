import * as vscode from 'vscode';
import { inSlices } from '../../../base/eventLoop.ts';
import { searchPaths } from '../../../core/attachments/fileSearch.ts';
import type { ChatToPage, Unnumbered } from '../../../protocol/chat.ts';
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
      const all = await workspaceFiles(signal).catch(() => undefined);
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

/** Returns the files of all workspace folders, except those that VS Code's own search by name leaves out too. */
async function workspaceFiles(signal: AbortSignal): Promise<vscode.Uri[]> {
  const cancel = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => cancel.cancel());
  try {
    return await vscode.workspace.findFiles('**/*', excluded(), maxFiles, cancel.token);
  } finally {
    cancel.dispose();
  }
}

/** Returns the user's exclusions as one pattern. One that depends on sibling files can't be expressed this way and is left out. */
function excluded(): string {
  const patterns = ['files', 'search'].flatMap((section) => {
    const all = vscode.workspace.getConfiguration(section).get<Record<string, unknown>>('exclude', {});
    return Object.keys(all).filter((pattern) => all[pattern] === true);
  });
  return `{${[...new Set(patterns)].join(',')}}`;
}

/** Sends the page the choices to offer. */
type SendChoices = (choices: Unnumbered<Extract<ChatToPage, { type: 'choices' }>>) => void;

/** Offers what *Attach* offers for the query typed after `#` or `@` in the composer. */
export function typedAttach(
  lastEditor: { readonly current: vscode.TextEditor | undefined },
  send: SendChoices,
) {
  let search: AttachSearch | undefined;
  let load = new AbortController();
  let isLoading = false;
  let query = '';
  let offered: readonly AttachChoice[] = [];

  async function offer(own: AttachSearch): Promise<void> {
    const asked = query;
    const found =
      asked === '' ? [...own.selected, ...own.open, ...(await own.firstFiles())] : await own.find(asked);
    // A query typed since gets its own reply.
    if (asked !== query || own !== search) return;
    offered = found.slice(0, maxShown);
    send({ type: 'choices', query, choices: offered.map(pageChoice), isLoading });
  }

  return {
    /** Sends what matches at once, and again when the workspace's files are known. An empty query starts a new search. */
    async find(typed: string): Promise<void> {
      query = typed;
      if (query !== '' && search) return offer(search);
      load.abort();
      load = new AbortController();
      const { signal } = load;
      const own = attachSearch(lastEditor.current);
      search = own;
      isLoading = true;
      await offer(own);
      await own.load(signal);
      if (own !== search) return;
      isLoading = false;
      await offer(own);
    },
    /** Returns the choice that was last offered under this id. */
    offered: (id: string) => offered.find((choice) => choice.id === id),
  };
}
