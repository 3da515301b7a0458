import { isDeepStrictEqual } from 'node:util';
import type { BaseModel, Lora, Model } from '../../api/types.ts';
import { runInSlices } from '../../base/eventLoop.ts';

/**
 * What happened to a model since the user last saw it. `changed`: it has a different deployment than `before`. `model` is what the
 * service last returned, so that a model that is gone can still be shown.
 */
export type ModelChange =
  | { readonly is: 'new' | 'gone'; readonly model: Model }
  | { readonly is: 'changed'; readonly model: Model; readonly before: Model };

/** The changes not yet seen, by `changeKey`. Never changed in place. */
export type CatalogChanges = ReadonlyMap<string, ModelChange>;

export const noChanges: CatalogChanges = new Map();

/** Unique within a catalog. */
export function changeKey({ kind, name }: Pick<Model, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/** The lists as a service last returned them; `undefined` if it never did. */
export interface KnownLists {
  readonly loras: readonly Lora[] | undefined;
  readonly baseModels: readonly BaseModel[] | undefined;
}

/** Min number of LoRAs that are never all replaced by others between two loads. */
const manyLoras = 3;

/**
 * Returns what changed; a list that is loaded for the first time marks nothing. Returns `undefined` if several LoRAs have all been
 * replaced by others: then this is another organization's list, e.g. after a new key was set. Compares thousands over several turns
 * of the event loop.
 */
export async function findChanges(before: KnownLists, now: KnownLists): Promise<ModelChange[] | undefined> {
  const loras = await runInSlices(compare(before.loras, now.loras));
  if (loras.before >= manyLoras && loras.shared === 0 && now.loras?.length) return undefined;
  const baseModels = await runInSlices(compare(before.baseModels, now.baseModels));
  return [...loras.changes, ...baseModels.changes];
}

function* compare(before: readonly Model[] | undefined, now: readonly Model[] | undefined) {
  const changes: ModelChange[] = [];
  if (!before || !now) return { before: 0, shared: 0, changes };
  if (before === now) return { before: before.length, shared: before.length, changes };
  const gone = new Map(before.map((model) => [model.name, model]));
  for (const model of now) {
    const old = gone.get(model.name);
    gone.delete(model.name);
    if (!old) changes.push({ is: 'new', model });
    else if (!isSameDeployment(old, model)) changes.push({ is: 'changed', model, before: old });
    yield;
  }
  const shared = before.length - gone.size;
  for (const model of gone.values()) changes.push({ is: 'gone', model });
  return { before: before.length, shared, changes };
}

/**
 * Merges changes that were found into the unseen ones. A model that appeared and vanished unseen is no change, nor is one that vanished
 * and came back unchanged, or changed and changed back; a new one stays new even if it changes.
 */
export function addChanges(unseen: CatalogChanges, found: readonly ModelChange[]): CatalogChanges {
  if (found.length === 0) return unseen;
  const changes = new Map(unseen);
  for (const change of found) {
    const key = changeKey(change.model);
    const sum = addUp(changes.get(key), change);
    if (sum) changes.set(key, sum);
    else changes.delete(key);
  }
  return changes;
}

function addUp(unseen: ModelChange | undefined, found: ModelChange): ModelChange | undefined {
  const { is, model } = found;
  if (unseen?.is === 'new') return is === 'gone' ? undefined : { is: 'new', model };
  if (!unseen || is === 'gone') return found;
  const before = unseen.is === 'changed' ? unseen.before : unseen.model;
  return isSameDeployment(before, model) ? undefined : { is: 'changed', model, before };
}

/** Returns the changes that were not seen; the same object if none was. */
export function withoutSeen(all: CatalogChanges, isSeen: (change: ModelChange) => boolean): CatalogChanges {
  const left = [...all].filter(([, change]) => !isSeen(change));
  return left.length === all.size ? all : new Map(left);
}

function isSameDeployment(one: Model, other: Model): boolean {
  return one === other || isDeepStrictEqual(one.activeDeployment, other.activeDeployment);
}
