import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { LinkedModel } from '../../core/links/link.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { stoppable, unlessAborted } from '../shared/stoppable.ts';

type Parts = Pick<WindowParts, 'catalogs' | 'pending'>;

/**
 * Looks for a link's model in the list, also one kept on disk, which is loaded anew if it lacks the model: that may be younger than
 * the list. A list that can't be loaded proves nothing, and then the model is the one that the link names, unless it was deleted
 * from this window. `undefined` if the user stopped it.
 */
export async function linkedModel(
  { name, kind }: LinkedModel,
  connection: Connection,
  { catalogs, pending }: Parts,
): Promise<ModelRef | 'notListed' | undefined> {
  const refTo = (of: ModelRef['kind']): ModelRef => ({ connectionId: connection.id, kind: of, name });
  const meant = kind ? [refTo(kind)] : [refTo('lora'), refTo('baseModel')];
  const find = () => meant.find((ref) => catalogs.find(ref) && !pending.isDeleted(ref));
  const loader = catalogs.loader(connection);
  await loader.showKept();
  const listed = find();
  if (listed) return listed;
  const title = vscode.l10n.t('Loading the models of {0}', cleanText(connection.name, 60));
  const isLoaded = await stoppable(title, connection, async ({ signal }) => {
    await unlessAborted(loader.refresh(), signal);
    return true;
  });
  if (!isLoaded) return undefined;
  const unproven = refTo(kind ?? 'lora');
  const isProven = catalogs.isFresh(connection.id) || pending.isDeleted(unproven);
  return find() ?? (isProven ? 'notListed' : unproven);
}
