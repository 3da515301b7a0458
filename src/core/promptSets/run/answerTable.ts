import { inSlices } from '../../../base/eventLoop.ts';
import type { LinePlace } from '../../files/readLines.ts';
import { hasContent } from '../../messageContent.ts';
import { answerDigests } from '../digests.ts';
import { type CallError, callErrors } from '../prompt.ts';
import type { Run, RunCell, RunResult } from './runRecord.ts';

/** How far an answer is. `sent`: asked, without a result so far. For the last four see `AnswerState`. */
const states = ['missing', 'sent', 'complete', 'limit', 'cut', 'failed'] as const;
export type CellState = (typeof states)[number];

/** There is an answer, perhaps in part. */
export const answeredStates = ['complete', 'limit', 'cut'] as const satisfies readonly CellState[];

export function hasAnswered(state: CellState): boolean {
  return answeredStates.some((one) => one === state);
}

/** What the checks of an answer said. `none`: there is nothing to check. `unchecked`: there is, but one has not been run. */
const checkStates = ['none', 'passed', 'failed', 'unchecked'] as const;
type CheckState = (typeof checkStates)[number];

/** What is known of an answer without reading it. */
export interface CellFacts {
  state: CellState;
  attempt: number;
  /** `none` also of what the connection cut: it is not known how it would have gone on. */
  check: Exclude<CheckState, 'unchecked'>;
  /** There is something to check, but that has not been done, or took too long: `check` is `none`. */
  isUnchecked: boolean;
  /** What is wrong with its tool calls, if a check of them failed. */
  callError: CallError | undefined;
  /** It has neither text nor a tool call. */
  isEmpty: boolean;
  /** The status with which the service refused the request itself; 0 for all else. */
  refusal: number;
  /** Two answers with the same digest are the same, but for one case in four billion. */
  digest: number;
  /** The digest of the text alone, without its reasoning and the space around it. */
  textDigest: number;
  ttftMs: number | undefined;
  tokensPerSecond: number | undefined;
  completionTokens: number | undefined;
  /** True if the last two are estimated from the text. */
  isEstimated: boolean;
}

/** What a service says of a request that it will never answer, however often it is asked: not of a key, a name or a moment. */
const refusals: readonly number[] = [400, 413, 422, 451];

function refusalOf(status = 0): number {
  return refusals.includes(status) ? status : 0;
}

/** The numbers kept of each answer: whole ones below 2^32, and 0 for what is unknown. */
const fields = [
  'state',
  'attempt',
  'check',
  'callError',
  'isEmpty',
  'refusal',
  'digest',
  'textDigest',
  'ttft',
  'rate',
  'tokens',
  'isEstimated',
  'length',
  'checksLength',
] as const;
const fieldAt = Object.fromEntries(fields.map((field, at) => [field, at])) as Record<Field, number>;
type Field = (typeof fields)[number];

/** Rates are kept in hundredths. */
const rateScale = 100;

/** What is kept of a run's answers, each by its own number from 0: 72 bytes of it. */
export class AnswerTable {
  readonly #run: Pick<Run, 'models' | 'repetitions' | 'prompts'>;
  #numbers: Uint32Array;
  /** Where each answer's result is, and its checks. */
  #offsets: Float64Array;
  /** How many answers are in each state, by the model's number. */
  readonly counts: Record<CellState, number>[];
  /** How many answers are unchecked, by the model's number. */
  readonly unchecked: number[];

  constructor(run: Pick<Run, 'models' | 'repetitions' | 'prompts'>) {
    this.#run = run;
    this.#numbers = new Uint32Array(this.size * fields.length);
    this.#offsets = new Float64Array(this.size * 2);
    this.counts = run.models.map(() => noCounts(run.prompts * run.repetitions));
    this.unchecked = run.models.map(() => 0);
  }

