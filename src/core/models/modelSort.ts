import type { Model } from '../../api/types.ts';
import { runInSlices } from '../../base/eventLoop.ts';
import { createdMs } from '../sensibleTime.ts';

export type ModelSort = 'name' | 'newest';

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Number of characters of a name that are compared by language. The rest, which may be long, is compared by code units. */
const keyLength = 200;

/** Number of models that are sorted in about a millisecond. */
const runLength = 500;

/** Sorts by name (`v10` after `v9`), or newest deployment first, with those without one or of unknown age last. */
export function sortModels<T extends Model>(models: readonly T[], sort: ModelSort): T[] {
  const created = (model: Model) => createdMs(model.activeDeployment?.createdAt) ?? Number.NEGATIVE_INFINITY;
  if (sort === 'name') return models.toSorted(compareNames);
  return models.toSorted((a, b) => {
    const [left, right] = [created(a), created(b)];
    return left === right ? compareNames(a, b) : right - left;
  });
}

/** Returns deployed models before the others, otherwise in their order. */
export function deployedFirst<T extends Model>(models: readonly T[]): T[] {
  return models.toSorted((a, b) => Number(!a.activeDeployment) - Number(!b.activeDeployment));
}

/** Sorts thousands by name over several turns of the event loop: comparing them takes too long for one. */
export function sortManyByName<T extends Model>(models: readonly T[]): Promise<T[]> {
  return runInSlices(sortStepwise(models));
}

function compareNames(a: Model, b: Model): number {
  const [left, right] = [a.name.slice(0, keyLength), b.name.slice(0, keyLength)];
  return names.compare(left, right) || compareUnits(a.name.slice(keyLength), b.name.slice(keyLength));
}

function compareUnits(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function* sortStepwise<T extends Model>(models: readonly T[]): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < models.length; at += runLength) {
    runs.push(sortModels(models.slice(at, at + runLength), 'name'));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergeStepwise(runs[at] ?? [], runs[at + 1] ?? []));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Merges two sorted lists. Of two equal models, the left one comes first, as in a stable sort. */
function* mergeStepwise<T extends Model>(left: readonly T[], right: readonly T[]): Generator<void, T[]> {
  const merged: T[] = [];
  let next = 0;
  for (const one of left) {
    for (let other = right[next]; other && compareNames(other, one) < 0; other = right[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(one);
    yield;
  }
  return [...merged, ...right.slice(next)];
}
