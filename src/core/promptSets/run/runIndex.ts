import { runInSlices } from '../../../base/eventLoop.ts';
import type { LinePlace } from '../../files/readLines.ts';
import { rankedPrompts } from '../drawnOrder.ts';
import { AnswerTable, answeredStates, type CellFacts, type CellState, hasAnswered } from './answerTable.ts';
import { type KeptModelRemarks, ModelRemarks } from './modelRemarks.ts';
import { PromptTable } from './promptTable.ts';
import { type KeptJudgments, RunJudgments } from './runJudgments.ts';
import { type RatingRounds, RunRatings } from './runRatings.ts';
import {
  maxModels,
  type Run,
  type RunCell,
  type RunLine,
  type RunLineOf,
  type RunModel,
  type RunResult,
  type WrittenBatch,
} from './runRecord.ts';

export { answeredStates, type CellFacts, type CellState, hasAnswered } from './answerTable.ts';

/**
 * How the last requests ended. `begun`: they go on or, if no window holds the run, were interrupted. `ceiling`: stopped since the answers
 * had as many tokens as the user allowed. `waiting`: another engine is to answer them.
 */
export const runStates = ['new', 'begun', 'complete', 'stopped', 'ceiling', 'waiting'] as const;

/** What an index says of a run beside its arrays. */
interface RunRemarks extends KeptModelRemarks, Pick<PromptTable, 'groups' | 'tagLists'> {
  state: (typeof runStates)[number];
  /** The models that were added to the planned ones. */
  added: RunModel[];
  /** By the model's number. */
  ratings: Record<number, RatingRounds>;
  /** The files that were written last. */
  exported?: WrittenBatch | undefined;
  judgments: KeptJudgments;
}

/**
 * Where in a run's results each answer is, and what must be known of all to count, sort and judge them. An answer takes 72 bytes,
 * so 100,000 prompts for four models take 29 MB; nothing of the texts is in memory.
 */
export class RunIndex {
  readonly #run: Pick<Run, 'models' | 'repetitions' | 'prompts' | 'seed'>;
  /** How many models the run was planned with. */
  readonly #planned: number;
  readonly #answers: AnswerTable;
  readonly #prompts: PromptTable;
  readonly models: ModelRemarks;
  readonly ratings = new RunRatings();
  readonly judgments: RunJudgments;
  state: (typeof runStates)[number] = 'new';
  /** The files for another engine that were written last. */
  exported: WrittenBatch | undefined;
  /** Known until a prompt comes. */
  #askedOrder: Float64Array | undefined;
  /** How many lines with prompts have come. */
  #promptLines = 0;

  /** `run` gets the models that are added. `prompts`: what is known of them already. */
  constructor(
    run: Pick<Run, 'models' | 'repetitions' | 'prompts' | 'seed'>,
    prompts = new PromptTable(run.prompts),
  ) {
    this.#run = run;
    this.#planned = run.models.length;
    this.#answers = new AnswerTable(run);
    this.#prompts = prompts;
    this.models = new ModelRemarks(run.models.length);
    this.judgments = new RunJudgments(run.prompts);
  }

  /** The number of answers that the run consists of. */
  get size(): number {
    return this.#answers.size;
  }

