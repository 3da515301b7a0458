export type Unit = 'ms' | 'µs' | 'KB' | 'MB' | '×' | '%';

/** One line of the report. */
export interface Figure {
  name: string;
  unit: Unit;
  value: number;
  /** The values of the rounds, whose median is `value`. */
  rounds?: number[];
}

export const ms = (name: string, value: number): Figure => ({ name, unit: 'ms', value });
export const times = (name: string, value: number): Figure => ({ name, unit: '×', value });

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError('There is no median of nothing.');
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : undefined;
  return lower === undefined ? upper : (lower + upper) / 2;
}

export function medianFigure(name: string, unit: Unit, rounds: readonly number[]): Figure {
  return { name, unit, value: median(rounds), rounds: [...rounds] };
}

/** The ratio of two figures: of their medians, and of each round's values. */
export function ratioFigure(name: string, over: Figure, under: Figure): Figure {
  const rounds = over.rounds?.flatMap((value, round) => {
    const other = under.rounds?.[round];
    return other === undefined ? [] : [value / other];
  });
  return { name, unit: '×', value: over.value / under.value, ...(rounds?.length ? { rounds } : {}) };
}
