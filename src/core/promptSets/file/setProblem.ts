import { english, type Wording } from '../../../base/texts.ts';

/** What is wrong with a prompt set, or what of it is not used. */
export interface SetProblem {
  /** From 1, as editors count. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column?: number;
  /** In English. */
  text: string;
  /** The same text with placeholders, and its values, for a translation. */
  said: Wording;
  /** Nothing of the file can be run. Else only this row is left out. */
  isFatal: boolean;
  /** Nothing is left out because of it. */
  isNote?: true;
  /** How many rows it concerns, if it was counted; else it is of one. */
  count?: number;
  /** The file has no column for the prompts. These could be it: read it again with one as `promptColumn`. */
  columns?: string[];
}

/** Says something of one row or the file. Its text is collected for translators. */
export function says(...said: Wording): Wording {
  return said;
}

/** Says something of many rows, whose count becomes the last value. */
export function saysHowMany(...said: Wording): Wording {
  return said;
}

type Details = Partial<Pick<SetProblem, 'column' | 'isNote' | 'count' | 'columns'>>;

export function problemAt(line: number, said: Wording, isFatal: boolean, details: Details = {}): SetProblem {
  return { line, text: english(...said), said, isFatal, ...details };
}

/** Thrown for a row that can't be used. */
export class RowFault extends Error {
  readonly said: Wording;
  /** Many rows may have it: they are counted, not reported one by one. */
  readonly isCounted: boolean;
  readonly columns: string[] | undefined;

  constructor(
    said: Wording,
    { isCounted = false, columns }: { isCounted?: boolean; columns?: string[] } = {},
  ) {
    super(english(...said));
    this.said = said;
    this.isCounted = isCounted;
    this.columns = columns;
  }
}

/** Returns what to throw for a row if many may have the same fault. */
export function leftOut(said: Wording): RowFault {
  return new RowFault(said, { isCounted: true });
}

/** Kinds of remarks that one file can have. */
const maxKinds = 50;

interface Remark {
  line: number;
  said: Wording;
  count: number;
  isNote: boolean;
}

/** Counts what many rows have in common. Each kind becomes one problem at the end, at the first row that has it. */
export class Remarks {
  readonly #kinds = new Map<string, Remark>();
  #others: Remark | undefined;

  /** Adds the count to `said`, as its last value. */
  add(line: number, said: Wording, isNote = true): void {
    const key = JSON.stringify(said);
    const known = this.#kinds.get(key) ?? (this.#kinds.size < maxKinds ? undefined : this.#others);
    if (known) known.count += 1;
    else if (this.#kinds.size < maxKinds) this.#kinds.set(key, { line, said, count: 1, isNote });
    else this.#others = { line, said: saysHowMany('Further remarks ({0}).'), count: 1, isNote: true };
  }

  problems(): SetProblem[] {
    return [...this.#kinds.values(), ...(this.#others ? [this.#others] : [])].map(
      ({ line, said: [text, ...values], count, isNote }) =>
        problemAt(line, [text, ...values, count], false, { count, ...(isNote && { isNote }) }),
    );
  }
}
