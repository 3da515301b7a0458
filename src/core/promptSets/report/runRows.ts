import { inSlices } from '../../../base/eventLoop.ts';
import type { Prompt } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';
import type { CellFacts } from '../run/runIndex.ts';
import { cellsOf, type RunCell, type RunLineOf, type RunResult } from '../run/runRecord.ts';
import type { RowFilter } from './rowFilter.ts';

interface RowFacts {
  /** How much a model scored above the base, or below: the most of all models. */
  better: number;
  worse: number;
  differs: boolean;
  failed: boolean;
  passed: boolean;
  cut: boolean;
  empty: boolean;
  ttftMs: number;
}

/**
 * Returns the numbers of the prompts that a filter shows, in the order in which they are shown: what got worse first, then what got
 * better, then the set's own order. With `model`, only its answers count, and the base's that they are compared with; else all but those
 * of the base against itself.
 */
export async function runRows(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  filter: RowFilter,
  signal?: AbortSignal,
  model?: number,
): Promise<number[]> {
  const places = new Map<number, number[]>();
  const isOther = run.models.map(({ isNoiseFloor }, at) => at > 0 && (model ? at === model : !isNoiseFloor));
  await inSlices(
    Array(run.prompts).keys(),
    (prompt) => {
      const columns = run.models.map((_, model) =>
        Array.from({ length: run.repetitions }, (_, repetition) =>
          index.facts({ prompt, model, repetition }),
        ),
      );
      const row = compared(columns, isOther, model);
      if (!isShown(row, filter)) return;
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

function compared(
  columns: readonly (readonly CellFacts[])[],
  isOther: readonly boolean[],
  model: number | undefined,
): RowFacts {
  const [base = []] = columns;
  const others = columns.filter((_, at) => isOther[at]);
  const baseScore = scoreOf(base);
  const gaps = others.flatMap((other) => {
    const score = scoreOf(other);
    return score === undefined || baseScore === undefined ? [] : [score - baseScore];
  });
  const saysOther = others.some((other) => other.some(({ digest }, at) => digest !== base[at]?.digest));
  const all = columns.filter((_, at) => model === undefined || at === model).flat();
  return {
    better: Math.max(0, ...gaps),
    worse: Math.max(0, ...gaps.map((gap) => -gap)),
    differs: gaps.length === 0 ? saysOther : gaps.some((gap) => gap !== 0),
    failed: all.some(({ state }) => state === 'failed'),
    passed: all.some(({ check }) => check === 'passed'),
    cut: all.some(({ state }) => state === 'limit' || state === 'cut'),
    empty: all.some(({ isEmpty, state }) => isEmpty && state !== 'failed'),
    ttftMs: Math.max(0, ...all.map(({ ttftMs = 0 }) => ttftMs)),
  };
}

/** Returns the share of a model's answers to one prompt that pass; `undefined` if none was checked. */
function scoreOf(answers: readonly CellFacts[]): number | undefined {
  const checked = answers.filter(({ check }) => check !== 'none');
  if (checked.length === 0) return undefined;
  return checked.filter(({ check }) => check === 'passed').length / checked.length;
}

function isShown(row: RowFacts, filter: RowFilter): boolean {
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