  /** Returns what is known of each prompt and answer. Call `addModels` before filling them, and `restore` after. */
  get arrays(): NodeJS.ArrayBufferView[] {
    return [...this.#answers.arrays, ...this.#prompts.arrays];
  }

  get remarks(): RunRemarks {
    return {
      state: this.state,
      ...this.models.kept,
      added: this.#run.models.slice(this.#planned),
      groups: this.#prompts.groups,
      tagLists: this.#prompts.tagLists,
      ratings: structuredClone(this.ratings.rounds),
      ...(this.exported && { exported: this.exported }),
      judgments: this.judgments.kept,
    };
  }

  /** Call once on a new index, with what `remarks` say of a stored one. */
  addModels(added: readonly RunModel[]): void {
    for (const model of added) this.#addModel(model);
  }

  /** Call once on a new index whose arrays were filled. */
  async restore(remarks: Omit<RunRemarks, 'added'>): Promise<void> {
    const { state, ratings, exported, judgments } = remarks;
    this.state = state;
    this.models.restore(remarks);
    this.#prompts.restoreNames(remarks);
    this.ratings.rounds = ratings;
    this.exported = exported;
    this.judgments.restore(judgments);
    await this.#answers.countAnew();
  }

  /** Returns how many answers of a model are in each state. */
  counts(model: number): Readonly<Record<CellState, number>> {
    return this.#answers.counts[model] ?? { missing: 0, sent: 0, complete: 0, limit: 0, cut: 0, failed: 0 };
  }

  /** How many answers there are, whether or not they pass. */
  get answered(): number {
    return this.#answers.sum(answeredStates);
  }

  /** How many answers of a model, or of all, have something to check that was not checked. */
  unchecked(model?: number): number {
    const { unchecked } = this.#answers;
    return model === undefined ? unchecked.reduce((sum, one) => sum + one, 0) : (unchecked[model] ?? 0);
  }

  /** How many requests failed. */
  get failed(): number {
    return this.#answers.sum(['failed']);
  }

  /** How many answers of a model are missing or failed. */
  unanswered(model: number): number {
    const { missing, sent, failed } = this.counts(model);
    return missing + sent + failed;
  }

  /** Whether all that was planned for a model has ended: answered, failed, or not sent since the model kept failing. */
  isComplete(model: number): boolean {
    const { missing, sent } = this.counts(model);
    return missing + sent === 0 || this.models.gaveUp.has(model);
  }

  /** Returns an answer's number, from 0. Throws if the run has no such answer. */
  numberOf(cell: RunCell): number {
    const at = this.#answers.numberOf(cell);
    if (at === undefined) throw new RangeError('The run has no such answer.');
    return at;
  }

  facts(cell: RunCell): CellFacts {
    return this.#answers.facts(this.numberOf(cell));
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
    return this.#prompts.place(prompt);
  }

  /** Returns the digest of what the prompt asks. */
  promptDigest(prompt: number): number {
    return this.#prompts.digest(prompt);
  }

  /** Returns the digest of what is checked in the prompt's answers; 0 if nothing is. */
  ruleDigest(prompt: number): number {
    return this.#prompts.ruleDigest(prompt);
  }

  /** Whether the prompt has anything to check. */
  isChecked(prompt: number): boolean {
    return this.ruleDigest(prompt) !== 0;
  }

  /** Returns the number of what the prompt counts as in a verdict: itself or its group. */
  unitOf(prompt: number): number {
    const group = this.#prompts.group(prompt);
    return group === undefined ? prompt : this.#run.prompts + group;
  }

  /** Whether some prompts belong together. */
  get hasGroups(): boolean {
    return this.#prompts.hasGroups;
  }

  tagsOf(prompt: number): readonly string[] {
    return this.#prompts.tags(prompt);
  }

  /** Whether any prompt has something to check. */
  get hasChecks(): boolean {
    return this.#prompts.hasRules;
  }

  /**
   * Returns the prompts in the order in which they are asked: drawn from the run's seed, what counts once together. So what was asked
   * when a run ends early is a random part of it.
   */
  get askedOrder(): Float64Array {
    if (this.#askedOrder) return this.#askedOrder;
    const steps = this.#ordering();
    let step = steps.next();
    while (!step.done) step = steps.next();
    this.#askedOrder = step.value;
    return step.value;
  }

  /** Works out `askedOrder` without blocking the event loop. */
  async prepareAskedOrder(): Promise<void> {
    if (this.#askedOrder) return;
    const lines = this.#promptLines;
    const order = await runInSlices(this.#ordering());
    if (lines === this.#promptLines) this.#askedOrder = order;
  }

  #ordering(): Generator<void, Float64Array> {
    const { prompts, seed } = this.#run;
    return rankedPrompts(prompts, seed, (prompt) => this.unitOf(prompt));
  }

  /** Yields the answers that are missing or failed, in the order in which they are asked: a prompt's all, the models in turn first. */
  *missing(): Generator<RunCell, void> {
    const { models, repetitions } = this.#run;
    for (const [at, prompt] of this.askedOrder.entries())
      for (let repetition = 0; repetition < repetitions; repetition++)
        for (let place = 0; place < models.length; place++) {
          const model = (place + at * repetitions + repetition) % models.length;
          const cell = { prompt, model, repetition };
          if (!hasAnswered(this.facts(cell).state)) yield cell;
        }
  }

  /** Yields all answers in a state; `sent` are those that were under way if nobody asks any more. */
  *inState(state: CellState): Generator<RunCell, void> {
    for (let at = 0; at < this.size; at++)
      if (this.#answers.state(at) === state) yield this.#answers.cellAt(at);
  }

  /** Yields the answers that have something to check that was not checked. */
  *inNeedOfChecks(): Generator<RunCell, void> {
    for (let at = 0; at < this.size; at++) if (this.#answers.isUnchecked(at)) yield this.#answers.cellAt(at);
  }

  /**
   * Adds a line of the results. One that is not of this run's models and prompts changes nothing. The last lines may be added again,
   * all in their order.
   */
  add(line: RunLine, place: LinePlace): void {
    switch (line.is) {
      case 'prompt':
        if (line.prompt >= this.#run.prompts) return;
        this.#prompts.add(line, place);
        this.#askedOrder = undefined;
        this.#promptLines += 1;
        this.#answers.forgetPrompt(line.prompt, this.isChecked(line.prompt));
        return;
      case 'modelAdded':
        // The line may come again.
        if (line.place === this.#run.models.length && line.place < maxModels) this.#addModel(line.model);
        return;
      case 'begun':
        this.models.gaveUp.clear();
        this.state = 'begun';
        return;
      case 'gaveUp':
        this.models.gaveUp.set(line.model, line.error);
        return;
      case 'ended':
        if (line.why === 'waiting') this.models.gaveUp.clear();
        this.state = line.why;
        return;
      case 'exported':
        this.exported = { folder: line.folder, files: line.files, wireNames: line.wireNames };
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
        this.judgments.add(line, place);
        return;
    }
    const at = this.#answers.numberOf(line);
    if (at === undefined) return;
    if (line.is === 'sent') this.#answers.setSent(at, line.attempt);
    else if (line.is === 'result') this.#addResult(at, line, place);
    else this.#addChecks(at, line, place);
  }

  #addModel(model: RunModel): void {
    this.#run.models.push(model);
    this.#answers.grow();
    this.models.grow();
  }

  #addResult(at: number, result: RunResult, place: LinePlace): void {
    this.#answers.setResult(at, result, place, this.isChecked(result.prompt));
    this.ratings.forget(result);
    this.judgments.forget(result);
    this.models.add(result, hasAnswered(this.#answers.state(at)));
  }

  #addChecks(at: number, { checks }: RunLineOf<'checked'>, place: LinePlace): void {
    const known = checks.every(({ passed, isPart }) => isPart || passed) ? 'passed' : 'failed';
    const state = checks.some(({ isUnchecked }) => isUnchecked) ? 'unchecked' : known;
    const callError = checks.find((check) => check.callError)?.callError;
    this.#answers.setChecks(at, checks.length > 0 ? state : 'none', callError, place);
  }
}
