import { findModel } from '../../../core/models/catalog.ts';
import type { ModelRef, NamedModel } from '../../../core/models/modelKey.ts';
import type { WindowServices } from '../../models/windowServices.ts';

/**
 * Returns a chat's model with its kind. Requests its connection's list if that was not loaded yet; a model that is not listed
 * counts as a LoRA.
 */
export async function listedModel(
  { connectionId, name }: NamedModel,
  { connections, catalogs }: Pick<WindowServices, 'connections' | 'catalogs'>,
): Promise<ModelRef> {
  const connection = connections.byId(connectionId);
  if (!connection) return { connectionId, kind: 'lora', name };
  const listed = () => findModel(catalogs.of(connection), name);
  if (!listed() && catalogs.of(connection).state === 'idle') await catalogs.loader(connection).refresh();
  return { connectionId: connection.id, kind: listed()?.kind ?? 'lora', name };
}
