import type { Model } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { findModel } from '../../core/models/catalog.ts';
import { modelKey, type NamedModel } from '../../core/models/modelKey.ts';
import { shownName } from '../../core/shownName.ts';
import { t } from '../shared/text/t.ts';
import type { WindowParts } from './windowParts.ts';

export interface FirstModel {
  model: Model;
  connection: Connection;
  /** Why it comes first; `undefined` if it was used recently. */
  mark: string | undefined;
}

/**
 * Returns the models with which a list begins, by key: a chat's `own` model, the base model of that LoRA for comparison, and those
 * used recently. A model that is no longer listed is left out.
 */
export function firstModels(
  own: NamedModel | undefined,
  recent: readonly NamedModel[],
  parts: Pick<WindowParts, 'catalogs'> & { connections: Pick<WindowParts['connections'], 'byId'> },
): Map<string, FirstModel> {
  const { connections, catalogs } = parts;
  const found = new Map<string, FirstModel>();
  const add = ({ connectionId, name }: NamedModel, kind?: Model['kind'], mark?: string) => {
    const connection = connections.byId(connectionId);
    const model = connection && findModel(catalogs.of(connection), name, kind);
    if (!model) return undefined;
    const key = modelKey({ connectionId: connection.id, kind: model.kind, name });
    if (!found.has(key)) found.set(key, { model, connection, mark });
    return model;
  };
  const current = own && add(own, undefined, t('current'));
  const base = current?.kind === 'lora' ? current.activeDeployment?.baseModelName : undefined;
  if (own && base !== undefined) {
    add({ ...own, name: base }, 'baseModel', t('base model of {0}', shownName(own.name, 60)));
  }
  for (const one of recent) add(one);
  return found;
}
