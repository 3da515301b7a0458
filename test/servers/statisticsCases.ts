import { pairedVerdict } from '../../src/core/promptSets/verdict/pairedVerdict.ts';
import {
  anchored,
  cohensKappa,
  correlation,
  eValue,
  holm,
  meanDifference,
  meanRate,
  meanTest,
  type PairedTable,
  signFlip,
  signTest,
  studentQuantile,
  tagDifferences,
  wilson,
} from '../../src/core/statistics/index.ts';
import { createRandom } from '../service/random.ts';

/** The same function of ours and of others. */
interface Comparison {
  /** As in apps/peerStatistics.py. */
  what: string;
  inputs: unknown[];
  /** The numbers that we have for each input. */
  ours: number[][];
}

const tables = 1000;
const random = createRandom(1998);

/** Returns a whole number from `least` to `most`; small ones are as frequent as large ones, by their order of magnitude. */
const whole = (least: number, most: number) => least - 1 + Math.floor((most - least + 2) ** random());
const many = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);

function comparison<T>(what: string, draw: () => T, ours: (input: T) => number[]): Comparison {
  const inputs = many(tables, draw);
  return { what, inputs, ours: inputs.map(ours) };
}

/** In the order of `PairedTable`, with at least ten pairs. */
const drawTable = () => [whole(0, 800), whole(0, 300), whole(0, 300), whole(10, 800)];
const tableOf = ([both = 0, onlyOther = 0, onlyBase = 0, neither = 0]: number[]): PairedTable => ({
  both,
  onlyOther,
  onlyBase,
  neither,
});

/** A judge's scores, and its own and a person's on those of them that were rated: they agree in a half to all of them. */
function drawJudged(): number[][] {
  const [wins, ties, agrees] = [random(), random() / 2, 0.5 + random() / 2];
  const score = () => (random() < ties ? 0.5 : Number(random() < wins));
  const judged = many(60 + whole(1, 900), score);
  const rated = judged.slice(0, 50 + Math.floor((judged.length - 50) * random()));
  return [judged, rated, rated.map((judge) => (random() < agrees ? judge : score()))];
}

function verdictOn(counts: number[]) {
  const scores = [
    { base: 1, other: 1 },
    { base: 0, other: 1 },
    { base: 1, other: 0 },
    { base: 0, other: 0 },
  ];
  const pairs = scores.flatMap((score, at) => many(counts[at] ?? 0, () => score));
  const {
    p = Number.NaN,
    low = Number.NaN,
    high = Number.NaN,
  } = pairedVerdict(pairs.map((score, at) => ({ unit: at, ...score })));
  return { p, low, high };
}

/** Means of three or four answers to a prompt. */
const drawScore = () => (random() < 0.5 ? whole(0, 3) / 3 : whole(0, 4) / 4);
const drawDifferences = (most: number) => many(whole(2, most), () => drawScore() - drawScore());

/** A unit with this difference: 1, 0 or −1. */
const unitOf = (difference: number) => ({ base: Number(difference < 0), other: Number(difference > 0) });

/** So many units of each pair of three choices, that agree more or less. */
const drawChoices = () => many(9, () => whole(0, 60));
const choicesOf = (counts: number[]) =>
  counts.flatMap((count, at) =>
    many(count, (): [string, string] => [String(Math.floor(at / 3)), String(at % 3)]),
  );

export const comparisons: readonly Comparison[] = [
  comparison(
    'sign test',
    () => [whole(0, 2000), whole(1, 2000)],
    ([wins = 0, losses = 0]) => [signTest(wins, losses)],
  ),
  comparison("McNemar's exact test, in a verdict", drawTable, (counts) => [verdictOn(counts).p]),
  comparison("Newcombe's method 10, in a verdict", drawTable, (counts) => {
    const { low, high } = verdictOn(counts);
    return [low, high];
  }),
  comparison('φ of pairs', drawTable, (counts) => [correlation(tableOf(counts))]),
  comparison(
    'Wilson',
    () => [whole(0, 3000), whole(1, 3000)],
    ([passed = 0, failed = 0]) => wilson(passed, passed + failed),
  ),
  comparison('Holm', () => many(whole(1, 12), random), holm),
  comparison('Cohen’s κ with its interval', drawChoices, (counts) => {
    const { kappa = Number.NaN, interval = [Number.NaN, Number.NaN] } = cohensKappa(choicesOf(counts)) ?? {};
    return [kappa, ...interval];
  }),
  comparison(
    'Cohen’s κ of yes and no',
    () => many(4, () => whole(1, 60)),
    ([yes = 0, one = 0, other = 0, no = 0]) => {
      const found = cohensKappa(choicesOf([yes, one, 0, other, no, 0, 0, 0, 0]));
      return [found?.kappa ?? Number.NaN];
    },
  ),
  comparison('a judge corrected by ratings', drawJudged, ([judged = [], ofJudge = [], ofPerson = []]) =>
    anchored(
      judged,
      ofJudge.map((judge, at) => ({ judge, person: ofPerson[at] ?? Number.NaN })),
    ),
  ),
  comparison('interval of a mean difference', () => drawDifferences(300), meanDifference),
  comparison('interval of a mean rate', () => many(whole(2, 300), drawScore), meanRate),
  comparison(
    't test of a mean',
    () => [...drawDifferences(300), 0.5],
    (values) => [meanTest(values)],
  ),
  comparison(
    'quantile of Student’s t',
    () => whole(1, 5000),
    (freedom) => [studentQuantile(freedom)],
  ),
  comparison(
    'sign flip of few',
    () => drawDifferences(12),
    (values) => [signFlip(values)],
  ),
  comparison(
    'sign flip of wins and losses',
    () => [whole(0, 1000), whole(1, 1000)],
    ([wins = 0, losses = 0]) => [signFlip([...many(wins, () => 1), ...many(losses, () => -1)])],
  ),
  comparison(
    'e-value',
    () => [whole(0, 1000), whole(0, 1000)],
    ([wins = 0, losses = 0]) => [Math.log(eValue(wins, losses))],
  ),
  comparison(
    'whether a difference depends on the tag',
    // With two, a rounded Q of 0 changes the ninth digit of p.
    () => many(whole(3, 20), () => many(whole(10, 60), () => Math.round(3 * random() - 1.5))),
    (tags) => [tagDifferences(tags.map((own) => ({ units: own.map(unitOf) }))).p],
  ),
];
