import type * as vscode from 'vscode';
import { inSlices } from '../../../api/clocks/eventLoop.ts';
import { searchPaths } from '../../../core/attachments/fileSearch.ts';
import { type AttachChoice, fileChoice, foldedPath, openChoices, selectionChoices } from './attachChoices.ts';
import { maxFiles, workspaceFiles } from './workspaceFiles.ts';

/** Max number of results shown. Nobody reads through more; another letter narrows the results. */
export const maxShown = 100;

/** What *Attach* offers: the selections and open editors of this moment, and the workspace's files once they are loaded. */
export class AttachSearch {
  readonly selected: readonly AttachChoice[];
  readonly open: readonly AttachChoice[];
  /** The choices before the files: selections and open editors. */
  readonly #first: readonly AttachChoice[];
  #files: vscode.Uri[] = [];
  #paths: string[];

  constructor(lastEditor: vscode.TextEditor | undefined) {
    this.selected = selectionChoices(lastEditor);
    this.open = openChoices();
    this.#first = [...this.selected, ...this.open];
    this.#paths = this.#first.map(({ path }) => path);
  }

  /** Loads the workspace's files. Returns how many of them are known now; `none` if VS Code can't list them. */
  async load(signal: AbortSignal): Promise<'all' | 'some' | 'none'> {
    const all = await workspaceFiles(signal).catch(() => undefined);
    if (!all) return 'none';
    const listed = new Set(this.open.map(({ id }) => id));
    const files: vscode.Uri[] = [];
    const paths = this.#first.map(({ path }) => path);
    await inSlices(all, (uri) => {
      if (listed.has(uri.toString())) return;
      files.push(uri);
      paths.push(foldedPath(uri));
    });
    [this.#files, this.#paths] = [files, paths];
    return all.length < maxFiles ? 'all' : 'some';
  }

  /** Returns the choices that match, best first. */
  async find(query: string): Promise<AttachChoice[]> {
    const found = await searchPaths(this.#paths, query, maxShown);
    return found.flatMap((at) => this.#choice(at) ?? []);
  }

  /** Returns the first files in alphabetical order, without the open ones. */
  async firstFiles(): Promise<AttachChoice[]> {
    const found = await searchPaths(this.#paths.slice(this.#first.length), '', maxShown);
    return found.flatMap((at) => this.#choice(this.#first.length + at) ?? []);
  }

  #choice(at: number): AttachChoice | undefined {
    const file = this.#files[at - this.#first.length];
    return this.#first[at] ?? (file && fileChoice(file));
  }
}
