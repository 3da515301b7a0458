import type { LinePlace } from '../../files/readLines.ts';
import type { KeptError } from '../../keptError.ts';
import { AnswerTable, type CellFacts, type CellState, linePlace } from './answerTable.ts';
import { type KeptJudgments, RunJudgments } from './runJudgments.ts';
import { type RatingRounds, RunRatings } from './runRatings.ts';
import {
  digestOf,
  type Run,
  type RunCell,
  type RunLine,
  type RunLineOf,
  type RunResult,
  type WrittenBatch,
} from './runRecord.ts';

export type { CellFacts, CellState } from './answerTable.ts';

/**
 * How the last requests ended. `begun`: they go on or, if no window holds the run, were interrupted. `waiting`: another engine is to
 * answer them.
 */
export const runStates = ['new', 'begun', 'complete', 'stopped', 'waiting'] as const;

/** What an index says of a run beside its arrays. */
export interface RunRemarks {
  state: (typeof runStates)[number];
  /** By the model's number, the wire names of the fields that it refused. */
  refused: string[][];
  /** The models that were asked no more, and why. */
  gaveUp: { model: number; error?: KeptError | undefined }[];
  /** The names of the groups, by their numbers. */
  groups: string[];
  /** By the model's number. */
  ratings: Record<number, RatingRounds>;
  /** The files that were written last. */
  exported?: WrittenBatch | undefined;
  judgments: KeptJudgments;
}

/**
 * Where in a run's results each answer is, and what must be known of all to count, sort and judge them. An answer takes 64 bytes,
 * so 100,000 prompts for four models take 26 MB; nothing of the texts is in memory.
 */
export class RunIndex {
  readonly #run: Pick<Run, 'models' | 'repetitions' | 'prompts'>;
  readonly #answers: AnswerTable;
  readonly #promptPlaces: Float64Array;
  readonly #promptDigests: Uint32Array;
  readonly #groups = new Map<string, number>();
  readonly #groupOf: Int32Array;
  /** Digests of the prompts' checks; 0 for none. */
  readonly #ruleDigests: Uint32Array;
  /** By the model's number, the wire names of the fields that it refused. */
  readonly refused: readonly Set<string>[];
  /** By the model's number, why it was asked no more. */
  readonly gaveUp = new Map<number, KeptError | undefined>();
  readonly ratings = new RunRatings();
  readonly judgments: RunJudgments;
  state: (typeof runStates)[number] = 'new';
  /** The files for another engine that were written last. */
  exported: WrittenBatch | undefined;

  constructor(run: Pick<Run, 'models' | 'repetitions' | 'prompts'>) {
    this.#run = run;
    this.#answers = new AnswerTable(run);
    this.#promptPlaces = new Float64Array(run.prompts * 2);
    this.#promptDigests = new Uint32Array(run.prompts);
    this.#groupOf = new Int32Array(run.prompts).fill(-1);
    this.#ruleDigests = new Uint32Array(run.prompts);
    this.refused = run.models.map(() => new Set());
    this.judgments = new RunJudgments(run.prompts);
  }

  /** The number of answers that the run consists of. */
  get size(): number {
    return this.#answers.size;
  }

  /** Returns what is known of each prompt and answer. Call `restore` after filling them. */
  get arrays(): ArrayBufferView[] {
    return [
      ...this.#answers.arrays,
      this.#promptPlaces,
      this.#promptDigests,
      this.#groupOf,
      this.#ruleDigests,
    ];
  }

