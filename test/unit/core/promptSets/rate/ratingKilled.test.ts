import assert from 'node:assert/strict';
import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { rankOf } from '../../../../../src/core/promptSets/drawnOrder.ts';
import { BlindRating } from '../../../../../src/core/promptSets/rate/blindRating.ts';
import { leftOf, type SideChoice } from '../../../../../src/core/promptSets/rate/sides.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { holds } from '../../../properties/holds.ts';
import { useFolder } from '../../fixtures.ts';
import { openRuns } from '../run/runBench.ts';
import { answeredRun, textsOf } from './ratedRun.ts';

const count = 6;
const keys = ['1', '2', '0', 's', 'back', 'reload'] as const;
type Key = (typeof keys)[number];

/** What a person with a notebook would have on record. */
class Notebook {
  readonly choices: Record<number, string> = {};
  readonly #seed: number;
  readonly #order: number[];
  at = 0;

  constructor(seed: number) {
    this.#seed = seed;
    const numbers = [...Array(count).keys()];
    this.#order = numbers.sort((one, other) => rankOf(seed, one) - rankOf(seed, other));
  }

  get prompt(): number | undefined {
    return this.#order[this.at];
  }

  press(key: Key): void {
    const { prompt } = this;
    if (key === 'back') this.at = Math.max(0, this.at - 1);
    else if (key === 'reload') this.#goOn();
    else if (prompt !== undefined) {
      if (key !== 's') this.choices[prompt] = key === '0' ? 'tie' : this.#whose(prompt, key === '1');
      else this.choices[prompt] ??= 'skipped';
      this.#goOn();
    }
  }

  #goOn(): void {
    const open = this.#order.findIndex((prompt) => this.choices[prompt] === undefined);
    this.at = open < 0 ? count : open;
  }

  #whose(prompt: number, isLeft: boolean): string {
    return (leftOf(this.#seed, prompt) === 'base') === isLeft ? 'base' : 'other';
  }
}

const sides: Record<string, SideChoice> = { '1': 'left', '2': 'right', '0': 'tie' };

async function press(rating: BlindRating, file: RunFile, key: Key): Promise<BlindRating> {
  const side = sides[key];
  if (side) await rating.rate(side);
  else if (key === 's') await rating.skip();
  else if (key === 'back') rating.back();
  else return BlindRating.open(file, 1);
  return rating;
}

describe('A blind rating whose window is killed', () => {
  const folder = useFolder();

  holds(
    'has every choice that was on record, whatever keys were pressed and at whatever byte it ended',
    25,
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.array(fc.constantFrom(...keys), { maxLength: 14 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.constantFrom(...keys), { maxLength: 6 }),
      async (seed, before, share, after) => {
        const first = openRuns(folder());
        const file = await answeredRun(first.store, textsOf(count));
        const path = join(first.store.folder, file.run.id, 'results.jsonl');
        const size = async () => (await readFile(path)).length;
        let rating = await BlindRating.open(file, 1, seed);
        const notebook = new Notebook(seed);
        const records = [{ end: await size(), choices: {} }];
        for (const key of before) {
          rating = await press(rating, file, key);
          notebook.press(key);
          assert.equal(rating.prompt, notebook.prompt);
          records.push({ end: await size(), choices: { ...notebook.choices } });
        }
        await file.release();
        first.locks.dispose();

        const [begun, whole] = [records[0]?.end ?? 0, await size()];
        const end = begun + Math.round(share * (whole - begun));
        await truncate(path, end);
        const second = openRuns(folder());
        const again = await second.store.open(file.run.id);
        assert.ok(again && (await again.claim()));
        // The last line may be whole but for its end.
        const kept = records.findLast((record) => record.end <= end + 1);
        let resumed = await BlindRating.open(again, 1);
        assert.deepEqual(again.index.ratings.of(1).open, { seed, choices: kept?.choices });

        const other = new Notebook(seed);
        Object.assign(other.choices, kept?.choices);
        other.press('reload');
        assert.equal(resumed.prompt, other.prompt);
        for (const key of after) {
          resumed = await press(resumed, again, key);
          other.press(key);
          assert.equal(resumed.prompt, other.prompt);
        }
        await again.release();
        const read = await second.store.open(file.run.id);
        assert.deepEqual(read?.index.ratings.of(1).open?.choices, other.choices);
        second.locks.dispose();
      },
    ),
  );
});
