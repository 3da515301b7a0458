import type { CellFacts, CellState } from '../run/runIndex.ts';
import { fewestUnits, isOverLost, type Verdict, type VerdictOptions } from '../verdict/pairedVerdict.ts';
import { pairBits } from '../worker/packedPairs.ts';
import { verdictInWorker } from './verdictInWorker.ts';

interface PairFacts {
  /** What the prompt counts as. */
  unit: number;
  isChecked: boolean;
  /** One of the requests failed, or was not sent since the model kept failing. */
  isLost: boolean;
}

/** Pairs of answers to the same questions, collected to be judged. */
export class AnswerPairs {
  readonly #units: Uint32Array<ArrayBuffer>;
  readonly #bits: Uint8Array<ArrayBuffer>;
  #pairs = 0;
  #answered = 0;
  #unchecked = 0;
  #different = 0;

  constructor(most: number) {
    this.#units = new Uint32Array(most);
    this.#bits = new Uint8Array(most);
  }

  /** Adds a pair, unless one of the answers is yet to come. */
  add(base: CellFacts, other: CellFacts, { unit, isChecked, isLost }: PairFacts): void {
    if (!isLost && (isOpen(base.state) || isOpen(other.state))) return;
    if (!isLost) {
      this.#answered += 1;
      if (base.digest !== other.digest) this.#different += 1;
    }
    if (!isChecked) return;
    const isUnchecked = !isLost && (base.check === 'none' || other.check === 'none');
    if (isUnchecked) this.#unchecked += 1;
    this.#units[this.#pairs] = unit;
    this.#bits[this.#pairs] =
      (base.check === 'passed' ? pairBits.base : 0) |
      (other.check === 'passed' ? pairBits.other : 0) |
      (isLost || isUnchecked ? pairBits.isLost : 0) |
      (isCut(base.state) || isCut(other.state) ? pairBits.isCut : 0);
    this.#pairs += 1;
  }

  async verdict(options: VerdictOptions): Promise<Verdict> {
    const [units, bits] = [this.#units.slice(0, this.#pairs), this.#bits.slice(0, this.#pairs)];
    const verdict = await verdictInWorker({ units, bits }, options);
    const isFinal = verdict.kind !== 'notFinal';
    const isIdentical = this.#answered >= fewestUnits && this.#different === 0;
    if (isFinal && isIdentical) return { ...verdict, kind: 'none', why: 'identical' };
    const hasNoChecks = this.#answered > 0 && this.#pairs === 0;
    if (hasNoChecks || (isFinal && isOverLost(this.#unchecked, this.#pairs)))
      return { ...verdict, kind: 'none', why: 'notChecked' };
    return verdict;
  }
}

export function isOpen(state: CellState): boolean {
  return state === 'missing' || state === 'sent';
}

function isCut(state: CellState): boolean {
  return state === 'limit' || state === 'cut';
}
