import { isOpenAi } from '../../../core/connections/connection.ts';
import { findModel } from '../../../core/models/catalog.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import { t } from '../../shared/text/t.ts';
import type { RunPageParts } from './runPageParts.ts';

/** Returns, by their numbers, the models of a run that can't be asked, and why, in a sentence. */
export function unaskableModels(
  { models }: Pick<Run, 'models'>,
  names: readonly string[],
  { connections, catalogs, pending }: Pick<RunPageParts, 'connections' | 'catalogs' | 'pending'>,
): Map<number, string> {
  const found = new Map<number, string>();
  for (const [at, { connectionId, name, isNoiseFloor }] of models.entries()) {
    const shown = names[at] ?? '';
    const connection = connections.byId(connectionId);
    // It is the base's.
    if (isNoiseFloor && found.has(0)) continue;
    if (!connection) {
      found.set(at, t("The connection of {0} was removed, so it can't be asked any more.", shown));
      continue;
    }
    const catalog = catalogs.of(connection);
    if (catalog.state === 'noKey' && !isOpenAi(connection)) {
      const text = t(
        "There is no API key for {0}, so {1} can't be asked. Set the key in the Models view.",
        connection.name,
        shown,
      );
      found.set(at, text);
      continue;
    }
    const isMissed = catalog.state === 'fresh' && !isOpenAi(connection) && !findModel(catalog, name);
    if (pending.isDeleted({ connectionId, kind: 'lora', name }))
      found.set(at, t("{0} was deleted, so it can't be asked any more.", shown));
    else if (isMissed)
      found.set(at, t("{0} no longer lists {1}, so it can't be asked any more.", connection.name, shown));
  }
  return found;
}
