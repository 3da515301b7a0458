import { isDeepStrictEqual } from 'node:util';
import type { BaseModel, Logger, Lora, Model } from '../../api/types.ts';
import { inSlices } from '../../base/eventLoop.ts';
import { keepError } from '../keptError.ts';
import { type Catalog, emptyCatalog, isRefused, noRefresh, stateAfter } from './catalog.ts';
import { sortManyByName } from './modelSort.ts';

/** Max number of lines in the log: a list of a million broken entries must not fill it. */
const maxLogged = 20;

/** Returns an object that counts the entries left out of an answer and logs the first of them. */
export function countSkipped(log: Logger) {
  const skipped = {
    count: 0,
    onSkipped: (_entry: unknown, why: string) => add(`An entry of a list could not be read: ${why}`),
    onRepeated: () => add('An entry of a list was left out: an earlier one has the same name.'),
  };
  const add = (line: string) => {
    skipped.count += 1;
    if (skipped.count <= maxLogged) log.warn(line);
  };
  return skipped;
}

/**
 * Returns the catalog after a refresh: the loaded lists, and the previous list in place of one that failed. `credentials`:
 * identifies the key and headers that the lists were loaded with. Takes several turns of the event loop for thousands.
 */
export async function refreshedCatalog(
  before: Catalog,
  [loras, baseModels]: [PromiseSettledResult<Lora[]>, PromiseSettledResult<BaseModel[]>],
  credentials: string | undefined,
  skipped: ReturnType<typeof countSkipped>,
  now: () => number,
): Promise<Catalog> {
  const errors = [loras, baseModels].flatMap((one) =>
    one.status === 'rejected' ? keepError(one.reason, now()) : [],
  );
  // A refused key hides everything, even if the other list was loaded.
  const error = errors.find((one) => isRefused(stateAfter(one))) ?? errors[0];
  const state = error ? stateAfter(error) : 'fresh';
  if (isRefused(state)) return { ...emptyCatalog, state, error };
  const arranged = async <T extends Model>(old: readonly T[], list: PromiseSettledResult<T[]>) =>
    list.status === 'fulfilled' ? arrangeModels(list.value, old, skipped.onRepeated) : old;
  const lists = {
    loras: await arranged(before.loras, loras),
    baseModels: await arranged(before.baseModels, baseModels),
  };
  const isPartial = loras.status !== baseModels.status;
  return {
    ...noRefresh,
    ...lists,
    state,
    error,
    skipped: skipped.count,
    changes: before.changes,
    credentials: loras.status === 'fulfilled' ? credentials : before.credentials,
    loadedAt: error ? (before.loadedAt ?? (isPartial ? now() : undefined)) : now(),
    isKept: error && !isPartial ? before.isKept : false,
  };
}

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
