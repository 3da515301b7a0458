import * as vscode from 'vscode';
import { hostOf } from '../../core/connections/connection.ts';
import { writeLink } from '../../core/links/link.ts';
import { shownName } from '../../core/shownName.ts';
import { chosenModels } from '../models/chosenModels.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { sayWarning } from '../shared/messages.ts';
import { t } from '../shared/text/t.ts';

type Parts = Pick<WindowParts, 'connections'> & { view: Pick<WindowParts['view'], 'selection'> };

/** *Copy Link to Model*: copies several links one per line. Says which model can't have one. */
export async function copyLink(
  { connections, view }: Parts,
  argument: unknown,
  selection?: unknown,
): Promise<void> {
  const links: string[] = [];
  const without: string[] = [];
  for (const model of chosenModels(argument, selection, view.selection)) {
    const connection = connections.byId(model.connectionId);
    const link = connection && writeLink(vscode.env.uriScheme, model, hostOf(connection.baseUrl));
    if (link) links.push(link);
    else without.push(shownName(model.name, 100));
  }
  if (links.length > 0) await vscode.env.clipboard.writeText(links.join('\n'));
  if (without.length === 0) return;
  const text = t(
    'No link for {0}: the connection was removed, or no link can have such a name.',
    without.join(', '),
  );
  void sayWarning(text);
}
