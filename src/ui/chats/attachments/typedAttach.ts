import type * as vscode from 'vscode';
import type { ChatToPage } from '../../../protocol/chat.ts';
import { type AttachChoice, pageChoice } from './attachChoices.ts';
import { AttachSearch, mostShown } from './attachSearch.ts';

/** Tells the page what is offered. */
export type SendChoices = (choices: Omit<Extract<ChatToPage, { type: 'choices' }>, 'seq'>) => void;

interface Editor {
  readonly current: vscode.TextEditor | undefined;
}

/** Answers the query typed behind `#` or `@` in the composer with what *Attach* offers. */
export class TypedAttach {
  readonly #lastEditor: Editor;
  readonly #send: SendChoices;
  #search: AttachSearch | undefined;
  #load = new AbortController();
  #isLoading = false;
  #query = '';
  #offered: readonly AttachChoice[] = [];

  constructor(lastEditor: Editor, send: SendChoices) {
    this.#lastEditor = lastEditor;
    this.#send = send;
  }

  /** Sends what matches at once, and again when the workspace's files are known. The empty query begins anew. */
  async find(query: string): Promise<void> {
    this.#query = query;
    if (query !== '' && this.#search) return this.#offer(this.#search);
    this.#load.abort();
    this.#load = new AbortController();
    const { signal } = this.#load;
    const search = new AttachSearch(this.#lastEditor.current);
    this.#search = search;
    this.#isLoading = true;
    await this.#offer(search);
    await search.load(signal);
    if (search !== this.#search) return;
    this.#isLoading = false;
    await this.#offer(search);
  }

  /** Returns what was offered last under this id. */
  offered(id: string): AttachChoice | undefined {
    return this.#offered.find((choice) => choice.id === id);
  }

  async #offer(search: AttachSearch): Promise<void> {
    const query = this.#query;
    const found =
      query === ''
        ? [...search.selected, ...search.open, ...(await search.firstFiles())]
        : await search.find(query);
    // What was typed since is answered by itself.
    if (query !== this.#query || search !== this.#search) return;
    this.#offered = found.slice(0, mostShown);
    this.#send({
      type: 'choices',
      query,
      choices: this.#offered.map(pageChoice),
      isLoading: this.#isLoading,
    });
  }
}
