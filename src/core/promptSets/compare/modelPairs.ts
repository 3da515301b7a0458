import { isSameModel } from '../../models/modelKey.ts';
import type { Run, RunModel } from '../run/runRecord.ts';

/** A model's number in a run, and that of the model in an earlier run that it is compared with. */
export interface ModelPair {
  model: number;
  before: number;
}

type Models = Pick<Run, 'models'>;

/** Pairs the models that both runs asked. */
export function sameModels(now: Models, earlier: Models): ModelPair[] {
  const models = unpaired(earlier);
  return unpaired(now).flatMap((model) => {
    const before = models.find((one) => isSameIn(now.models[model], earlier.models[one]));
    return before === undefined ? [] : [{ model, before }];
  });
}

/** Whether it is the same model of the same connection, and so needs no naming. */
export function isSamePair(now: Models, earlier: Models, { model, before }: ModelPair): boolean {
  return isSameIn(now.models[model], earlier.models[before]);
}

/** Returns the numbers of a run's models that these pairs leave; `side`: of the run. The base against itself is never paired. */
export function unpaired(
  { models }: Models,
  pairs: readonly ModelPair[] = [],
  side: keyof ModelPair = 'model',
): number[] {
  const taken = pairs.map((pair) => pair[side]);
  return [...models.keys()].filter((at) => !models[at]?.isNoiseFloor && !taken.includes(at));
}

/** Returns the pairs whose models the runs have, each model once. */
export function possiblePairs(now: Models, earlier: Models, pairs: readonly ModelPair[]): ModelPair[] {
  const kept: ModelPair[] = [];
  for (const { model, before } of pairs) {
    const isFree = unpaired(now, kept).includes(model) && unpaired(earlier, kept, 'before').includes(before);
    if (isFree) kept.push({ model, before });
  }
  return kept;
}

/**
 * Sorts models of an earlier run by how likely this one came after them: first those of the same place, then those that are the base,
 * or not, as it is, then those whose name begins like its name the longest.
 */
export function likeliestFirst(
  now: Models,
  model: number,
  earlier: Models,
  candidates: readonly number[],
): number[] {
  const own = now.models[model];
  if (!own) return [...candidates];
  const isSeveral = unpaired(now).length > 1 && unpaired(earlier).length > 1;
  const scoresOf = (before: number) => {
    const other = earlier.models[before];
    if (!other) return [];
    const isSameRole = isSeveral && (model === 0) === (before === 0);
    return [Number(isSamePlace(own, other)), Number(isSameRole), sharedStart(own.name, other.name)];
  };
  const scores = new Map(candidates.map((before) => [before, scoresOf(before)]));
  return [...candidates].sort((one, other) => {
    const [first = [], second = []] = [scores.get(one), scores.get(other)];
    return second.map((score, at) => score - (first[at] ?? 0)).find((more) => more !== 0) ?? one - other;
  });
}

function isSameIn(one: RunModel | undefined, other: RunModel | undefined): boolean {
  return one !== undefined && other !== undefined && isSameModel(one, other);
}

/** A connection that was removed and added again has another id. */
function isSamePlace(one: RunModel, other: RunModel): boolean {
  return (
    one.connectionId === other.connectionId || (one.baseUrl !== undefined && one.baseUrl === other.baseUrl)
  );
}

/** Returns how many characters two names begin with alike. */
function sharedStart(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one[at] === other[at]) at += 1;
  return at;
}
