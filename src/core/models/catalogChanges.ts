import { isDeepStrictEqual } from 'node:util';
import type { BaseModel, Lora, Model } from '../../api/types.ts';
import { runInSlices } from '../inSlices.ts';

/**
 * What became of a model since the person last saw it. `changed`: its deployment is another one. `model` is what the service
 * gave last, so that one that is gone can still be shown.
 */
export interface ModelChange {
  readonly is: 'new' | 'changed' | 'gone';
  readonly model: Model;
}

/** The changes that nobody has seen yet, by `changeKey`. Never changed in place. */
export type CatalogChanges = ReadonlyMap<string, ModelChange>;

export const noChanges: CatalogChanges = new Map();

/** Two different models of one catalog never share one. */
export function changeKey({ kind, name }: Pick<Model, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/** The lists as a service last gave them; `undefined` is one that never came. */
export interface KnownLists {
  readonly loras: readonly Lora[] | undefined;
  readonly baseModels: readonly BaseModel[] | undefined;
}

/** So many LoRAs don't all go between two loads, and others come. */
const manyLoras = 3;

/**
 * What is not as it was; a list that came for the first time marks nothing. `undefined`: of several LoRAs none is left and there
 * are others, so that this is another organisation's list, as a new key brings. Thousands are compared over several turns of the
 * event loop.
 */
export async function findChanges(before: KnownLists, now: KnownLists): Promise<ModelChange[] | undefined> {
  const loras = await runInSlices(compare(before.loras, now.loras));
  if (loras.before >= manyLoras && loras.shared === 0 && now.loras?.length) return undefined;
  const baseModels = await runInSlices(compare(before.baseModels, now.baseModels));
  return [...loras.changes, ...baseModels.changes];
}

/** How many were there before, how many of them still are, and what changed. */
interface Comparison {
  before: number;
  shared: number;
  changes: ModelChange[];
}

function* compare(
  before: readonly Model[] | undefined,
  now: readonly Model[] | undefined,
): Generator<void, Comparison> {
  if (!before || !now) return { before: 0, shared: 0, changes: [] };
  if (before === now) return { before: before.length, shared: before.length, changes: [] };
  const gone = new Map(before.map((model) => [model.name, model]));
  const changes: ModelChange[] = [];
  for (const model of now) {
    const old = gone.get(model.name);
    gone.delete(model.name);
    if (!old) changes.push({ is: 'new', model });
    else if (!isSameDeployment(old, model)) changes.push({ is: 'changed', model });
    yield;
  }
  const shared = before.length - gone.size;
  for (const model of gone.values()) changes.push({ is: 'gone', model });
  return { before: before.length, shared, changes };
}

/**
 * Adds what was found to what nobody has seen yet. What came and went unseen is nothing to tell, nor is what went and came back
 * as it was; what is new stays new, whatever else happens to it.
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

function addUp(unseen: ModelChange | undefined, { is, model }: ModelChange): ModelChange | undefined {
  if (unseen?.is === 'new') return is === 'gone' ? undefined : { is: 'new', model };
  if (unseen?.is === 'gone' && is === 'new') {
    return isSameDeployment(unseen.model, model) ? undefined : { is: 'changed', model };
  }
  return { is, model };
}

/** The same object where nothing was seen. */
export function withoutSeen(
  unseen: CatalogChanges,
  isSeen: (change: ModelChange) => boolean,
): CatalogChanges {
  const left = [...unseen].filter(([, change]) => !isSeen(change));
  return left.length === unseen.size ? unseen : new Map(left);
}

function isSameDeployment(one: Model, other: Model): boolean {
  return one === other || isDeepStrictEqual(one.activeDeployment, other.activeDeployment);
}
