import type * as vscode from 'vscode';
import type { ChatToPage } from '../../../protocol/chat.ts';
import { type AttachChoice, pageChoice } from './attachChoices.ts';
import { AttachSearch, maxShown } from './attachSearch.ts';

/** Sends the page the choices to offer. */
type SendChoices = (choices: Omit<Extract<ChatToPage, { type: 'choices' }>, 'seq'>) => void;

interface Editor {
  readonly current: vscode.TextEditor | undefined;
}

/** Offers what *Attach* offers for the query typed after `#` or `@` in the composer. */
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

  /** Sends what matches at once, and again when the workspace's files are known. An empty query starts a new search. */
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

  /** Returns the choice that was last offered under this id. */
  offered(id: string): AttachChoice | undefined {
    return this.#offered.find((choice) => choice.id === id);
  }

  async #offer(search: AttachSearch): Promise<void> {
    const query = this.#query;
    const found =
      query === ''
        ? [...search.selected, ...search.open, ...(await search.firstFiles())]
        : await search.find(query);
    // A query typed since gets its own reply.
    if (query !== this.#query || search !== this.#search) return;
    this.#offered = found.slice(0, maxShown);
    this.#send({
      type: 'choices',
      query,
      choices: this.#offered.map(pageChoice),
      isLoading: this.#isLoading,
    });
  }
}
