import type { Model } from '../../../api/index.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { type CatalogChanges, changeKey } from '../../../core/models/catalogChanges.ts';
import type { ModelGroup } from './modelGroups.ts';

/** What was shown of a connection when VS Code was last told of it. */
export interface DrawnRows {
  connection: Connection;
  /** The words of its own row, where there are several connections. */
  row: string;
  groups: readonly ModelGroup[];
  /** How many LoRAs are on a base model, which its row says where it is expanded. */
  lorasOn: ReadonlyMap<string, number>;
  changes: CatalogChanges;
}

/** `all`: even the roots, or the connection's row, are others. */
export type RowChanges = 'all' | { groups: Model['kind'][]; models: Model[] };

/** What has to be drawn again: a row whose model changed, and a group only where rows came, went or moved. */
export function changedRows(before: DrawnRows | undefined, now: DrawnRows): RowChanges {
  if (!before || before.connection !== now.connection || before.row !== now.row) return 'all';
  // A group without rows can't be expanded, and with none at all the view says why.
  if (emptyGroups(before.groups) !== emptyGroups(now.groups)) return 'all';
  const groups: Model['kind'][] = [];
  const models: Model[] = [];
  for (const [index, group] of now.groups.entries()) {
    const old = before.groups[index];
    if (!old || !isSameGroup(old, group)) groups.push(group.kind);
    else models.push(...group.rows.filter((model, row) => hasChanged(model, old.rows[row], before, now)));
  }
  return { groups, models };
}

function emptyGroups(groups: readonly ModelGroup[]): string {
  return groups.map(({ rows }) => rows.length === 0).join();
}

function isSameGroup(old: ModelGroup, group: ModelGroup): boolean {
  if (old === group) return true;
  if (old.total !== group.total || old.models.length !== group.models.length) return false;
  return old.rows.every(({ name }, index) => name === group.rows[index]?.name);
}

function hasChanged(model: Model, old: Model | undefined, before: DrawnRows, now: DrawnRows): boolean {
  if (model !== old) return true;
  const key = changeKey(model);
  if (before.changes.get(key)?.is !== now.changes.get(key)?.is) return true;
  return model.kind === 'baseModel' && before.lorasOn.get(model.name) !== now.lorasOn.get(model.name);
}
