import type { Model } from '../../api/types.ts';
import { findModel } from '../models/catalog.ts';
import { shownName } from '../shownName.ts';
import type { AskedConnection } from './listState.ts';
import type { GetInput } from './toolInput.ts';
import { modelKind } from './wireKind.ts';

/** Returns the entries of a kept list that a tool means, of either kind: by their name, or as an answer shows that name. */
export function findAsked(
  { name, kind }: Pick<GetInput, 'name' | 'kind'>,
  { catalog }: Pick<AskedConnection, 'catalog'>,
): Model[] {
  const kinds = (['lora', 'baseModel'] as const).filter((one) => kind == null || one === modelKind[kind]);
  const exact = kinds.flatMap((one) => findModel(catalog, name, one) ?? []);
  if (exact.length > 0) return exact;
  return kinds
    .flatMap((one): readonly Model[] => (one === 'lora' ? catalog.loras : catalog.baseModels))
    .filter((model) => shownName(model.name) === name);
}
