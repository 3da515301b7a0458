import * as vscode from 'vscode';
import type { WorkQueue } from '../../base/workQueue.ts';
import { cleanText } from '../../core/cleanText.ts';
import { hostOf } from '../../core/connections/connection.ts';
import { canLink } from '../../core/links/canLink.ts';
import { readLink, writeLink } from '../../core/links/link.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { shownName } from '../../core/shownName.ts';
import type { Fill } from '../chats/tab/chatPanel.ts';
import { pickAmong } from '../connections/pickConnection.ts';
import { chosenModels } from '../models/modelArguments.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { sayWarning } from '../shared/messages.ts';
import { t } from '../shared/text/t.ts';

interface Parts extends Pick<WindowServices, 'connections'> {
  /** Opens a chat; with `fill`, always a new one. */
  openChat(model: ModelRef, fill: Fill | undefined): Promise<unknown>;
  openDetails(model: ModelRef): Promise<unknown>;
  /** VS Code shows one question at a time: another one would close it. */
  questions: Pick<WorkQueue, 'run'>;
}

/**
 * Opens a link. It comes from anywhere: it opens at most one tab, sends no message, sets nothing, and nothing of it is written to
 * the log. The tab says so if there is no such model.
 */
export async function followLink(
  { path, query }: Pick<vscode.Uri, 'path' | 'query'>,
  { connections, openChat, openDetails, questions }: Parts,
): Promise<void> {
  const link = readLink(path, query);
  if (!link) {
    void sayWarning(t("This link can't be opened: it is not in the form that “Copy Link to Model” writes."));
    return;
  }
  const meant = connections.all.filter(({ baseUrl }) => hostOf(baseUrl) === link.connection);
  const [only, another] = meant;
  if (!only) return offerConnection(link.connection);
  const ask = () => pickAmong(meant, t('Open Link'));
  const connection = another ? await questions.run(ask) : only;
  // It may have been removed or moved meanwhile.
  if (!connection || connections.byId(connection.id)?.baseUrl !== connection.baseUrl) return;
  const model: ModelRef = { connectionId: connection.id, kind: link.kind, name: link.name };
  if (link.path === '/model') await openDetails(model);
  else {
    const note = t('Filled in by a link.');
    await openChat(model, link.prompt?.trim() ? { text: link.prompt, note } : undefined);
  }
}

/** The link itself can't add a connection: nothing of it goes into the flow that the user may start. */
async function offerConnection(host: string): Promise<void> {
  const add = t('Add Connection…');
  const text = t('This link is for {0}, but no connection has this host.', cleanText(host, 100));
  if ((await sayWarning(text, add)) === add) {
    await vscode.commands.executeCommand('hostedModels.addConnection');
  }
}

/** *Copy Link to Model*: copies several links one per line. Says which model can't have one. */
export async function copyLink(
  {
    connections,
    view,
  }: Pick<WindowServices, 'connections'> & {
    view: Pick<WindowServices['view'], 'selection'>;
  },
  argument: unknown,
  selection?: unknown,
): Promise<void> {
  const links: string[] = [];
  const without: string[] = [];
  let isLocal = false;
  for (const model of chosenModels(argument, selection, view.selection)) {
    const connection = connections.byId(model.connectionId);
    const isLinked = connection && canLink(connection);
    isLocal ||= isLinked === false;
    const link = isLinked && writeLink(vscode.env.uriScheme, model, hostOf(connection.baseUrl));
    if (link) links.push(link);
    else without.push(shownName(model.name, 100));
  }
  if (links.length > 0) await vscode.env.clipboard.writeText(links.join('\n'));
  if (without.length === 0) return;
  const text = isLocal
    ? t("No link for {0}: under this machine's address, others have another server.", without.join(', '))
    : t(
        "No link for {0}: the connection was removed, or its name can't be part of a link.",
        without.join(', '),
      );
  void sayWarning(text);
}
