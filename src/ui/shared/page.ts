import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Logger } from '../../api/types.ts';
import type { MessageTable, Reply, Unnumbered } from '../../protocol/messages.ts';
import { reportingErrors } from './errors/showError.ts';
import { type PageName, pageHtml, pageOptions } from './pageHtml.ts';
import { type Handlers, handleMessage } from './pageMessages.ts';
import { parsed } from './parsed.ts';

interface PageParts<Table extends MessageTable> {
  name: PageName;
  extensionUri: vscode.Uri;
  log: Logger;
  /** What the page may say. Everything else is ignored. */
  table: Table;
  /** `ready` is said by each new page, and by one that has missed a message: it needs the whole state. */
  handlers: Handlers<Table>;
  /** Called with what each message asks for, to do more around it, and with its type. Failures are reported. */
  around?: (work: () => Promise<void>, type: string | undefined) => Promise<void>;
  /** Called when the page is gone, since its tab was hidden or closed. */
  onHide?: () => void;
  onDispose: () => void;
}

const id = v.pipe(v.string(), v.maxLength(100));
const replying = v.object({ type: v.literal('reply'), to: id, value: v.unknown() });
/** What each message may have beside its own fields: the id to which its sender awaits a reply. */
const asking = v.object({ type: v.string(), request: v.exactOptional(id) });

/**
 * A page in a tab: numbers the messages to it, and sends none before it is ready or after its tab was hidden, when VS Code removes it;
 * validates what it says, and replies to its requests.
 */
export class Page<Table extends MessageTable, ToPage extends { type: string }> {
  readonly #tab: vscode.WebviewPanel;
  readonly #parts: PageParts<Table>;
  #isReady = false;
  #seq = 0;
  /** The requests without a reply, by their ids, with what takes the reply. */
  readonly #requests = new Map<string, { message: Unnumbered<ToPage>; take: (value: unknown) => void }>();

  /** Loads the page. */
  constructor(tab: vscode.WebviewPanel, parts: PageParts<Table>) {
    this.#tab = tab;
    this.#parts = parts;
    const { around = (work) => work() } = parts;
    const subscriptions = [
      tab.webview.onDidReceiveMessage((raw: unknown) => {
        const asked = parsed(asking, raw);
        void reportingErrors(parts.log, parts.name, () => around(() => this.#read(raw, asked), asked?.type));
      }),
      tab.onDidChangeViewState(() => {
        if (!tab.visible) this.#hide();
      }),
      tab.onDidDispose(() => {
        for (const subscription of subscriptions) subscription.dispose();
        this.#hide();
        parts.onDispose();
      }),
    ];
    tab.webview.html = pageHtml(tab.webview, parts.extensionUri, parts.name);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  post(message: Unnumbered<ToPage>): void {
    if (!this.#isReady) return;
    this.#seq += 1;
    this.#send({ ...message, seq: this.#seq });
  }

  /** Asks the page, and asks again if another one is loaded meanwhile. Resolves to a reply that fits; never if none comes. */
  request<Schema extends v.GenericSchema>(
    message: Unnumbered<ToPage>,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    return new Promise((resolve) => {
      const request = crypto.randomUUID();
      const take = (value: unknown) => {
        const read = parsed(schema, value);
        if (read === undefined || !this.#requests.delete(request)) return;
        resolve(read);
      };
      const asked = { ...message, request };
      this.#requests.set(request, { message: asked, take });
      this.post(asked);
    });
  }

  async #read(raw: unknown, asked: v.InferOutput<typeof asking> | undefined): Promise<void> {
    const { table, handlers } = this.#parts;
    const given = parsed(replying, raw);
    if (given) return this.#requests.get(given.to)?.take(given.value);
    const { type, request } = asked ?? {};
    if (type === 'ready') this.#isReady = true;
    let reply: unknown;
    try {
      reply = await handleMessage(table, handlers, raw);
    } finally {
      if (request !== undefined && this.#isReady)
        this.#send({ type: 'reply', to: request, value: reply } satisfies Reply);
    }
    if (type === 'ready') for (const { message } of this.#requests.values()) this.post(message);
  }

  #send(message: object): void {
    void this.#tab.webview.postMessage(message);
  }

  #hide(): void {
    this.#isReady = false;
    this.#parts.onHide?.();
  }
}

/** Opens a tab for a page. */
export function openTab(
  type: string,
  title: string,
  extensionUri: vscode.Uri,
  column = vscode.ViewColumn.Active,
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(type, title, column, pageOptions(extensionUri));
}

interface Restoring<Shown> {
  /** Reads what the tab showed; `undefined` if there is nothing to show. */
  load: () => Promise<Shown | undefined>;
  show: (shown: Shown) => unknown;
  /** Called in place of `show` if the user has closed the tab meanwhile. */
  putAway?: (shown: Shown) => unknown;
}

/** Restores what a tab showed before a reload of the window. Closes the tab if there is nothing to show. */
export async function restoreTab<Shown>(
  tab: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  { load, show, putAway }: Restoring<Shown>,
): Promise<void> {
  let isClosed = false;
  tab.onDidDispose(() => {
    isClosed = true;
  });
  const shown = await load();
  if (shown === undefined) return tab.dispose();
  if (isClosed) await putAway?.(shown);
  else {
    tab.webview.options = pageOptions(extensionUri);
    await show(shown);
  }
}
