import * as v from 'valibot';
import * as vscode from 'vscode';
import { type Model, ServiceError } from '../../api/index.ts';
import { lorasOn } from '../../core/catalog.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connection.ts';
import { Emitter } from '../../core/emitter.ts';
import type { ModelRef } from '../../core/modelKey.ts';
import type { DetailsState, DetailsToHost } from '../../protocol/details.ts';
import type { Connections } from '../connections/connections.ts';
import { errorText } from '../errors/errorText.ts';
import type { Catalogs } from '../models/catalogs.ts';
import { modelIcon } from '../models/modelItems.ts';
import type { RetrievedModel } from '../models/retrieveModel.ts';
import { pageHtml } from '../pages/pageHtml.ts';
import { clockTime } from '../text/time.ts';
import { detailsSections, detailsSubtitle } from './detailsState.ts';

/** What a page needs of the rest of the extension. */
export interface DetailsParts {
  extensionUri: vscode.Uri;
  connections: Connections;
  catalogs: Catalogs;
  retrieve(connection: Connection, ref: ModelRef): Promise<RetrievedModel>;
  isDeleted(ref: ModelRef): boolean;
  chatsWith(ref: ModelRef): Promise<DetailsState['chats']>;
}

const text = v.pipe(v.string(), v.maxLength(100_000));
const inbound = v.variant('type', [
  v.object({ type: v.picklist(['ready', 'refresh', 'chat', 'copyName', 'openJson', 'delete']) }),
  v.object({ type: v.literal('copy'), text }),
  v.object({ type: v.literal('openModel'), name: text }),
  v.object({ type: v.literal('openChat'), id: v.pipe(v.string(), v.uuid()) }),
]);

/** One model's page: what the list knows at once, then the entry as retrieved afresh. */
export class DetailsPanel {
  readonly ref: ModelRef;
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: DetailsParts;
  readonly #onDidDispose = new Emitter<void>();
  readonly onDidDispose = this.#onDidDispose.event;
  readonly #subscriptions: { dispose(): void }[];
  #seq = 0;
  #state: DetailsState['state'] = 'loading';
  #notice: string | undefined;
  #retrieved: (RetrievedModel & { at: number }) | undefined;
  #asked = 0;

  constructor(panel: vscode.WebviewPanel, ref: ModelRef, parts: DetailsParts) {
    this.ref = ref;
    this.#panel = panel;
    this.#parts = parts;
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidDispose(() => this.#dispose()),
    ];
    panel.title = cleanText(ref.name, 60);
    panel.webview.html = pageHtml(panel.webview, parts.extensionUri, 'details');
    void this.refresh();
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Retrieves the entry afresh; a late answer never replaces a newer one. */
  async refresh(): Promise<void> {
    const connection = this.#parts.connections.byId(this.ref.connectionId);
    if (!connection) return;
    this.#asked += 1;
    const asked = this.#asked;
    this.#state = 'loading';
    await this.#show();
    try {
      const retrieved = await this.#parts.retrieve(connection, this.ref);
      if (asked !== this.#asked) return;
      this.#retrieved = { ...retrieved, at: Date.now() };
      this.#state = 'shown';
      this.#notice = undefined;
    } catch (error) {
      if (asked !== this.#asked) return;
      if (!(error instanceof ServiceError)) throw error;
      this.#fail(error, connection);
    }
    await this.#show();
  }

  /** The catalog, the connection or the chats changed. */
  async show(): Promise<void> {
    const isGone = this.#parts.isDeleted(this.ref);
    if (isGone && this.#state !== 'gone') {
      this.#asked += 1;
      this.#state = 'gone';
      this.#notice = this.#goneNotice();
    }
    await this.#show();
  }

  #goneNotice(): string {
    const name = this.#parts.connections.byId(this.ref.connectionId)?.name ?? '';
    const at = this.#retrieved?.at;
    return at === undefined
      ? vscode.l10n.t('Gone from {0}.', name)
      : vscode.l10n.t('Gone from {0}. Shown as of {1}.', name, clockTime(at));
  }

  #fail(error: ServiceError, connection: Connection): void {
    if (error.kind === 'notFound') {
      this.#state = 'gone';
      this.#notice = this.#goneNotice();
      return;
    }
    const { text: words, detail } = errorText(error, connection);
    this.#state = 'failed';
    this.#notice = detail && detail !== words ? `${words} ${detail}` : words;
  }

  async #show(): Promise<void> {
    const state = await this.#makeState();
    if (!state) return;
    this.#seq += 1;
    await this.#panel.webview.postMessage({ type: 'state', seq: this.#seq, state });
  }

  async #makeState(): Promise<DetailsState | undefined> {
    const { connections, catalogs } = this.#parts;
    const connection = connections.byId(this.ref.connectionId);
    if (!connection) return undefined;
    const model = this.#retrieved?.model ?? catalogs.find(this.ref);
    if (model) this.#panel.iconPath = new vscode.ThemeIcon(modelIcon(model));
    const { connectionId, kind, name } = this.ref;
    return {
      identity: { connectionId, kind, name },
      name: cleanText(name, 500),
      subtitle: detailsSubtitle(model ?? { kind, activeDeployment: undefined }, connection),
      state: this.#state,
      notice: this.#notice,
      canDelete: kind === 'lora' && !connection.readOnly && this.#state !== 'gone',
      sections: model ? detailsSections(model, this.#retrieved?.raw) : [],
      loras: kind === 'baseModel' ? lorasOn(catalogs.of(connection), name).map((lora) => lora.name) : [],
      chats: await this.#parts.chatsWith(this.ref),
      retrieved: this.#retrieved ? vscode.l10n.t('Retrieved at {0}', timeOfDay(this.#retrieved.at)) : '',
    };
  }

  #receive(raw: unknown): void {
    const read = v.safeParse(inbound, raw);
    if (read.success) void this.#act(read.output);
  }

  async #act(message: DetailsToHost): Promise<void> {
    const run = (command: string, argument: unknown) =>
      vscode.commands.executeCommand(`hostedModels.${command}`, argument);
    switch (message.type) {
      case 'ready':
        return this.#show();
      case 'refresh':
        return this.refresh();
      case 'chat':
        await run('chat', this.ref);
        return;
      case 'copyName':
        return vscode.env.clipboard.writeText(this.ref.name);
      case 'openJson':
        await run('openJson', this.ref);
        return;
      case 'delete':
        await run('deleteLora', this.ref);
        return;
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'openModel':
        await run('showDetails', this.#neighbour(message.name));
        return;
      case 'openChat':
        await run('openChat', { chatId: message.id });
    }
  }

  /** A LoRA's page links to its base, a base model's to its LoRAs. */
  #neighbour(name: string): ModelRef {
    const kind: Model['kind'] = this.ref.kind === 'lora' ? 'baseModel' : 'lora';
    return { connectionId: this.ref.connectionId, kind, name };
  }

  #dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#asked += 1;
    this.#onDidDispose.fire();
    this.#onDidDispose.dispose();
  }
}

function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'medium' }).format(at);
}
