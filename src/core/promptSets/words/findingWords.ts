import type { RowFilter } from '../report/rowFilter.ts';
import type { CountedPart } from './counted.ts';

/** What is said of one model beside the base. */
export interface VerdictWords {
  /** By the model's number; absent for what concerns all. */
  model?: number;
  kind: 'better' | 'worse' | 'belowMinimum' | 'equivalent' | 'unclear' | 'notFinal' | 'none';
  /** E.g. "support-tone-v7 passes 17 points more than llama-3-8b (95% interval: 10 to 23): 41 better, 7 worse, 152 equal." */
  text: string;
  /** The parts of the text that count prompts. */
  counted?: CountedPart[];
  /** E.g. "Exact McNemar test: p < 0.001." */
  test?: string;
  /** The interval, to be drawn as a bar; shares, the other's score minus the base's. */
  interval?: { difference: number; low: number; high: number; minimum: number };
}

/** An adapter from version to version, the oldest first: a name and a cell per further heading. */
export interface VersionTable {
  headings: string[];
  rows: { name: string; cells: string[] }[];
  note: string;
}

/** A number of the summary, in words, and the prompts that it counts. */
export interface SummaryCell {
  text: string;
  /** More detail, shown when pointing at it. */
  title?: string;
  /** Absent if there is nothing behind it. */
  shows?: RowFilter;
}

export interface RunSummaryRow {
  model: number;
  /** One per heading. */
  cells: SummaryCell[];
}

/** What is said of a tag, e.g. "invoice 40 → 31 of 55, worse (p = 0.01)", and its prompts. */
export interface TagWords {
  tag: string;
  text: string;
  title?: string;
  shows: RowFilter;
  kind?: 'better' | 'worse';
}

/** What a model did by tag beside the base; without `model`, how many prompts each tag has. */
export interface TagLine {
  model?: number;
  title: string;
  tags: TagWords[];
  /** Whether the difference depends on the tag, and how many tags are not named. */
  notes: string[];
}

/** E.g. "Settings" with "temperature 0 → 0.7". `hasDiff`: both texts can be opened side by side. */
export interface ChangeFact {
  name: string;
  texts: string[];
  hasDiff?: true;
}
