import type { LinePlace } from '../../files/readLines.ts';
import type { KeptError } from '../../keptError.ts';
import {
  digestOf,
  type Run,
  type RunCell,
  type RunLine,
  type RunLineOf,
  type RunResult,
} from './runRecord.ts';

/** How far an answer is. `sent`: asked, without a result so far. For the last four see `AnswerState`. */
const states = ['missing', 'sent', 'complete', 'limit', 'cut', 'failed'] as const;
export type CellState = (typeof states)[number];

/** What the checks of an answer said. `none`: there are none, or one could not be run. */
const checkStates = ['none', 'passed', 'failed'] as const;

/** What is known of an answer without reading it. */
export interface CellFacts {
  state: CellState;
  attempt: number;
  check: (typeof checkStates)[number];
  isEmpty: boolean;
  /** Two answers with the same digest are the same, but for one case in four billion. */
  digest: number;
  ttftMs: number | undefined;
  tokensPerSecond: number | undefined;
  completionTokens: number | undefined;
  /** True if the last two are estimated from the text. */
  isEstimated: boolean;
}

/** The numbers kept of each answer: whole ones below 2^32, and 0 for what is unknown. */
const fields = [
  'state',
  'attempt',
  'check',
  'isEmpty',
  'digest',
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

/**
 * Where in a run's results each answer is, and what must be known of all to count, sort and judge them. An answer takes 60 bytes,
 * so 100,000 prompts for four models take 24 MB; nothing of the texts is in memory.
 */
export class RunIndex {
  readonly #run: Pick<Run, 'models' | 'repetitions' | 'prompts'>;
  readonly #numbers: Uint32Array;
  /** Where each answer's result is, and its checks. */
  readonly #offsets: Float64Array;
  readonly #promptPlaces: Float64Array;
  readonly #promptDigests: Uint32Array;
  readonly #groups = new Map<string, number>();
  readonly #groupOf: Int32Array;
  readonly #isChecked: Uint8Array;
  readonly #counts: Record<CellState, number>[];
  /** By the model's number, the wire names of the fields that it refused. */
  readonly refused: readonly Set<string>[];
  /** By the model's number, why it was asked no more. */
  readonly gaveUp = new Map<number, KeptError | undefined>();
  /** How the last requests ended. `begun`: they go on or, if no window holds the run, were interrupted. */
  state: 'new' | 'begun' | 'complete' | 'stopped' = 'new';

  constructor(run: Pick<Run, 'models' | 'repetitions' | 'prompts'>) {
    this.#run = run;
    const perModel = run.prompts * run.repetitions;
    this.#numbers = new Uint32Array(this.size * fields.length);
    this.#offsets = new Float64Array(this.size * 2);
    this.#promptPlaces = new Float64Array(run.prompts * 2);
    this.#promptDigests = new Uint32Array(run.prompts);
    this.#groupOf = new Int32Array(run.prompts).fill(-1);
    this.#isChecked = new Uint8Array(run.prompts);
    this.#counts = run.models.map(() => ({
      missing: perModel,
      sent: 0,
      complete: 0,
      limit: 0,
      cut: 0,
      failed: 0,
    }));
    this.refused = run.models.map(() => new Set());
  }

  /** The number of answers that the run consists of. */
  get size(): number {
    return this.#run.prompts * this.#run.models.length * this.#run.repetitions;
  }

  /** Returns how many answers of a model are in each state. */
  counts(model: number): Readonly<Record<CellState, number>> {
    return this.#counts[model] ?? { missing: 0, sent: 0, complete: 0, limit: 0, cut: 0, failed: 0 };
  }

  facts(cell: RunCell): CellFacts {
    const at = this.#numberOf(cell) ?? 0;
    return {
      state: this.#state(at),
      attempt: this.#get(at, 'attempt'),
      check: checkStates[this.#get(at, 'check')] ?? 'none',
      isEmpty: this.#get(at, 'isEmpty') === 1,
      digest: this.#get(at, 'digest'),
      ttftMs: kept(this.#get(at, 'ttft')),
      tokensPerSecond: kept(this.#get(at, 'rate'), rateScale),
      completionTokens: kept(this.#get(at, 'tokens')),
      isEstimated: this.#get(at, 'isEstimated') === 1,
    };
  }

  /** Returns where the result of an answer is; `undefined` without one. */
  resultPlace(cell: RunCell): LinePlace | undefined {
    return this.#place(cell, 'length', 0);
  }

  checksPlace(cell: RunCell): LinePlace | undefined {
    return this.#place(cell, 'checksLength', 1);
  }

  promptPlace(prompt: number): LinePlace | undefined {
    const [offset = 0, length = 0] = this.#promptPlaces.subarray(prompt * 2, prompt * 2 + 2);
    return length === 0 ? undefined : { offset, length };
  }

  /** Returns the digest of what the prompt asks. */
  promptDigest(prompt: number): number {
    return this.#promptDigests[prompt] ?? 0;
  }

  /** Whether the prompt has anything to check. */
  isChecked(prompt: number): boolean {
    return this.#isChecked[prompt] === 1;
  }

  /** Returns the number of what the prompt counts as in a verdict: itself or its group. */
  unitOf(prompt: number): number {
    const group = this.#groupOf[prompt] ?? -1;
    return group < 0 ? prompt : this.#run.prompts + group;
  }

  /** Whether some prompts belong together. */
  get hasGroups(): boolean {
    return this.#groups.size > 0;
  }

  /** Whether any prompt has something to check. */
  get hasChecks(): boolean {
    return this.#isChecked.includes(1);
  }

  /** Yields the answers that are missing or failed, in the order in which they are asked: a prompt's all, the models in turn first. */
  *missing(): Generator<RunCell, void> {
    const { prompts, models, repetitions } = this.#run;
    for (let prompt = 0; prompt < prompts; prompt++)
      for (let repetition = 0; repetition < repetitions; repetition++)
        for (let place = 0; place < models.length; place++) {
          const model = (place + prompt * repetitions + repetition) % models.length;
          const cell = { prompt, model, repetition };
          const state = this.#state(this.#numberOf(cell) ?? 0);
          if (state === 'missing' || state === 'sent' || state === 'failed') yield cell;
        }
  }

  /** Yields all answers in a state; `sent` are those that were under way if nobody asks any more. */
  *inState(state: CellState): Generator<RunCell, void> {
    const { models, repetitions } = this.#run;
    for (let at = 0; at < this.size; at++) {
      if (this.#state(at) !== state) continue;
      const rest = Math.floor(at / repetitions);
      yield {
        prompt: Math.floor(rest / models.length),
        model: rest % models.length,
        repetition: at % repetitions,
      };
    }
  }

  /** Adds a line of the results. One that is not of this run's models and prompts changes nothing. */
  add(line: RunLine, place: LinePlace): void {
    switch (line.is) {
      case 'prompt':
        this.#addPrompt(line, place);
        return;
      case 'begun':
        this.gaveUp.clear();
        this.state = 'begun';
        return;
      case 'gaveUp':
        this.gaveUp.set(line.model, line.error);
        return;
      case 'ended':
        this.state = line.why;
        return;
    }
    const at = this.#numberOf(line);
    if (at === undefined) return;
    if (line.is === 'sent') this.#addSent(at, line);
    else if (line.is === 'result') this.#addResult(at, line, place);
    else this.#addChecks(at, line, place);
  }

  #addPrompt(line: RunLineOf<'prompt'>, { offset, length }: LinePlace): void {
    const { prompt, group, expected, checks, messages } = line;
    if (prompt >= this.#run.prompts) return;
    if (this.promptPlace(prompt)) this.#forgetChecks(prompt);
    this.#promptDigests[prompt] = digestOf(JSON.stringify(messages));
    this.#promptPlaces.set([offset, length], prompt * 2);
    this.#isChecked[prompt] = expected !== undefined || checks.length > 0 ? 1 : 0;
    if (group !== undefined && !this.#groups.has(group)) this.#groups.set(group, this.#groups.size);
    this.#groupOf[prompt] = group === undefined ? -1 : (this.#groups.get(group) ?? -1);
  }

  /** What was checked was checked by the rules of before. */
  #forgetChecks(prompt: number): void {
    const perPrompt = this.#run.models.length * this.#run.repetitions;
    for (let at = prompt * perPrompt; at < (prompt + 1) * perPrompt; at++) {
      this.#set(at, 'check', 0);
      this.#set(at, 'checksLength', 0);
    }
  }

  #addSent(at: number, { attempt }: RunLineOf<'sent'>): void {
    this.#set(at, 'attempt', attempt);
    const state = this.#state(at);
    // What was answered stays so, until there is another answer.
    if (state === 'missing' || state === 'failed') this.#setState(at, 'sent');
  }

  #addResult(at: number, result: RunResult, { offset, length }: LinePlace): void {
    const { text, reasoning, figures, attempt } = result;
    // A stopped request is one that was not answered.
    this.#setState(at, result.state === 'stopped' ? 'sent' : result.state);
    this.#set(at, 'attempt', attempt);
    this.#set(at, 'check', 0);
    this.#set(at, 'checksLength', 0);
    this.#set(at, 'isEmpty', text.trim() === '' ? 1 : 0);
    this.#set(at, 'digest', digestOf(reasoning, digestOf(text)));
    this.#set(at, 'ttft', keepable(figures.ttftMs));
    this.#set(at, 'rate', keepable(figures.tokensPerSecond, rateScale));
    this.#set(at, 'tokens', keepable(figures.completionTokens));
    this.#set(at, 'isEstimated', figures.isEstimated ? 1 : 0);
    this.#set(at, 'length', length);
    this.#offsets[at * 2] = offset;
    for (const field of result.droppedFields ?? []) this.refused[result.model]?.add(field);
  }

  #addChecks(at: number, { checks }: RunLineOf<'checked'>, { offset, length }: LinePlace): void {
    const isKnown = checks.length > 0 && !checks.some(({ isUnchecked }) => isUnchecked);
    const state = checks.every(({ passed }) => passed) ? 'passed' : 'failed';
    this.#set(at, 'check', checkStates.indexOf(isKnown ? state : 'none'));
    this.#set(at, 'checksLength', length);
    this.#offsets[at * 2 + 1] = offset;
  }

  #setState(at: number, state: CellState): void {
    const counts = this.#counts[Math.floor(at / this.#run.repetitions) % this.#run.models.length];
    if (counts) {
      counts[this.#state(at)] -= 1;
      counts[state] += 1;
    }
    this.#set(at, 'state', states.indexOf(state));
  }

  #place(cell: RunCell, length: 'length' | 'checksLength', kind: 0 | 1): LinePlace | undefined {
    const at = this.#numberOf(cell);
    if (at === undefined || this.#get(at, length) === 0) return undefined;
    return { offset: this.#offsets[at * 2 + kind] ?? 0, length: this.#get(at, length) };
  }

  #numberOf({ prompt, model, repetition }: RunCell): number | undefined {
    const { prompts, models, repetitions } = this.#run;
    if (prompt >= prompts || model >= models.length || repetition >= repetitions) return undefined;
    return (prompt * models.length + model) * repetitions + repetition;
  }

  #state(at: number): CellState {
    return states[this.#get(at, 'state')] ?? 'missing';
  }

  #get(at: number, field: Field): number {
    return this.#numbers[at * fields.length + fieldAt[field]] ?? 0;
  }

  #set(at: number, field: Field, value: number): void {
    this.#numbers[at * fields.length + fieldAt[field]] = value;
  }
}

/** Returns a number as it is kept: from 1 on, since 0 stands for an unknown one. */
function keepable(value: number | undefined, scale = 1): number {
  return value === undefined ? 0 : Math.min(2 ** 32 - 1, Math.max(0, Math.round(value * scale)) + 1);
}

function kept(value: number, scale = 1): number | undefined {
  return value === 0 ? undefined : (value - 1) / scale;
}
