import type { AskedConnection } from '../../core/agentTools/listState.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { isRefused } from '../../core/models/catalog.ts';
import { failureText } from '../models/catalogText.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { unlessAborted } from '../shared/stoppable.ts';
import { labelled } from './connectionsMeant.ts';

type Parts = Pick<WindowParts, 'connections' | 'catalogs' | 'pending'>;

/** Reads the list kept for a connection. Sends a request only with `load`, and only if no list is kept. */
export async function readAsked(
  { connections, catalogs, pending }: Parts,
  connection: Connection,
  { load }: { load: AbortSignal | undefined },
): Promise<AskedConnection> {
  const loader = catalogs.loader(connection);
  await loader.showKept();
  const isMissing = loader.catalog.loadedAt === undefined && !isRefused(loader.catalog.state);
  if (isMissing && load) await unlessAborted(loader.refresh(), load);
  const { catalog } = loader;
  const isFailed = catalog.state === 'stale' || catalog.state === 'offline';
  const isThere = ({ name }: { name: string }) =>
    !pending.isDeleted({ connectionId: connection.id, kind: 'lora', name });
  return {
    ...labelled(connection, connections.all),
    catalog: { ...catalog, loras: catalog.loras.filter(isThere) },
    why: isFailed ? failureText(catalog) : undefined,
  };
}
