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
  const found = new Map<string, { tag: string; prompts: number; units: Set<number> }>();
  const several: { tag: string; prompts: number; units: Set<number> }[] = [];
  await inSlices(Array(run.prompts).keys(), (prompt) => {
    for (const tag of index.tagsOf(prompt)) {
      const one = found.get(tag) ?? { tag, prompts: 0, units: new Set() };
      one.prompts += 1;
      if (one.prompts === fewestPrompts) several.push(one);
      one.units.add(index.unitOf(prompt));
      found.set(tag, one);
    }
  });
  const kept = several.sort((one, other) => other.prompts - one.prompts).slice(0, maxTags);
  if (kept.length === 0) return undefined;
  return {
    names: kept.map(({ tag }) => tag),
    prompts: kept.map(({ prompts }) => prompts),
    units: kept.map(({ units }) => Uint32Array.from(units)),
  };
}
