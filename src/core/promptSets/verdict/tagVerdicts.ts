import { isYesOrNo, type TagDifferences, tagDifferences, type Unit } from '../../statistics/index.ts';
import { fewestUnits, significance, type TagVerdict, type TagVerdicts } from './pairedVerdict.ts';
import { ends, isKnown, type KnownPair, type ScoredPair, turnedAs, unitsOf } from './scoredPair.ts';

/** The names of tags, and in the same order the units that have each, none twice. */
export interface TaggedUnits {
  names: string[];
  units: Uint32Array[];
}

/**
 * Says on which tags a model scores better or worse than another (`tagDifferences`). As with the verdict, it takes both the p and the
 * interval, and must hold whatever those scored that are not known. `isFinal`: there is a verdict.
 */
export function tagVerdicts(
  pairs: readonly ScoredPair[],
  tagged: TaggedUnits,
  isFinal: boolean,
): TagVerdicts {
  const asked = pairs.filter(({ isRefusedByBoth }) => !isRefusedByBoth);
  const known = asked.filter(isKnown);
  const byTag = unitsByTag(known, tagged);
  const tested = isFinal ? [...byTag.keys()].filter((tag) => (byTag[tag]?.length ?? 0) >= fewestUnits) : [];
  const members = tested.flatMap((tag) => byTag[tag] ?? []);
  const isOverlapping = new Set(members).size < members.length;
  const differencesOf = (own: readonly Unit[][]) =>
    tagDifferences(
      tested.map((tag) => ({ units: own[tag] ?? [] })),
      isOverlapping,
    );
  const found = differencesOf(byTag);
  const kinds = tested.map((_, at) => kindOf(found, at));
  const isAllKnown = known.length === asked.length || kinds.every((kind) => kind === undefined);
  const turned = (isAllKnown ? [] : [ends.worst, ends.best]).map((end) =>
    differencesOf(unitsByTag(asked.map(turnedAs(end)), tagged)),
  );
  const tags = tagged.names.flatMap((name, tag): TagVerdict[] => {
    const units = byTag[tag] ?? [];
    if (units.length === 0) return [];
    const at = tested.indexOf(tag);
    const kind = turned.every((one) => kindOf(one, at) === kinds[at]) ? kinds[at] : undefined;
    const means = { base: meanOf(units, 'base'), other: meanOf(units, 'other') };
    return [{ name, units: units.length, ...means, ...found.tags[at], ...(kind && { kind }) }];
  });
  return {
    ...(tested.length > 1 && { p: found.p }),
    ...{ isOverlapping, tested: tested.length, isYesOrNo: byTag.every(isYesOrNo), tags },
  };
}

/** Returns each tag's units, by the tag's place. A unit is the same object in all of them. */
function unitsByTag(pairs: readonly KnownPair[], { units }: TaggedUnits): Unit[][] {
  const scored: Unit[] = [];
  for (const one of unitsOf(pairs)) scored[one.unit] = one;
  return units.map((own) => Array.from(own, (name) => scored[name]).filter((unit) => unit !== undefined));
}

function kindOf({ p, tags }: TagDifferences, at: number): TagVerdict['kind'] {
  const { p: own = 1, interval: [low, high] = [0, 0] } = tags[at] ?? {};
  if (p >= significance || own >= significance) return undefined;
  return low > 0 ? 'better' : high < 0 ? 'worse' : undefined;
}

function meanOf(units: readonly Unit[], side: keyof Unit): number {
  return units.reduce((sum, unit) => sum + unit[side], 0) / units.length;
}
