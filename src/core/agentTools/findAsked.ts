import type { Model } from '../../api/types.ts';
import { inSlices } from '../inSlices.ts';
import { findModel } from '../models/catalog.ts';
import { shownName } from '../shownName.ts';
import type { AskedConnection } from './listState.ts';
import type { GetInput } from './toolInput.ts';
import { modelKind } from './wireKind.ts';

/** Returns the entries of a kept list that a tool means, of either kind: by their name, or as an answer shows that name. */
export async function findAsked(
  { name, kind }: Pick<GetInput, 'name' | 'kind'>,
  { catalog }: Pick<AskedConnection, 'catalog'>,
): Promise<Model[]> {
  const kinds = (['lora', 'baseModel'] as const).filter((one) => kind == null || one === modelKind[kind]);
  const exact = kinds.flatMap((one) => findModel(catalog, name, one) ?? []);
  // Other names are shown as they are.
  if (exact.length > 0 || !/…|\\u\{/.test(name)) return exact;
  const found: Model[] = [];
  for (const one of kinds)
    await inSlices(one === 'lora' ? catalog.loras : catalog.baseModels, (model: Model) => {
      if (shownName(model.name) === name) found.push(model);
    });
  return found;
}
