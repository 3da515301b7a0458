import { describeVerdict, type Verdict } from './goals.ts';
import type { Figure, Unit } from './harness/figures.ts';
import type { Measurement } from './harness/measurement.ts';
import type { Machine } from './machine.ts';

/** The content of `out/bench.json`. */
export interface Report {
  /** ISO 8601. */
  at: string;
  machine: Machine;
  measurements: { name: string; title: string; seconds: number; figures: Figure[] }[];
  goals: Verdict[];
}

export interface Outcome {
  measurement: Pick<Measurement, 'name' | 'title'>;
  seconds: number;
  figures: Figure[];
}

export function buildReport(machine: Machine, outcomes: readonly Outcome[], goals: Verdict[]): Report {
  return {
    at: new Date().toISOString(),
    machine,
    measurements: outcomes.map(({ measurement: { name, title }, ...rest }) => ({ name, title, ...rest })),
    goals,
  };
}

const digits: Record<Unit, number> = { ms: 1, µs: 1, KB: 0, MB: 1, '×': 2, '%': 2 };

/** One measurement for people: each figure with the range of its rounds. */
export function formatOutcome({ measurement, seconds, figures }: Outcome): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map(({ name, unit, value, rounds }) => {
    const write = (number: number) => number.toFixed(digits[unit]);
    const span = rounds?.length ? `  (${write(Math.min(...rounds))} to ${write(Math.max(...rounds))})` : '';
    return `  ${name.padEnd(width)}  ${write(value).padStart(9)} ${unit.padEnd(2)}${span}`;
  });
  const heading = `${measurement.title}  [${measurement.name}, ${Math.round(seconds)} s]`;
  return [heading, ...lines].join('\n');
}

export function formatEnd({ machine, goals }: Report): string {
  const versions = Object.entries(machine.packages).map(([name, version]) => `${name} ${version}`);
  return [
    'Goals',
    ...goals.map((verdict) => `  ${describeVerdict(verdict)}`),
    '',
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.os}, load ${machine.load.toFixed(1)}`,
    `Node ${machine.node}, ${versions.join(', ')}; commit ${machine.commit}`,
  ].join('\n');
}
