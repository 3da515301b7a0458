import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import { errorTrace } from '../../core/files/errorCode.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { type DetailsState, type DetailsToPage, detailsToHost } from '../../protocol/details.ts';
import { modelIcon } from '../models/view/modelItems.ts';
import { ownRow } from '../shared/ownRows.ts';
import { Page } from '../shared/page.ts';
import type { Handlers } from '../shared/pageMessages.ts';
import { DetailsEntry } from './detailsEntry.ts';
import type { DetailsParts } from './detailsParts.ts';

type DetailsHandlers = Handlers<typeof detailsToHost>;

/** One model's page. */
export class DetailsPanel {
  readonly #ref: ModelRef;
  readonly #tab: vscode.WebviewPanel;
  readonly #parts: DetailsParts;
  readonly #entry: DetailsEntry;
  readonly #page: Page<typeof detailsToHost, DetailsToPage>;
  /** Counts the updates in the order in which they began. */
  #begun = 0;
  /** The newest update shown; infinite once the tab is closed. */
  #shown = 0;
  #chats: DetailsState['chats'] = [];

  constructor(tab: vscode.WebviewPanel, ref: ModelRef, parts: DetailsParts) {
    this.#ref = ownRow(ref);
    this.#tab = tab;
    this.#parts = parts;
    this.#entry = new DetailsEntry(this.#ref, parts, () => this.#show());
    tab.title = cleanText(ref.name, 60);
    const { extensionUri, log } = parts;
    this.#page = new Page(tab, {
      ...{ name: 'details', extensionUri, log, table: detailsToHost },
      handlers: detailsHandlers(this.#ref, {
        ready: () => this.#show(),
        refresh: () => this.refresh(),
        stop: () => this.#entry.stop(),
      }),
      onDispose: () => {
        this.#shown = Number.POSITIVE_INFINITY;
        this.#entry.dispose();
      },
    });
    void this.refresh();
  }

  reveal(): void {
    this.#tab.reveal();
  }

  /** Retrieves the entry afresh. Never rejects. */
  refresh(): Promise<void> {
    return this.#entry.refresh();
  }

  /** Call after a change of the catalog, the connection, a deletion or the chats. Never rejects. */
  follow(): Promise<void> {
    return this.#entry.follow();
  }

  /** Awaits the slow part first, so that the state is built and posted in one step. */
  async #show(): Promise<void> {
    this.#begun += 1;
    const begun = this.#begun;
    const chats = await this.#readChats();
    if (begun < this.#shown) return;
    this.#shown = begun;
    this.#chats = chats;
    this.#page.post({ type: 'state', state: this.#entry.show(chats) });
    const { model } = this.#entry;
    if (model) this.#tab.iconPath = new vscode.ThemeIcon(modelIcon(model));
  }

  /** The entry is shown even if the chats can't be read. */
  async #readChats(): Promise<DetailsState['chats']> {
    try {
      return await this.#parts.chatsOf(this.#ref);
    } catch (error) {
      this.#parts.log.error(`Reading the chats for the details failed: ${errorTrace(error)}`);
      return this.#chats;
    }
  }
}

/**
 * What each message from the page of `ref` does. All but copying, and what concerns showing the page itself, are commands, which ask
 * the user where necessary.
 */
function detailsHandlers(
  ref: ModelRef,
  showing: Pick<DetailsHandlers, 'ready' | 'refresh' | 'stop'>,
): DetailsHandlers {
  const run = (command: string, argument: unknown) =>
    vscode.commands.executeCommand(`hostedModels.${command}`, argument);
  const runOnRef = ({ type }: { type: string }) => run(type, ref);
  const clipboard = (text: string) => vscode.env.clipboard.writeText(text);
  return {
    ...showing,
    chat: runOnRef,
    compareWithBase: runOnRef,
    sendTestRequest: runOnRef,
    delete: () => run('deleteLora', ref),
    copy: ({ text }) => clipboard(text),
    // A LoRA's page links to its base model, a base model's page to its LoRAs.
    openModel: ({ name }) =>
      run('showDetails', { ...ref, kind: ref.kind === 'lora' ? 'baseModel' : 'lora', name }),
    openChat: ({ id }) => run('openChat', { chatId: id }),
  };
}
