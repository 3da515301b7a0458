import { inSlices } from '../../../base/eventLoop.ts';
import type { Prompt } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';
import type { CellFacts } from '../run/runIndex.ts';
import { cellsOf, type RunCell, type RunLineOf, type RunResult } from '../run/runRecord.ts';
import { isFlaky } from './answerPairs.ts';
import type { PreferenceFilter, RowFilter } from './rowFilter.ts';
import { isPreferenceFilter, isPreferred, rowPreference } from './rowPreference.ts';

interface RowFacts {
  /** How much a model scored above the base, or below: the most of all models. */
  better: number;
  worse: number;
  /** A model scored as the base. */
  equal: boolean;
  /** An answer of two to compare failed, was cut off by the connection, or is unchecked. */
  lost: boolean;
  differs: boolean;
  failed: boolean;
  passed: boolean;
  cut: boolean;
  empty: boolean;
  allPassed: boolean;
  flaky: boolean;
  ttftMs: number;
}

/**
 * Returns the numbers of the prompts that a filter shows, in the order in which they are shown: what got worse first, then what got
 * better, then the set's own order. With `model`, only its answers count, and the base's that they are compared with, as verdicts
 * count them: the prompts of a group all as the group scored; else all but those of the base against itself.
 */
export async function runRows(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  filter: RowFilter,
  signal?: AbortSignal,
  model?: number,
): Promise<number[]> {
  const places = new Map<number, number[]>();
  const others = [...run.models.entries()].flatMap(([at, { isNoiseFloor }]) =>
    at > 0 && (model ? at === model : !isNoiseFloor) ? [at] : [],
  );
  const answersTo = (prompt: number) => {
    const answers: CellFacts[][] = run.models.map(() => []);
    for (const cell of cellsOf(run, prompt)) answers[cell.model]?.push(index.facts(cell));
    return answers;
  };
  const groups = new Map<number, Gap>();
  if (model && index.hasGroups)
    await inSlices(
      Array(run.prompts).keys(),
      (prompt) => {
        const [base = [], other = []] = [0, model].map((at) => answersTo(prompt)[at]);
        const unit = index.unitOf(prompt);
        groups.set(unit, gapOf(base, other, groups.get(unit)));
      },
      signal,
    );
  await inSlices(
    Array(run.prompts).keys(),
    (prompt) => {
      const row = compared(answersTo(prompt), others, model, groups.get(index.unitOf(prompt)));
      row.lost &&= index.isChecked(prompt);
      const isListed = isPreferenceFilter(filter)
        ? others.some((other) => isPreferred(rowPreference(index, prompt, other), filter))
        : isShown(row, filter);
      if (!isListed) return;
      const place = filter === 'slowest' ? row.ttftMs : worseFirst(row);
      const there = places.get(place);
      if (there) there.push(prompt);
      else places.set(place, [prompt]);
    },
    signal,
  );
  // Many prompts share a few places, so that little is left to be sorted in one go.
  const inOrder = Float64Array.from(places.keys()).sort().reverse();
  const rows: number[] = [];
  await inSlices(
    inOrder,
    (place) => {
      for (const prompt of places.get(place) ?? []) rows.push(prompt);
    },
    signal,
  );
  return rows;
}

/** One answer of a row; `result` is missing if there is none. */
export interface RowCell extends CellFacts {
  model: number;
  repetition: number;
  result: RunResult | undefined;
  checks: RunLineOf<'checked'>['checks'] | undefined;
}

export interface RunRow {
  prompt: number;
  asked: Prompt | undefined;
  cells: RowCell[];
}

/** Reads a row from the disk, with all that its answers say. */
export async function readRunRow(file: RunFile, prompt: number): Promise<RunRow> {
  const { run, index } = file;
  const read = async (cell: RunCell): Promise<RowCell> => {
    const [result, checks] = await Promise.all([file.result(cell), file.checks(cell)]);
    const { model, repetition } = cell;
    return { model, repetition, ...index.facts(cell), result, checks };
  };
  const [asked, answers] = await Promise.all([
    file.prompt(prompt),
    Promise.all(cellsOf(run, prompt).map(read)),
  ]);
  return { prompt, asked, cells: answers };
}

/** `group`: how its group scored, if that counts. */
function compared(
  answers: readonly (readonly CellFacts[])[],
  models: readonly number[],
  model: number | undefined,
  group: Gap | undefined,
): RowFacts {
  const [base = []] = answers;
  const others = models.map((at) => answers[at] ?? []);
  const known = (group ? [group] : others.map((other) => gapOf(base, other))).filter(
    ({ pairs }) => pairs > 0,
  );
  const gaps = known.map(({ passed, pairs }) => passed / pairs);
  const saysOther = others.some((other) => other.some(({ digest }, at) => digest !== base[at]?.digest));
  const own = answers.filter((_, at) => model === undefined || at === model);
  const all = own.flat();
  return {
    better: Math.max(0, ...gaps),
    worse: Math.max(0, ...gaps.map((gap) => -gap)),
    equal: gaps.includes(0),
    lost: others.some((other) => other.some((one, at) => isLost(base[at], one))),
    differs: gaps.length === 0 ? saysOther : gaps.some((gap) => gap !== 0),
    failed: all.some(({ state }) => state === 'failed'),
    passed: all.some(({ check }) => check === 'passed'),
    cut: all.some(({ state }) => state === 'limit' || state === 'cut'),
    empty: all.some(({ isEmpty, state }) => isEmpty && state !== 'failed'),
    allPassed: own.some((one) => one.every(({ check }) => check === 'passed')),
    flaky: [base, ...others].some(isFlaky),
    ttftMs: Math.max(0, ...all.map(({ ttftMs = 0 }) => ttftMs)),
  };
}

/** How many more answers of a model passed than of the base, and of how many pairs that were both checked. */
interface Gap {
  passed: number;
  pairs: number;
}

function gapOf(
  base: readonly CellFacts[],
  other: readonly CellFacts[],
  before = { passed: 0, pairs: 0 },
): Gap {
  let { passed, pairs } = before;
  for (const [at, { check }] of other.entries()) {
    const { check: baseCheck = 'none' } = base[at] ?? {};
    if (check === 'none' || baseCheck === 'none') continue;
    pairs += 1;
    passed += Number(check === 'passed') - Number(baseCheck === 'passed');
  }
  return { passed, pairs };
}

function isLost(base: CellFacts | undefined, other: CellFacts): boolean {
  const isRefusedByBoth = other.refusal !== 0 && other.refusal === base?.refusal;
  return !isRefusedByBoth && (other.check === 'none' || base?.check === 'none');
}

function isShown(row: RowFacts, filter: Exclude<RowFilter, PreferenceFilter>): boolean {
  switch (filter) {
    case 'all':
    case 'slowest':
      return true;
    case 'worse':
    case 'better':
      return row[filter] > 0;
    default:
      return row[filter];
  }
}

/** Scores of up to ten repetitions are fractions that this is a multiple of: the least common one of 1 to 10. */
const scale = 2520;

/** Returns the larger a number the more the row got worse or, where rows are equal in that, better. */
function worseFirst({ worse, better }: RowFacts): number {
  return Math.round(worse * scale) * (scale + 1) + Math.round(better * scale);
}
