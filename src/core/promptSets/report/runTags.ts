import { inSlices } from '../../../base/eventLoop.ts';
import type { RunFile } from '../run/runFile.ts';
import type { TaggedUnits } from '../verdict/tagVerdicts.ts';

/** A tag of a single prompt says nothing: metadata may number them. */
const fewestPrompts = 2;
/** Those of most prompts are looked at. */
const maxTags = 1000;

/** The tags that several of a run's prompts have, most first. */
export interface RunTags extends TaggedUnits {
  /** How many prompts have each. */
  prompts: number[];
}

/** Returns `undefined` if there are none. */
export async function runTags({ run, index }: Pick<RunFile, 'run' | 'index'>): Promise<RunTags | undefined> {
  const counts = new Map<string, number>();
  await inSlices(Array(run.prompts).keys(), (prompt) => {
    for (const tag of index.tagsOf(prompt)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  });
  const kept = [...counts]
    .filter(([, count]) => count >= fewestPrompts)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxTags);
  if (kept.length === 0) return undefined;
  const places = new Map(kept.map(([tag], at) => [tag, at]));
  const [units, tags]: [number[], number[]] = [[], []];
  const known = new Set<number>();
  await inSlices(Array(run.prompts).keys(), (prompt) => {
    const unit = index.unitOf(prompt);
    for (const tag of index.tagsOf(prompt)) {
      const place = places.get(tag);
      if (place === undefined || known.has(unit * kept.length + place)) continue;
      known.add(unit * kept.length + place);
      units.push(unit);
      tags.push(place);
    }
  });
  return {
    names: kept.map(([tag]) => tag),
    prompts: kept.map(([, count]) => count),
    ...{ units: Uint32Array.from(units), tags: Uint32Array.from(tags) },
  };
}
