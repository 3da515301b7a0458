import type { OnWait } from '../../../api/types.ts';
import { eachLimited } from '../../../base/eachLimited.ts';
import { anyAbort } from '../../../base/raceAbort.ts';
import { BusyGate } from '../../busyGate.ts';
import { joinWaits } from '../../joinWaits.ts';
import type { KeptError } from '../../keptError.ts';
import { askForTest, isKeyRefused } from '../../testRequests/testRequest.ts';
import type { Prompt } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';
import type { NewRunLine, RunCell } from '../run/runRecord.ts';
import type { AskService } from './askPrompt.ts';
import { askThroughGate, closingGate, maxFailures } from './askThroughGate.ts';
import { type Checking, checkedLine, checkMissing } from './recordChecks.ts';
import { Recording } from './recording.ts';

/** Why requests ended. `ceiling`: at `maxTotalTokens`. `disk`: it takes no more results. `taken`: another window has taken the run over. */
export type RunEnd = 'complete' | 'stopped' | 'ceiling' | 'disk' | 'taken';

/** The prompts of so many requests are read at once. */
const readAhead = 32;

/** So often a run is looked at on its way, at most: a look goes through all of it. */
const looks = 200;

/** Why a run is stopped that nobody stopped: its window closes. Nothing more is recorded, as if the window were killed. */
export class WindowClosedError extends Error {}

export interface PromptRunOptions extends Checking {
  service: AskService;
  /** How many requests at once. */
  concurrency: number;
  /** Stops the run: what is under way is aborted, and missing then. */
  signal: AbortSignal;
  /** Says whether enough is known: nothing more is asked then, but what is under way is awaited. It is asked now and then. */
  isClear?: () => Promise<boolean>;
  /** Stops the run once the answers that it asks for have so many tokens together, estimated where the service doesn't count them. */
  maxTotalTokens?: number;
  onWait: OnWait;
}

/**
 * Asks for what a run lacks: all of it, or what is missing or failed. Each prompt goes to all models before the next is begun, and
 * each model comes first in turn, so that a slow hour hits all alike. A request is on record before it is sent, and its result as
 * soon as it is there; what can't be recorded ends the run.
 */
export class PromptRun {
  readonly #file: RunFile;
  readonly #options: PromptRunOptions;
  readonly #recording: Recording;
  readonly #signal: AbortSignal;
  readonly #ceiling = new AbortController();
  readonly #gates: BusyGate[];
  readonly #failures: number[];
  readonly #nextOnWait: () => OnWait;
  /** How many answers came since the last look. */
  #unseen = 0;
  #isClear = false;
  #tokens = 0;
  /** The prompts that are asked or soon will be, each read once. */
  readonly #prompts = new Map<number, Promise<Prompt | undefined>>();

