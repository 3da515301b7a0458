import type { Model } from '../../api/types.ts';

export type ModelSort = 'name' | 'newest';

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** By name (`v10` after `v9`), or the newest deployment first and then those without one. */
export function sortModels<T extends Model>(models: readonly T[], sort: ModelSort): T[] {
  const byName = (a: Model, b: Model) => names.compare(a.name, b.name);
  const created = (model: Model) => model.activeDeployment?.createdAt ?? Number.NEGATIVE_INFINITY;
  if (sort === 'name') return [...models].sort(byName);
  return [...models].sort((a, b) => {
    const [left, right] = [created(a), created(b)];
    return left === right ? byName(a, b) : right - left;
  });
}
