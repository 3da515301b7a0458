import type { CellFacts, CellState } from '../run/runIndex.ts';
import { fewestUnits, type Verdict, type VerdictOptions } from '../verdict/pairedVerdict.ts';
import type { TaggedUnits } from '../verdict/tagVerdicts.ts';
import { pairBits, sideBits } from '../worker/packedPairs.ts';
import type { VerdictMaker } from '../worker/verdictThread.ts';

/** What is known of one model's answer to a question. */
export type AnswerSide = CellFacts & {
  /** The request was not sent, since the model kept failing. */
  isGivenUp: boolean;
};

interface PairFacts {
  /** What the prompt counts as. */
  unit: number;
  isChecked: boolean;
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

  /** Adds a pair, unless one of the answers is yet to come. Those of a unit follow each other. */
  add(base: AnswerSide, other: AnswerSide, { unit, isChecked, isFlaky }: PairFacts): void {
    if (isChecked) this.#look(unit, isToCome(base) || isToCome(other));
    if (isToCome(base) || isToCome(other)) return;
    if (isKnown(base) && isKnown(other)) {
      this.#answered += 1;
      if (base.digest !== other.digest) this.#different += 1;
    }
    if (!isChecked) return;
    const isRefused = base.refusal !== 0 && base.refusal === other.refusal;
    this.#units[this.#pairs] = unit;
    this.#bits[this.#pairs] = pairBits(bitsOf(base), bitsOf(other), isRefused, isFlaky);
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

function withoutNumbers(verdict: Verdict, why: 'notChecked' | 'identical'): Verdict {
  const { difference, better, worse, equal, both, squares, lost, limited, refused } = verdict;
  const counts = { difference, better, worse, equal, squares, lost, limited, refused };
  return { kind: 'none', why, ...counts, ...(both !== undefined && { both }) };
}

/** Whether an answer's request was not sent so far, or is under way. */
export function isOpen(state: CellState): boolean {
  return state === 'missing' || state === 'sent';
}

/** Whether a model passes a prompt now and then: of its answers to it, some passed and some did not. */
export function isFlaky(answers: readonly Pick<CellFacts, 'check'>[]): boolean {
  return answers.some(({ check }) => check === 'passed') && answers.some(({ check }) => check === 'failed');
}

function isToCome({ state, isGivenUp }: AnswerSide): boolean {
  return isOpen(state) && !isGivenUp;
}

/** Whether an answer has its end. */
function isKnown({ state }: CellFacts): boolean {
  return state === 'complete' || state === 'limit';
}

function bitsOf({ state, check, isEmpty }: AnswerSide): number {
  if (check === 'none') return sideBits.isUnknown;
  return (
    (check === 'passed' ? sideBits.passed : 0) |
    (state === 'limit' ? sideBits.isLimited : 0) |
    (isEmpty ? sideBits.isEmpty : 0)
  );
}