  /** `file` must be owned by this window. */
  constructor(file: RunFile, options: PromptRunOptions) {
    const { models } = file.run;
    this.#file = file;
    this.#options = options;
    this.#recording = new Recording(file, options.log);
    this.#signal = anyAbort([options.signal, this.#recording.signal, this.#ceiling.signal]);
    const gates = new Map<string, BusyGate>();
    this.#gates = models.map(({ connectionId }) => {
      const gate = gates.get(connectionId) ?? new BusyGate();
      gates.set(connectionId, gate);
      return gate;
    });
    this.#failures = models.map(() => 0);
    this.#nextOnWait = joinWaits(options.onWait);
  }

  /** Resolves when nothing more is asked or recorded. Never rejects because of a service or the disk. */
  async run(): Promise<RunEnd> {
    const { run, index } = this.#file;
    const { service, signal, concurrency } = this.#options;
    await service.readKept(run.models);
    await this.#keep({ is: 'begun', at: Date.now(), underWay: [...index.inState('sent')] });
    await this.#recording.recorded(checkMissing(this.#file, this.#options, this.#signal));
    await Promise.all([this.#warmUp(), index.prepareAskedOrder()]);
    await eachLimited(this.#missing(), concurrency, (cell) => this.#ask(cell));
    await this.#recording.settled();
    const isLeftOut = !run.models.every((_, model) => index.isComplete(model));
    const isStopped = signal.aborted || (this.#isClear && isLeftOut);
    const isAtCeiling = this.#ceiling.signal.aborted && isLeftOut;
    const why = isAtCeiling ? 'ceiling' : isStopped ? 'stopped' : 'complete';
    const isLeft = signal.reason instanceof WindowClosedError;
    if (!this.#recording.failure && !isLeft) await this.#keep({ is: 'ended', why, at: Date.now() });
    return this.#recording.failure ?? why;
  }

  /** Each model answers once, uncounted: its first answer may have to wait until it is loaded. */
  async #warmUp(): Promise<void> {
    const { run, index } = this.#file;
    const { service, concurrency } = this.#options;
    await eachLimited(run.models.entries(), concurrency, async ([at, model]) => {
      if (index.unanswered(at) === 0 || this.#signal.aborted) return;
      const { error } = await askForTest(service.streamChat(model.connectionId), model.name, {
        signal: this.#signal,
        isFirstRequest: service.isFirstRequest(model),
        onFirstContent: () => service.noteAnswer(model),
        onWait: closingGate(this.#gates[at], this.#nextOnWait()),
      });
      if (isKeyRefused({ error })) this.#giveUp(at, error);
    });
  }

  /** Yields the answers to ask for, once their prompts are being read. */
  *#missing(): Generator<RunCell, void> {
    let ahead: RunCell[] = [];
    for (const cell of this.#file.index.missing()) {
      if (this.#isClear || this.#isOver(cell)) continue;
      void this.#prompt(cell.prompt);
      if (ahead.push(cell) < readAhead) continue;
      yield* ahead;
      ahead = [];
    }
    yield* ahead;
  }

  async #ask(cell: RunCell): Promise<void> {
    const { run, index } = this.#file;
    const model = run.models[cell.model];
    const gate = this.#gates[cell.model];
    if (!model || !gate || this.#isClear || this.#isOver(cell)) return;
    const prompt = await this.#prompt(cell.prompt);
    if (!prompt) return;
    let attempt = 0;
    const result = await askThroughGate(prompt, {
      ...{ model, gate, settings: run.settings, service: this.#options.service, signal: this.#signal },
      onWait: this.#nextOnWait(),
      isOver: () => this.#isOver(cell),
      beforeSend: () => {
        attempt = index.facts(cell).attempt + 1;
        return this.#keep({ is: 'sent', ...cell, attempt, at: Date.now() });
      },
    });
    if (!result) return;
    // Neither is awaited: the next request's line is written together with them.
    void this.#keep({ is: 'result', ...cell, attempt, ...result });
    this.#count(result.figures.completionTokens);
    if (result.state === 'failed') this.#countFailure(cell.model, result.error);
    else {
      // What was under way when the model was given up doesn't begin it again.
      if (this.#failures[cell.model] !== maxFailures) this.#failures[cell.model] = 0;
      const checked = await checkedLine(cell, { ...result, prompt }, this.#options);
      if (checked) void this.#keep(checked);
    }
    await this.#look();
  }

  async #look(): Promise<void> {
    const { isClear } = this.#options;
    this.#unseen += 1;
    if (!isClear || this.#isClear || this.#unseen < this.#file.index.size / looks) return;
    this.#unseen = 0;
    await this.#recording.settled();
    if (await isClear()) this.#isClear = true;
  }

  #count(tokens = 0): void {
    this.#tokens += tokens;
    if (this.#tokens >= (this.#options.maxTotalTokens ?? Number.POSITIVE_INFINITY))
      this.#ceiling.abort(new Error('The answers have as many tokens as allowed.'));
  }

  #countFailure(model: number, error: KeptError | undefined): void {
    const failures = (this.#failures[model] ?? 0) + 1;
    // What one key is refused for, it is refused for every time.
    if (failures >= maxFailures || isKeyRefused({ error })) this.#giveUp(model, error);
    else this.#failures[model] = failures;
  }

  /** Asks a model no more. Does nothing if it is asked no more already. */
  #giveUp(model: number, error: KeptError | undefined): void {
    if (this.#failures[model] === maxFailures) return;
    this.#failures[model] = maxFailures;
    void this.#keep({ is: 'gaveUp', model, at: Date.now(), ...(error && { error }) });
  }

  #isOver({ model }: RunCell): boolean {
    return this.#signal.aborted || this.#failures[model] === maxFailures;
  }

  /** Reads a prompt once for all that are asked it: they follow each other. */
  #prompt(at: number): Promise<Prompt | undefined> {
    const known = this.#prompts.get(at);
    if (known) return known;
    const read = this.#file.prompt(at).catch((error: unknown) => this.#recording.failed(error));
    this.#prompts.set(at, read);
    for (const early of this.#prompts.keys()) {
      if (this.#prompts.size <= this.#options.concurrency + readAhead) break;
      this.#prompts.delete(early);
    }
    return read;
  }

  #keep(line: NewRunLine): Promise<void> {
    return this.#recording.keep(line);
  }
}
