import type { Lora, Model } from '../../../api/index.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { type Catalog, findModel } from '../../../core/models/catalog.ts';
import { changeKey, type ModelChange } from '../../../core/models/catalogChanges.ts';
import { readFilter } from '../../../core/models/modelFilter.ts';
import { type ModelRef, modelKey } from '../../../core/models/modelKey.ts';
import { sortModels } from '../../../core/models/modelSort.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Catalogs } from '../catalogs.ts';
import { hasList } from '../catalogText.ts';
import type { OfferedModels } from '../offeredModels.ts';
import type { PendingDeletions } from '../pendingDeletions.ts';
import type { ModelLooks, ModelsLook } from './modelLooks.ts';

/** Max number of rows per group; the filter and *Go to Model…* reach all (trees have no paging: microsoft/vscode#34151). */
export const maxRows = 1000;

/** A group of the Models view. */
export interface ModelGroup {
  kind: Model['kind'];
  /** All models that match the filter, sorted. */
  models: readonly Model[];
  /** The rows shown: the first of the models and of the gone ones that the user has not seen yet, and one that was revealed. */
  rows: readonly Model[];
  /** Number of models that the service has. */
  total: number;
  /** Number of those that are gone, which the user has not seen yet. */
  gone: number;
}

export interface ShownModel {
  model: Model;
  /** Number of LoRAs on a base model. */
  loras: number;
  /** Its mark: set if there is a change nobody has looked at yet. */
  change?: ModelChange['is'];
  /** What it was before a change, until the user has turned to something else. */
  before?: Model;
}

/** What rows are built from. */
export interface TreeSources {
  connections: Connections;
  catalogs: Catalogs;
  pending: Pick<PendingDeletions, 'has' | 'isDeleted'>;
  offered: Pick<OfferedModels, 'has' | 'sizeOf'>;
  looks: Pick<ModelLooks, 'of'>;
}

/** The groups of each connection: its lists, filtered and sorted. Rebuilt only when one of these changes. */
export class ModelGroups {
  readonly #sources: TreeSources;
  readonly #known = new Map<
    string,
    { look: ModelsLook; parts: readonly unknown[]; groups: readonly ModelGroup[] }
  >();
  /** By connection: a model that was revealed beyond the rows, until the filter or the order changes. */
  readonly #revealed = new Map<string, ModelRef>();
  /** Keys of models that the user is looking at: they have no mark any more. */
  readonly looked = new Set<string>();
  readonly #lorasOn = new WeakMap<readonly Model[], ReadonlyMap<string, number>>();

  constructor(sources: TreeSources) {
    this.#sources = sources;
  }

  /** Returns the group of LoRAs and that of base models; empty if there is no list. */
  of(connection: Connection): readonly ModelGroup[] {
    const catalog = this.#sources.catalogs.of(connection);
    if (!hasList(catalog)) return [];
    const look = this.#sources.looks.of(connection.id);
    const known = this.#known.get(connection.id);
    if (known && known.look !== look) this.#revealed.delete(connection.id);
    const revealed = this.#revealed.get(connection.id);
    const parts = [catalog.loras, catalog.baseModels, catalog.changes, look, revealed];
    if (known && parts.every((part, index) => part === known.parts[index])) return known.groups;
    // A deleted model may still be in the current list.
    const isDeleted = ({ kind, name }: Model) =>
      this.#sources.pending.isDeleted({ connectionId: connection.id, kind, name });
    const groups = makeGroups(catalog, look, isDeleted, revealed);
    this.#known.set(connection.id, { look, parts, groups });
    return groups;
  }

  /** Returns how many models of a connection match its filter, and how many are loaded. */
  count(connection: Connection): { matching: number; total: number } {
    const groups = this.of(connection);
    const sum = (of: (group: ModelGroup) => number) => groups.reduce((all, group) => all + of(group), 0);
    return { matching: sum(({ models }) => models.length), total: sum(({ total }) => total) };
  }

  /** Lists a model beyond its group's rows, in place of the last one. */
  reveal(ref: ModelRef): void {
    this.#revealed.set(ref.connectionId, ref);
  }

  /** Call when deletions changed: the groups are rebuilt when next needed. */
  forget(): void {
    this.#known.clear();
  }

  /** Returns what a model's row shows: the model as listed now, or as it last was if it is gone. */
  shown(connection: Connection, ref: Pick<ModelRef, 'kind' | 'name'>): ShownModel | undefined {
    const catalog = this.#sources.catalogs.of(connection);
    const change = catalog.changes.get(changeKey(ref));
    const isGone = change?.is === 'gone';
    const listed = findModel(catalog, ref.name, ref.kind);
    const model = listed ?? (isGone ? change.model : undefined);
    if (!model) return undefined;
    const isLooked = () => this.looked.has(modelKey({ connectionId: connection.id, ...ref }));
    const isMarked = change && (isGone ? !listed : !isLooked());
    return {
      model,
      loras: model.kind === 'baseModel' ? (this.lorasOn(connection).get(model.name) ?? 0) : 0,
      ...(isMarked && { change: change.is }),
      ...(change?.is === 'changed' && { before: change.before }),
    };
  }

  /** Returns the number of LoRAs per base model. */
  lorasOn(connection: Connection): ReadonlyMap<string, number> {
    const { loras } = this.#sources.catalogs.of(connection);
    const counted = this.#lorasOn.get(loras) ?? countByBase(loras);
    this.#lorasOn.set(loras, counted);
    return counted;
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
  { loras, baseModels, changes }: Catalog,
  { filter, sort }: ModelsLook,
  isDeleted: (model: Model) => boolean,
  revealed: ModelRef | undefined,
): ModelGroup[] {
  const isLetThrough = readFilter(filter);
  const context = { now: Date.now(), isChanged: (model: Model) => changes.has(changeKey(model)) };
  const isShown = (model: Model) => isLetThrough(model, context) && !isDeleted(model);
  const lost = [...changes.values()].flatMap(({ is, model }) =>
    is === 'gone' && isShown(model) ? model : [],
  );
  return [loras, baseModels].map((list: readonly Model[], index) => {
    const kind = index === 0 ? 'lora' : 'baseModel';
    const matching = list.filter(isShown);
    // A catalog's lists are sorted by name.
    const models = sort === 'name' ? matching : sortModels(matching, sort);
    const gone = lost.filter((model) => model.kind === kind);
    const listed = gone.length === 0 ? models : sortModels([...models, ...gone], sort);
    const name = revealed?.kind === kind ? revealed.name : undefined;
    return { kind, models, rows: firstRows(listed, name), total: list.length, gone: gone.length };
  });
}

function firstRows(models: readonly Model[], revealed: string | undefined): readonly Model[] {
  const place = models.findIndex(({ name }) => name === revealed);
  if (place < maxRows) return models.slice(0, maxRows);
  return [...models.slice(0, maxRows - 1), ...models.slice(place, place + 1)];
}
