import * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { KeyedQueue } from '../../core/files/keyedQueue.ts';
import { type Link, type LinkedModel, readLink } from '../../core/links/link.ts';
import { isHostOf } from '../../core/links/linkHost.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { shownName } from '../../core/shownName.ts';
import type { Fill } from '../chats/tab/chatPanel.ts';
import type { Connections } from '../connections/connections.ts';
import { pickAmong } from '../connections/pickConnection.ts';
import { pickModel } from '../models/pickModel.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { reportingErrors } from '../shared/errors/showError.ts';
import { sayWarning } from '../shared/messages.ts';
import { linkedModel } from './linkedModel.ts';
import { filledText, problemText } from './linkSentences.ts';

interface Parts extends Pick<WindowParts, 'connections' | 'catalogs' | 'pending' | 'recent'> {
  /** Opens a chat; with `fill`, always a new one. */
  openChat(model: ModelRef, fill: Fill | undefined): Promise<unknown>;
  openDetails(model: ModelRef): Promise<unknown>;
  log: Logger;
}

/**
 * Opens links. A link comes from anywhere: it opens at most one tab, sends no message, sets nothing, and nothing of it is written
 * to the log.
 */
export class Links {
  readonly #parts: Parts;
  /** One at a time: a quick pick for one link would close that for another. */
  readonly #queue = new KeyedQueue();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves when it is open, or the user was told or asked why not. */
  async open({ path, query }: Pick<vscode.Uri, 'path' | 'query'>): Promise<void> {
    const read = readLink(path, query);
    if (read.ok) await this.#inTurn(() => this.#open(read.link));
    else void sayWarning(problemText(read.problem));
  }

  async #open(link: Link): Promise<void> {
    const { connections } = this.#parts;
    if (connections.all.length === 0) return this.#offerConnection(link);
    if (!link.model) return this.#choose(link);
    const connection = await linkedConnection(connections.all, link.host);
    const model = connection && (await linkedModel(link.model, connection, this.#parts));
    if (!model) return;
    // It may have been removed or moved meanwhile.
    if (connections.byId(connection.id)?.baseUrl !== connection.baseUrl) return;
    if (model === 'notListed') this.#offerOther(link, link.model, connection);
    else await this.#show(link, model);
  }

  /** Lets the user choose the model: of the connection with the link's host, if it names one. */
  async #choose(link: Link): Promise<void> {
    const { connections, catalogs, recent } = this.#parts;
    let offered: Pick<Connections, 'all' | 'byId'> = connections;
    if (link.host !== undefined) {
      const only = await linkedConnection(connections.all, link.host);
      if (!only) return;
      offered = { all: [only], byId: (id) => (connections.byId(id)?.id === only.id ? only : undefined) };
    }
    const options = { title: vscode.l10n.t('Open Link'), recent: recent.all };
    const model = await pickModel({ connections: offered, catalogs }, options);
    if (model) await this.#show(link, model);
  }

  async #show(link: Link, model: ModelRef): Promise<void> {
    if (link.is === 'model') await this.#parts.openDetails(model);
    else {
      const { prompt } = link;
      await this.#parts.openChat(model, prompt && { text: prompt.text, note: filledText(prompt) });
    }
  }

  #offerConnection(link: Link): void {
    const text = vscode.l10n.t('This link leads to a model, but there is no connection yet.');
    this.#offer(text, vscode.l10n.t('Add Connection…'), async () => {
      await vscode.commands.executeCommand('hostedModels.addConnection');
      if (this.#parts.connections.all.length > 0) await this.#inTurn(() => this.#open(link));
    });
  }

  #offerOther(link: Link, { name }: LinkedModel, connection: Connection): void {
    const place = cleanText(connection.name, 60);
    this.#offer(
      vscode.l10n.t("{0} doesn't list {1}.", place, shownName(name, 100)),
      vscode.l10n.t('Choose Model…'),
      () => this.#inTurn(() => this.#choose({ ...link, host: undefined })),
    );
  }

  /** Not awaited: a message may stay for hours, and other links don't wait for it. */
  #offer(text: string, button: string, action: () => Promise<void>): void {
    void reportingErrors(this.#parts.log, 'link', async () => {
      if ((await sayWarning(text, button)) === button) await action();
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return this.#queue.run('link', work);
  }
}

/**
 * Returns the connection with this host, or any if there is none. Lets the user pick one if there are several, and says so if there
 * is none with it: a link can't add one.
 */
async function linkedConnection(
  all: readonly Connection[],
  host: string | undefined,
): Promise<Connection | undefined> {
  const meant = host === undefined ? all : all.filter(({ baseUrl }) => isHostOf(host, baseUrl));
  const [only, ...others] = meant;
  if (only && others.length === 0) return only;
  if (only) return pickAmong(meant, vscode.l10n.t('Open Link'));
  const shown = cleanText(host ?? '', 100);
  void sayWarning(
    vscode.l10n.t(
      "This link is for {0}, but no connection has this host. Links can't add a connection.",
      shown,
    ),
  );
  return undefined;
}