  /** The size of all arrays, in bytes. */
  get byteLength(): number {
    return this.arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  get remarks(): RunRemarks {
    return {
      state: this.state,
      refused: this.refused.map((names) => [...names]),
      gaveUp: [...this.gaveUp].map(([model, error]) => ({ model, ...(error && { error }) })),
      groups: [...this.#groups.keys()],
      ratings: structuredClone(this.ratings.rounds),
      ...(this.exported && { exported: this.exported }),
      judgments: this.judgments.kept,
    };
  }

  /** Call once on a new index whose arrays were filled. */
  async restore({ state, refused, gaveUp, groups, ratings, exported, judgments }: RunRemarks): Promise<void> {
    this.state = state;
    for (const [model, names] of this.refused.entries())
      for (const name of refused[model] ?? []) names.add(name);
    for (const { model, error } of gaveUp) this.gaveUp.set(model, error);
    for (const group of groups) this.#groups.set(group, this.#groups.size);
    this.ratings.rounds = ratings;
    this.exported = exported;
    this.judgments.restore(judgments);
    await this.#answers.countAnew();
  }

  /** Returns how many answers of a model are in each state. */
  counts(model: number): Readonly<Record<CellState, number>> {
    return this.#answers.counts[model] ?? { missing: 0, sent: 0, complete: 0, limit: 0, cut: 0, failed: 0 };
  }

  facts(cell: RunCell): CellFacts {
    return this.#answers.facts(this.#answers.numberOf(cell) ?? 0);
  }

  /** Returns where the result of an answer is; `undefined` without one. */
  resultPlace(cell: RunCell): LinePlace | undefined {
    const at = this.#answers.numberOf(cell);
    return at === undefined ? undefined : this.#answers.resultPlace(at);
  }

  checksPlace(cell: RunCell): LinePlace | undefined {
    const at = this.#answers.numberOf(cell);
    return at === undefined ? undefined : this.#answers.checksPlace(at);
  }

  promptPlace(prompt: number): LinePlace | undefined {
    return linePlace(...this.#promptPlaces.subarray(prompt * 2, prompt * 2 + 2));
  }

  /** Returns the digest of what the prompt asks. */
  promptDigest(prompt: number): number {
    return this.#promptDigests[prompt] ?? 0;
  }

  /** Returns the digest of what is checked in the prompt's answers; 0 if nothing is. */
  ruleDigest(prompt: number): number {
    return this.#ruleDigests[prompt] ?? 0;
  }

  /** Whether the prompt has anything to check. */
  isChecked(prompt: number): boolean {
    return this.ruleDigest(prompt) !== 0;
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
    return this.#ruleDigests.some((digest) => digest !== 0);
  }

  /** Yields the answers that are missing or failed, in the order in which they are asked: a prompt's all, the models in turn first. */
  *missing(): Generator<RunCell, void> {
    const { prompts, models, repetitions } = this.#run;
    for (let prompt = 0; prompt < prompts; prompt++)
      for (let repetition = 0; repetition < repetitions; repetition++)
        for (let place = 0; place < models.length; place++) {
          const model = (place + prompt * repetitions + repetition) % models.length;
          const cell = { prompt, model, repetition };
          const state = this.#answers.state(this.#answers.numberOf(cell) ?? 0);
          if (state === 'missing' || state === 'sent' || state === 'failed') yield cell;
        }
  }

  /** Yields all answers in a state; `sent` are those that were under way if nobody asks any more. */
  *inState(state: CellState): Generator<RunCell, void> {
    for (let at = 0; at < this.size; at++)
      if (this.#answers.state(at) === state) yield this.#answers.cellAt(at);
  }

  /**
   * Adds a line of the results. One that is not of this run's models and prompts changes nothing. The last lines may be added again,
   * all in their order.
   */
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
        if (line.why === 'waiting') this.gaveUp.clear();
        this.state = line.why;
        return;
      case 'exported':
        this.exported = { folder: line.folder, files: line.files };
        if (this.state !== 'complete') this.state = 'waiting';
        return;
      case 'ratingBegun':
      case 'rated':
      case 'ratingEnded':
        this.ratings.add(line);
        return;
      case 'judgeBegun':
      case 'judged':
      case 'judgeGaveUp':
        this.judgments.add(line);
        return;
    }
    const at = this.#answers.numberOf(line);
    if (at === undefined) return;
    if (line.is === 'sent') this.#addSent(at, line);
    else if (line.is === 'result') this.#addResult(at, line, place);
    else this.#addChecks(at, line, place);
  }

  #addPrompt(line: RunLineOf<'prompt'>, { offset, length }: LinePlace): void {
    const { prompt, group, expected, checks, messages } = line;
    if (prompt >= this.#run.prompts) return;
    this.#forgetChecks(prompt);
    this.#promptDigests[prompt] = digestOf(JSON.stringify(messages));
    this.#promptPlaces.set([offset, length], prompt * 2);
    const isChecked = expected !== undefined || checks.length > 0;
    this.#ruleDigests[prompt] = isChecked ? digestOf(JSON.stringify([expected, checks])) || 1 : 0;
    if (group !== undefined && !this.#groups.has(group)) this.#groups.set(group, this.#groups.size);
    this.#groupOf[prompt] = group === undefined ? -1 : (this.#groups.get(group) ?? -1);
  }

  /** What was checked was checked by the rules of before. */
  #forgetChecks(prompt: number): void {
    const perPrompt = this.#run.models.length * this.#run.repetitions;
    for (let at = prompt * perPrompt; at < (prompt + 1) * perPrompt; at++) this.#answers.forgetChecks(at);
  }

  #addSent(at: number, { attempt }: RunLineOf<'sent'>): void {
    this.#answers.setAttempt(at, attempt);
    const state = this.#answers.state(at);
    // What was answered stays so, until there is another answer.
    if (state === 'missing' || state === 'failed') this.#answers.setState(at, 'sent');
  }

  #addResult(at: number, result: RunResult, place: LinePlace): void {
    const { text, reasoning, attempt } = result;
    const { ttftMs, tokensPerSecond, completionTokens, isEstimated = false } = result.figures;
    // A stopped request is one that was not answered.
    this.#answers.setState(at, result.state === 'stopped' ? 'sent' : result.state);
    const isEmpty = text.trim() === '';
    const [digest, textDigest] = [digestOf(reasoning, digestOf(text)), digestOf(text.trim())];
    const figures = { ttftMs, tokensPerSecond, completionTokens, isEstimated };
    this.#answers.setAnswer(at, { attempt, isEmpty, digest, textDigest, ...figures }, place);
    this.ratings.forget(result);
    this.judgments.forget(result);
    for (const field of result.droppedFields ?? []) this.refused[result.model]?.add(field);
  }

  #addChecks(at: number, { checks }: RunLineOf<'checked'>, place: LinePlace): void {
    const isKnown = checks.length > 0 && !checks.some(({ isUnchecked }) => isUnchecked);
    const state = checks.every(({ passed }) => passed) ? 'passed' : 'failed';
    this.#answers.setChecks(at, isKnown ? state : 'none', place);
  }
}
