import { tagVerdicts } from '../../../../../src/core/promptSets/verdict/tagVerdicts.ts';
import { createRandom, hashText } from '../../../../service/random.ts';
import type { CellResult } from './bounds.ts';
import { drawPairs, type Truth } from './simulatedPairs.ts';

/** What is true of two models on a set with tags, each with as many prompts. */
export interface TaggedTruth extends Omit<Truth, 'units' | 'difference' | 'passing'> {
  prompts: number;
  /** The other's pass rate minus the base's, of each tag. */
  differences: readonly number[];
  /** Each prompt has a second tag, one of all; they say nothing of the difference. */
  isOverlapping?: true;
}

const same = (count: number, difference: number) => Array.from({ length: count }, () => difference);

export const taggedTruths: readonly TaggedTruth[] = [
  ...([15, 60, 200] as const).flatMap((prompts) =>
    ([0.02, 0.1, 0.4] as const).flatMap((discordance) =>
      ([0, 0.5] as const).map((leaning) => ({
        ...{ prompts, discordance, answers: 'one' as const },
        differences: same(10, discordance * leaning),
      })),
    ),
  ),
  { prompts: 60, discordance: 0.2, answers: 'repeated', differences: same(10, 0) },
  { prompts: 60, discordance: 0.2, answers: 'groups', differences: same(10, 0.1) },
  { prompts: 60, discordance: 0.2, answers: 'one', differences: same(10, 0), isOverlapping: true },
  { prompts: 60, discordance: 0.2, answers: 'repeated', differences: same(10, 0.1), isOverlapping: true },
  // The difference depends on the tag, but half of the tags have none.
  { prompts: 60, discordance: 0.3, answers: 'one', differences: [...same(5, 0), ...same(5, 0.3)] },
  { prompts: 60, discordance: 0.2, answers: 'one', differences: [-0.2, ...same(7, 0.1)] },
];

/** Those that take seconds together. */
export const quickTaggedTruths = taggedTruths.filter(
  ({ prompts, discordance, differences }) => prompts < 200 || (discordance === 0.4 && differences[0] === 0),
);

/** Judges so many runs of a truth: the same ones every time. */
export function simulateTags(truth: TaggedTruth, draws: number): CellResult {
  const random = createRandom(hashText(JSON.stringify(truth)));
  const { differences, prompts } = truth;
  const isSame = differences.every((one) => one === differences[0]);
  const worse = differences.findIndex((one) => one < 0);
  const hasNull = differences.includes(0);
  let [depends, called, named] = [0, 0, 0];
  for (let draw = 0; draw < draws; draw++) {
    const { p = 1, tags } = judge(truth, random);
    if (p < 0.05) depends += 1;
    if (tags.some(({ kind }, tag) => kind && differences[tag] === 0)) called += 1;
    if (tags[worse]?.kind === 'worse') named += 1;
  }
  const about = isSame ? `all by ${percent(differences[0])}` : `by ${differences.map(percent).join(' ')}`;
  const kind = `${truth.answers}${truth.isOverlapping ? ', two tags each' : ''}`;
  return {
    name: `${differences.length} tags of ${prompts} prompts (${kind}), ${percent(truth.discordance)} differ, ${about}`,
    draws,
    shares: {
      ...(isSame && { 'false, depends on the tag': depends / draws }),
      ...(hasNull && { 'false, any tag': called / draws }),
      ...(worse >= 0 && { 'a tag that is worse, found': depends / draws }),
      ...(worse >= 0 && { 'a tag that is worse, named': named / draws }),
    },
  };
}

function judge({ differences, prompts, isOverlapping, ...truth }: TaggedTruth, random: () => number) {
  const pairs = differences.flatMap((difference, tag) =>
    drawPairs({ ...truth, units: prompts, difference, passing: 0.5 }, random).pairs.map((pair) => ({
      ...pair,
      unit: tag * prompts + pair.unit,
    })),
  );
  const units = Array.from({ length: differences.length * prompts }, (_, unit) => unit);
  const own = units.map((unit) => Math.floor(unit / prompts));
  const seconds = own.map(
    (tag) => (tag + 1 + Math.floor(random() * (differences.length - 1))) % differences.length,
  );
  const tagged = differences.map((_, tag) =>
    Uint32Array.from(units.filter((unit) => own[unit] === tag || (isOverlapping && seconds[unit] === tag))),
  );
  const names = differences.map((_, tag) => `tag ${tag}`);
  return tagVerdicts(pairs, { names, units: tagged }, true);
}

function percent(share = 0): string {
  return `${Math.round(share * 100)}%`;
}
