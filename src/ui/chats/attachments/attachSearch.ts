import type * as vscode from 'vscode';
import { searchPaths } from '../../../core/attachments/fileSearch.ts';
import { inSlices } from '../../../core/inSlices.ts';
import { type AttachChoice, fileChoice, foldedPath } from './attachChoices.ts';
import { mostFiles, workspaceFiles } from './workspaceFiles.ts';

/** Nobody reads through more; another letter narrows the results. */
const mostShown = 100;

/** What *Attach* finds by name: the open editors, and the workspace's files once they are loaded. */
export class AttachSearch {
  readonly #open: readonly AttachChoice[];
  #files: vscode.Uri[] = [];
  #paths: string[];

  constructor(open: readonly AttachChoice[]) {
    this.#open = open;
    this.#paths = open.map(({ path }) => path);
  }

  /** Returns how many of the workspace's files are known now; `none` if VS Code can't list them. */
  async load(signal: AbortSignal): Promise<'all' | 'some' | 'none'> {
    const all = await workspaceFiles(signal).catch(() => undefined);
    if (!all) return 'none';
    const listed = new Set(this.#open.map(({ id }) => id));
    const files: vscode.Uri[] = [];
    const paths = [...this.#paths];
    await inSlices(all, (uri) => {
      if (listed.has(uri.toString())) return;
      files.push(uri);
      paths.push(foldedPath(uri));
    });
    [this.#files, this.#paths] = [files, paths];
    return all.length < mostFiles ? 'all' : 'some';
  }

  /** Open editors and files that match, best first. */
  async find(query: string): Promise<AttachChoice[]> {
    const found = await searchPaths(this.#paths, query, mostShown);
    return found.flatMap((at) => this.#choice(at) ?? []);
  }

  /** The first files in order of the alphabet, without the open ones. */
  async first(): Promise<AttachChoice[]> {
    const found = await searchPaths(this.#paths.slice(this.#open.length), '', mostShown);
    return found.flatMap((at) => this.#choice(this.#open.length + at) ?? []);
  }

  #choice(at: number): AttachChoice | undefined {
    const file = this.#files[at - this.#open.length];
    return this.#open[at] ?? (file && fileChoice(file));
  }
}