  /** Call when the run has got another model, which comes last. */
  grow(): void {
    const [numbers, offsets] = [this.#numbers, this.#offsets];
    this.#numbers = new Uint32Array(this.size * fields.length);
    this.#offsets = new Float64Array(this.size * 2);
    this.#numbers.set(numbers);
    this.#offsets.set(offsets);
    this.counts.push(noCounts(this.#run.prompts * this.#run.repetitions));
    this.unchecked.push(0);
  }

  get size(): number {
    return this.#run.prompts * this.#run.models.length * this.#run.repetitions;
  }

  /** Returns all of it but the counts. Call `countAnew` after changing them. */
  get arrays(): NodeJS.ArrayBufferView[] {
    return [this.#numbers, this.#offsets];
  }

  /** Returns how many answers of all models are in one of these states. */
  sum(states: readonly CellState[]): number {
    return this.counts.flatMap((counts) => states.map((state) => counts[state])).reduce((a, b) => a + b, 0);
  }

  async countAnew(): Promise<void> {
    const ofModel = this.#run.prompts * this.#run.repetitions;
    for (const [model, counts] of this.counts.entries()) {
      Object.assign(counts, noCounts(0));
      let unchecked = 0;
      // Thousands at once: a step for each would take longer than counting it.
      await inSlices(Array(Math.ceil(ofModel / 4096)).keys(), (piece) => {
        const from = model * ofModel;
        for (let at = from + piece * 4096; at < from + Math.min((piece + 1) * 4096, ofModel); at++) {
          counts[this.state(at)] += 1;
          if (this.isUnchecked(at)) unchecked += 1;
        }
      });
      this.unchecked[model] = unchecked;
    }
  }

  /** Returns `undefined` if the run has no such answer. */
  numberOf({ prompt, model, repetition }: RunCell): number | undefined {
    const { prompts, models, repetitions } = this.#run;
    if (prompt >= prompts || model >= models.length || repetition >= repetitions) return undefined;
    // A model that is added comes behind all others.
    return (model * prompts + prompt) * repetitions + repetition;
  }

  cellAt(at: number): RunCell {
    const { prompts, repetitions } = this.#run;
    return {
      prompt: Math.floor(at / repetitions) % prompts,
      model: this.#modelAt(at),
      repetition: at % repetitions,
    };
  }

  #modelAt(at: number): number {
    return Math.floor(at / this.#run.repetitions / this.#run.prompts);
  }

  facts(at: number): CellFacts {
    return {
      state: this.state(at),
      attempt: this.#get(at, 'attempt'),
      check: this.#knownCheck(at),
      isUnchecked: this.isUnchecked(at),
      callError: callErrors[this.#get(at, 'callError') - 1],
      isEmpty: this.#get(at, 'isEmpty') === 1,
      refusal: this.#get(at, 'refusal'),
      digest: this.#get(at, 'digest'),
      textDigest: this.#get(at, 'textDigest'),
      ttftMs: kept(this.#get(at, 'ttft')),
      tokensPerSecond: kept(this.#get(at, 'rate'), rateScale),
      completionTokens: kept(this.#get(at, 'tokens')),
      isEstimated: this.#get(at, 'isEstimated') === 1,
    };
  }

  isUnchecked(at: number): boolean {
    return this.#checkState(at) === 'unchecked';
  }

  #checkState(at: number): CheckState {
    return checkStates[this.#get(at, 'check')] ?? 'none';
  }

  #knownCheck(at: number): CellFacts['check'] {
    const check = this.#checkState(at);
    return check === 'unchecked' || this.state(at) === 'cut' ? 'none' : check;
  }

  state(at: number): CellState {
    return states[this.#get(at, 'state')] ?? 'missing';
  }

  #setState(at: number, state: CellState): void {
    const counts = this.counts[this.#modelAt(at)];
    if (counts) {
      counts[this.state(at)] -= 1;
      counts[state] += 1;
    }
    this.#set(at, 'state', states.indexOf(state));
  }

  /** Takes over that a request was sent. What was answered stays so, until there is another answer. */
  setSent(at: number, attempt: number): void {
    this.#set(at, 'attempt', attempt);
    const state = this.state(at);
    if (state === 'missing' || state === 'failed') this.#setState(at, 'sent');
  }

  /** Takes over how a request ended, and where that is. A stopped one was not answered. `hasRule`: there is something to check. */
  setResult(at: number, result: RunResult, { offset, length }: LinePlace, hasRule: boolean): void {
    const { attempt, state, figures, error } = result;
    const { digest, textDigest } = answerDigests(result);
    this.#setState(at, state === 'stopped' ? 'sent' : state);
    this.#forgetChecks(at, hasRule);
    this.#set(at, 'attempt', attempt);
    this.#set(at, 'isEmpty', hasContent(result) ? 0 : 1);
    this.#set(at, 'refusal', refusalOf(error?.status));
    this.#set(at, 'digest', digest);
    this.#set(at, 'textDigest', textDigest);
    this.#set(at, 'ttft', keepable(figures.ttftMs));
    this.#set(at, 'rate', keepable(figures.tokensPerSecond, rateScale));
    this.#set(at, 'tokens', keepable(figures.completionTokens));
    this.#set(at, 'isEstimated', figures.isEstimated ? 1 : 0);
    this.#set(at, 'length', length);
    this.#offsets[at * 2] = offset;
  }

  setChecks(
    at: number,
    check: CheckState,
    callError: CallError | undefined,
    { offset, length }: LinePlace,
  ): void {
    this.#setCheck(at, check);
    this.#set(at, 'callError', callError ? callErrors.indexOf(callError) + 1 : 0);
    this.#set(at, 'checksLength', length);
    this.#offsets[at * 2 + 1] = offset;
  }

  /** Forgets what was checked in the answers to a prompt: it was checked by the rules of before. `hasRule`: it has new ones. */
  forgetPrompt(prompt: number, hasRule: boolean): void {
    const { models, prompts, repetitions } = this.#run;
    for (let model = 0; model < models.length; model++)
      for (let repetition = 0; repetition < repetitions; repetition++)
        this.#forgetChecks((model * prompts + prompt) * repetitions + repetition, hasRule);
  }

  #forgetChecks(at: number, hasRule: boolean): void {
    this.#setCheck(at, hasRule && hasAnswered(this.state(at)) ? 'unchecked' : 'none');
    this.#set(at, 'callError', 0);
    this.#set(at, 'checksLength', 0);
  }

  #setCheck(at: number, check: CheckState): void {
    if (this.isUnchecked(at)) this.#countUnchecked(at, -1);
    if (check === 'unchecked') this.#countUnchecked(at, 1);
    this.#set(at, 'check', checkStates.indexOf(check));
  }

  #countUnchecked(at: number, more: number): void {
    const model = this.#modelAt(at);
    this.unchecked[model] = (this.unchecked[model] ?? 0) + more;
  }

  resultPlace(at: number): LinePlace | undefined {
    return linePlace(this.#offsets[at * 2], this.#get(at, 'length'));
  }

  checksPlace(at: number): LinePlace | undefined {
    return linePlace(this.#offsets[at * 2 + 1], this.#get(at, 'checksLength'));
  }

  #get(at: number, field: Field): number {
    return this.#numbers[at * fields.length + fieldAt[field]] ?? 0;
  }

  #set(at: number, field: Field, value: number): void {
    this.#numbers[at * fields.length + fieldAt[field]] = value;
  }
}

function noCounts(missing: number): Record<CellState, number> {
  return { missing, sent: 0, complete: 0, limit: 0, cut: 0, failed: 0 };
}

/** Returns `undefined` for what is nowhere: no line is empty. */
export function linePlace(offset = 0, length = 0): LinePlace | undefined {
  return length === 0 ? undefined : { offset, length };
}

/** Returns a number as it is kept: from 1 on, since 0 stands for an unknown one. */
function keepable(value: number | undefined, scale = 1): number {
  return value === undefined ? 0 : Math.min(2 ** 32 - 1, Math.max(0, Math.round(value * scale)) + 1);
}

function kept(value: number, scale = 1): number | undefined {
  return value === 0 ? undefined : (value - 1) / scale;
}
