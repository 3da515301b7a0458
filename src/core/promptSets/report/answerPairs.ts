import type { CellFacts, RunIndex } from '../run/runIndex.ts';
import { fewestUnits, type Verdict, type VerdictOptions } from '../verdict/pairedVerdict.ts';
import type { TaggedUnits } from '../verdict/tagVerdicts.ts';
import { allPairBits, emptyBit, limitedBit, pairBits, passedBit, unknownBit } from '../worker/packedPairs.ts';
import type { VerdictMaker } from '../worker/verdictThread.ts';

// What a pair is beside its `pairBits`.
const checkedBit = 1024;
const toComeBit = 2048;
const answeredBit = 4096;
const differentBit = 8192;

interface PairFacts {
  isChecked: boolean;
  /** At least one of the answers is. */
  isToCome: boolean;
  /** Some of the prompt's answers passed and some did not, with either model. */
  isFlaky?: boolean;
}

/** Pairs of answers to the same questions, collected to be judged. */
export class AnswerPairs {
  readonly #units: Uint32Array<ArrayBuffer>;
  readonly #bits: Uint16Array<ArrayBuffer>;
  #pairs = 0;
  #answered = 0;
  #different = 0;
  #unit: number | undefined;
  /** How many of the first pairs have ended, by whole units. */
  #looked = 0;
  #isBroken = false;

  constructor(most: number) {
    this.#units = new Uint32Array(most);
    this.#bits = new Uint16Array(most);
  }

  /** Adds a `packedPair`, unless one of the answers is yet to come. Those of a unit, what the prompt counts as, follow each other. */
  add(unit: number, pair: number): void {
    if (pair & checkedBit) this.#look(unit, (pair & toComeBit) !== 0);
    if (pair & toComeBit) return;
    if (pair & answeredBit) this.#answered += 1;
    if (pair & differentBit) this.#different += 1;
    if (!(pair & checkedBit)) return;
    this.#units[this.#pairs] = unit;
    this.#bits[this.#pairs] = pair & allPairBits;
    this.#pairs += 1;
  }

  #look(unit: number, isToCome: boolean): void {
    if (unit !== this.#unit && !this.#isBroken) this.#looked = this.#pairs;
    this.#unit = unit;
    this.#isBroken ||= isToCome;
  }

  /** `models`: so many are compared with the base, by pairs that were added in the order in which they are asked. */
  async verdict(
    thread: VerdictMaker,
    { models, tagged, ...options }: VerdictOptions & { models?: number; tagged?: TaggedUnits | undefined },
  ): Promise<Verdict> {
    const [units, bits] = [this.#units.slice(0, this.#pairs), this.#bits.slice(0, this.#pairs)];
    const pairs = this.#isBroken ? this.#looked : this.#pairs;
    const looked = models !== undefined && { looked: { pairs, models } };
    const verdict = await thread.verdict({ units, bits, tagged }, { ...options, ...looked });
    const isIdentical = this.#answered >= fewestUnits && this.#different === 0;
    const hasNoChecks = this.#answered > 0 && this.#pairs === 0;
    if (hasNoChecks) return withoutNumbers(verdict, 'notChecked');
    return verdict.kind !== 'notFinal' && isIdentical ? withoutNumbers(verdict, 'identical') : verdict;
  }
}

/** Returns what counts of a pair as a number below 2^16. */
export function packedPair(base: CellFacts, other: CellFacts, about: PairFacts): number {
  const isRefused = base.refusal !== 0 && base.refusal === other.refusal;
  const isAnswered = isKnown(base) && isKnown(other);
  return (
    pairBits(bitsOf(base), bitsOf(other), isRefused, about.isFlaky) |
    (about.isChecked ? checkedBit : 0) |
    (about.isToCome ? toComeBit : 0) |
    (isAnswered ? answeredBit : 0) |
    (isAnswered && base.digest !== other.digest ? differentBit : 0)
  );
}

function withoutNumbers(verdict: Verdict, why: 'notChecked' | 'identical'): Verdict {
  const { difference, better, worse, equal, both, squares, lost, limited, refused } = verdict;
  const counts = { difference, better, worse, equal, squares, lost, limited, refused };
  return { kind: 'none', why, ...counts, ...(both !== undefined && { both }) };
}

/** Whether a model passes a prompt now and then: of its answers to it, some passed and some did not. */
export function isFlaky(answers: readonly Pick<CellFacts, 'check'>[]): boolean {
  return answers.some(({ check }) => check === 'passed') && answers.some(({ check }) => check === 'failed');
}

/** Whether a model's answer has not come so far, unless the model is not asked any more since it kept failing. */
export function isYetToCome({ models }: RunIndex, model: number, { state }: CellFacts): boolean {
  return (state === 'missing' || state === 'sent') && !models.gaveUp.has(model);
}

/** Whether an answer has its end. */
function isKnown({ state }: CellFacts): boolean {
  return state === 'complete' || state === 'limit';
}

function bitsOf({ state, check, isEmpty }: CellFacts): number {
  if (check === 'none') return unknownBit;
  return (
    (check === 'passed' ? passedBit : 0) | (state === 'limit' ? limitedBit : 0) | (isEmpty ? emptyBit : 0)
  );
}
