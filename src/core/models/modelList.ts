import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../../api/types.ts';
import { inSlices } from '../inSlices.ts';
import { sortManyByName } from './modelSort.ts';

/**
 * A list as a catalog has it: by name, the first entry of each name alone, since a name is an identifier; `onRepeated` is
 * told of the others. What is as it was `before` is the same object, and so is the whole list, so that nobody draws it
 * again. Thousands are arranged over several turns of the event loop.
 */
export async function arrangeModels<T extends Model>(
  models: readonly T[],
  before: readonly T[] = [],
  onRepeated?: () => void,
): Promise<readonly T[]> {
  const known = await byName(before);
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

async function byName<T extends Model>(models: readonly T[]): Promise<Map<string, T>> {
  const known = new Map<string, T>();
  await inSlices(models, (model) => known.set(model.name, model));
  return known;
}
