import type { Model } from '../../../api/index.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { type CatalogChanges, changeKey } from '../../../core/models/catalogChanges.ts';
import type { ModelGroup } from './modelGroups.ts';

/** What VS Code was last told about a connection's rows. */
export interface DrawnRows {
  connection: Connection;
  /** Text of the connection's own row, if there are several connections. */
  row: string;
  groups: readonly ModelGroup[];
  /** Number of LoRAs per base model, shown below its expanded row. */
  lorasOn: ReadonlyMap<string, number>;
  changes: CatalogChanges;
}

/** `all`: the roots or the connection's own row changed. */
type RowChanges = 'all' | { groups: Model['kind'][]; models: Model[] };

/** Returns what to redraw: rows whose models changed, and groups in which rows came, went or moved. */
export function changedRows(before: DrawnRows | undefined, now: DrawnRows): RowChanges {
  if (!before || before.connection !== now.connection || before.row !== now.row) return 'all';
  // An empty group can't be expanded, and if all groups are empty, the view says why instead.
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
  // A row more with as many models: one came, and one that is gone is still shown.
  if (old.rows.length !== group.rows.length) return false;
  return old.rows.every(({ name }, index) => name === group.rows[index]?.name);
}

function hasChanged(model: Model, old: Model | undefined, before: DrawnRows, now: DrawnRows): boolean {
  if (model !== old) return true;
  const key = changeKey(model);
  if (before.changes.get(key)?.is !== now.changes.get(key)?.is) return true;
  return model.kind === 'baseModel' && before.lorasOn.get(model.name) !== now.lorasOn.get(model.name);
}
