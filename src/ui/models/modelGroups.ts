import type { Lora, Model } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Catalog } from '../../core/models/catalog.ts';
import { readFilter } from '../../core/models/modelFilter.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { sortModels } from '../../core/models/modelSort.ts';
import type { PendingDeletions } from '../deletion/pendingDeletions.ts';
import type { Catalogs } from './catalogs.ts';
import { hasList } from './catalogText.ts';
import type { ModelLooks, ModelsLook } from './modelLooks.ts';

/** A group lists no more rows than this; the filter and *Go to Model…* reach all (trees have no paging: microsoft/vscode#34151). */
export const maxRows = 1000;

/** What a group of the Models view has. */
export interface ModelGroup {
  kind: Model['kind'];
  /** All that match the filter, sorted. */
  models: readonly Model[];
  /** Those of them that the group lists. */
  rows: readonly Model[];
  /** How many the service has. */
  total: number;
}

interface Known {
  lists: readonly unknown[];
  groups: readonly ModelGroup[];
}

/** The groups of each connection: its lists as its filter and its order have them. Made anew only when one of these changed. */
export class ModelGroups {
  readonly #catalogs: Pick<Catalogs, 'of'>;
  readonly #pending: Pick<PendingDeletions, 'isDeleted'>;
  readonly #looks: Pick<ModelLooks, 'of'>;
  readonly #known = new Map<string, Known>();
  readonly #byName = new WeakMap<readonly Model[], ReadonlyMap<string, Model>>();
  readonly #lorasOn = new WeakMap<readonly Model[], ReadonlyMap<string, number>>();

  constructor(
    catalogs: Pick<Catalogs, 'of'>,
    pending: Pick<PendingDeletions, 'isDeleted'>,
    looks: Pick<ModelLooks, 'of'>,
  ) {
    this.#catalogs = catalogs;
    this.#pending = pending;
    this.#looks = looks;
  }

  /** LoRAs and base models; none where there is no list. */
  of(connection: Connection): readonly ModelGroup[] {
    const catalog = this.#catalogs.of(connection);
    if (!hasList(catalog)) return [];
    const look = this.#looks.of(connection.id);
    const lists = [catalog.loras, catalog.baseModels, look];
    const known = this.#known.get(connection.id);
    if (known && lists.every((part, index) => part === known.lists[index])) return known.groups;
    const groups = makeGroups(catalog, look, (model) => this.#isDeleted(connection, model));
    this.#known.set(connection.id, { lists, groups });
    return groups;
  }

  /** What is being deleted changed: the groups are made anew when they are asked for. */
  forget(): void {
    this.#known.clear();
  }

  /** The model as the list has it now. By a map: a thousand rows are asked for at once. */
  find(connection: Connection, { kind, name }: Pick<ModelRef, 'kind' | 'name'>): Model | undefined {
    const { loras, baseModels } = this.#catalogs.of(connection);
    const list: readonly Model[] = kind === 'lora' ? loras : baseModels;
    const byName = this.#byName.get(list) ?? new Map(list.map((model) => [model.name, model]));
    this.#byName.set(list, byName);
    return byName.get(name);
  }

  /** How many LoRAs are on each base model. */
  lorasOn(connection: Connection): ReadonlyMap<string, number> {
    const { loras } = this.#catalogs.of(connection);
    const counted = this.#lorasOn.get(loras) ?? countByBase(loras);
    this.#lorasOn.set(loras, counted);
    return counted;
  }

  /** Gone from the service, while the list is still the one from before. */
  #isDeleted(connection: Connection, { kind, name }: Model): boolean {
    return this.#pending.isDeleted({ connectionId: connection.id, kind, name });
  }
}

function countByBase(loras: readonly Lora[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { activeDeployment } of loras) {
    const base = activeDeployment?.baseModelName;
    if (base !== undefined) counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return counts;
}

function makeGroups(
  { loras, baseModels }: Catalog,
  { filter, sort }: ModelsLook,
  isDeleted: (model: Model) => boolean,
): ModelGroup[] {
  const now = Date.now();
  const isLetThrough = readFilter(filter);
  return [loras, baseModels].map((list: readonly Model[], index) => {
    const matching = list.filter((model) => isLetThrough(model, now) && !isDeleted(model));
    // The lists of a catalog are by name.
    const models = sort === 'name' ? matching : sortModels(matching, sort);
    return {
      kind: index === 0 ? 'lora' : 'baseModel',
      models,
      rows: models.slice(0, maxRows),
      total: list.length,
    };
  });
}
