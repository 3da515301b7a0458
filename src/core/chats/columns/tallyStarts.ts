import { join } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomic } from '../../files/atomicFile.ts';
import { readJsonFile } from '../../files/ifExists.ts';
import type { Vote } from '../tree/column.ts';
import { type PairTally, pairKey } from './tallies.ts';

const fileSchema = v.object({ v: v.literal(1), starts: v.record(v.string(), v.number()) });

/** Since when votes on a pair of models count, if the user started that tally anew. Kept in `tallies.json`. */
export class TallyStarts {
  readonly #path: string;
  /** Unix milliseconds, by `pairKey`. */
  #starts: Readonly<Record<string, number>> = {};

  constructor(folder: string) {
    this.#path = join(folder, 'tallies.json');
  }

  /** Rejects if the file can't be read. */
  async read(): Promise<void> {
    this.#starts = (await readJsonFile(this.#path, fileSchema))?.starts ?? {};
  }

  /** Rejects if that can't be written. */
  async startAnew(pair: PairTally['pair'], now = Date.now()): Promise<void> {
    await this.read();
    const starts = { ...this.#starts, [pairKey(pair)]: now };
    await writeFileAtomic(this.#path, JSON.stringify({ v: 1, starts }));
    this.#starts = starts;
  }

  /** True if a vote is older than the new start of this pair's tally. */
  isEarlier({ at }: Pick<Vote, 'at'>, pair: PairTally['pair']): boolean {
    return at <= (this.#starts[pairKey(pair)] ?? Number.NEGATIVE_INFINITY);
  }
}
