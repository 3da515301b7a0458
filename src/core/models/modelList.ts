import { isDeepStrictEqual } from 'node:util';
import { inSlices } from '../../api/clocks/eventLoop.ts';
import type { Model } from '../../api/types.ts';
import { sortManyByName } from './modelSort.ts';

/**
 * Returns a list arranged for a catalog: sorted by name, with only the first entry of each name, since a name is an identifier.
 * Calls `onRepeated` for each entry that is left out. Entries unchanged since `before` stay the same objects, and so does an
 * unchanged list, so that it is not drawn again. Arranges thousands over several turns of the event loop.
 */
export async function arrangeModels<T extends Model>(
  models: readonly T[],
  before: readonly T[] = [],
  onRepeated?: () => void,
): Promise<readonly T[]> {
  const known = new Map<string, T>();
  await inSlices(before, (model) => known.set(model.name, model));
  const first = new Map<string, T>();
  await inSlices(models, (model) => {
    const old = known.get(model.name);
    if (first.has(model.name)) onRepeated?.();
    else first.set(model.name, old && isDeepStrictEqual(old, model) ? old : model);
  });
  const sorted = await sortManyByName([...first.values()]);
  const isSame = sorted.length === before.length && sorted.every((model, index) => model === before[index]);
  return isSame ? before : sorted;
}
