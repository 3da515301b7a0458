import { ServiceError, type ServiceErrorKind } from '../../../api/serviceError.ts';
import type { OnWait } from '../../../api/types.ts';
import { BusyGate } from '../../busyGate.ts';
import { eachLimited } from '../../eachLimited.ts';
import { failureLine } from '../../files/errorCode.ts';
import { joinWaits } from '../../joinWaits.ts';
import type { KeptError } from '../../keptError.ts';
import { askForTest } from '../../testRequests/testRequest.ts';
import type { Prompt } from '../prompt.ts';
import { type AskService, askPrompt } from './askPrompt.ts';
import { type Checking, checkedLine, checkMissing } from './checkAnswers.ts';
import { type RunFile, RunTakenError } from './runFile.ts';
import type { NewRunLine, RunCell } from './runRecord.ts';

/** After so many failures in a row, a model is asked no more. */
const maxFailures = 10;

/** How often one prompt is asked anew because the service was too busy for it. */
const maxBusyWaits = 5;

/** Why requests ended. `disk`: it takes no more results. `taken`: another window has taken the run over. */
export type RunEnd = 'complete' | 'stopped' | 'disk' | 'taken';

export interface PromptRunOptions extends Checking {
  service: AskService;
  /** How many requests at once. */
  concurrency: number;
  /** Stops the run: what is under way is aborted, and missing then. */
  signal: AbortSignal;
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
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  readonly #gates: BusyGate[];
  readonly #failures: number[];
  readonly #nextOnWait: () => OnWait;
  /** The prompts that are being asked, each read once. */
  readonly #prompts = new Map<number, Promise<Prompt | undefined>>();
  #end: RunEnd | undefined;
  #lastKept: Promise<void> | undefined;

  /** `file` must be owned by this window. */
  constructor(file: RunFile, options: PromptRunOptions) {
    const { models } = file.run;
    this.#file = file;
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#over.signal]);
    const gates = new Map(models.map(({ connectionId }) => [connectionId, new BusyGate()]));
    this.#gates = models.map(({ connectionId }) => gates.get(connectionId) ?? new BusyGate());
    this.#failures = models.map(() => 0);
    this.#nextOnWait = joinWaits(options.onWait);
  }

  /** Resolves when nothing more is asked or recorded. Never rejects because of a service or the disk. */
  async run(): Promise<RunEnd> {
    const { index } = this.#file;
    const { signal, concurrency } = this.#options;
    await this.#keep({ is: 'begun', at: Date.now(), underWay: [...index.inState('sent')] });
    await this.#recorded(checkMissing(this.#file, this.#options, this.#signal));
    await this.#warmUp();
    await eachLimited(index.missing(), concurrency, (cell) => this.#ask(cell));
    await this.#lastKept;
    const why = signal.aborted ? 'stopped' : 'complete';
    if (!this.#end) await this.#keep({ is: 'ended', why, at: Date.now() });
    return this.#end ?? why;
  }

  /** Each model answers once, uncounted: its first answer may have to wait until it is loaded. */
  async #warmUp(): Promise<void> {
    const { models } = this.#file.run;
    const missing = new Set<number>();
    for (const { model } of this.#file.index.missing()) {
      missing.add(model);
      if (missing.size === models.length) break;
    }
    const { service } = this.#options;
    await eachLimited([...missing], this.#options.concurrency, async (at) => {
      const model = models[at];
      if (!model || this.#signal.aborted) return;
      await askForTest(service.streamChat(model.connectionId), model.name, {
        signal: this.#signal,
        isFirstRequest: service.isFirstRequest(model),
        onFirstContent: () => service.noteAnswer(model),
        onWait: this.#closingGate(at, this.#nextOnWait()),
      });
    });
  }

  async #ask(cell: RunCell): Promise<void> {
    const { run, index } = this.#file;
    const model = run.models[cell.model];
    const gate = this.#gates[cell.model];
    if (!model || !gate || this.#isOver(cell)) return;
    const prompt = await this.#prompt(cell.prompt);
    if (!prompt) return;
    const onWait = this.#nextOnWait();
    const asking = { model, settings: run.settings, service: this.#options.service, signal: this.#signal };
    for (let waits = 0; ; waits += 1) {
      await gate.passed(this.#signal, onWait);
      if (this.#isOver(cell)) return;
      const attempt = index.facts(cell).attempt + 1;
      await this.#keep({ is: 'sent', ...cell, attempt, at: Date.now() });
      if (this.#isOver(cell)) return;
      const result = await askPrompt(prompt, { ...asking, onWait: this.#closingGate(cell.model, onWait) });
      onWait(undefined);
      if (result.state === 'stopped') return;
      if (result.error && waits < maxBusyWaits && gate.closeAsAsked(serviceError(result.error))) continue;
      // Neither is awaited: the next request's line is written together with them.
      void this.#keep({ is: 'result', ...cell, attempt, ...result });
      if (result.state === 'failed') this.#countFailure(cell.model, result.error);
      else {
        this.#failures[cell.model] = 0;
        const checked = await checkedLine(cell, { prompt, text: result.text }, this.#options);
        if (checked) void this.#keep(checked);
      }
      return;
    }
  }

  #countFailure(model: number, error: KeptError | undefined): void {
    const failures = (this.#failures[model] ?? 0) + 1;
    this.#failures[model] = failures;
    if (failures !== maxFailures) return;
    void this.#keep({ is: 'gaveUp', model, at: Date.now(), ...(error && { error }) });
  }

  #isOver({ model }: RunCell): boolean {
    return this.#signal.aborted || (this.#failures[model] ?? 0) >= maxFailures;
  }

  /** What one request waits for, all to that service wait for. */
  #closingGate(model: number, onWait: OnWait): OnWait {
    return (wait) => {
      if (wait) this.#gates[model]?.closeAsAsked(wait.error);
      onWait(wait);
    };
  }

  /** Reads a prompt once for all that it is asked: they follow each other. */
  #prompt(at: number): Promise<Prompt | undefined> {
    const known = this.#prompts.get(at);
    if (known) return known;
    const read = this.#file.prompt(at).catch((error: unknown) => this.#failed(error));
    this.#prompts.set(at, read);
    for (const early of this.#prompts.keys()) {
      if (this.#prompts.size <= this.#options.concurrency) break;
      this.#prompts.delete(early);
    }
    return read;
  }

  /** Lines are written in this order, so the last one is written after all others. */
  #keep(line: NewRunLine): Promise<void> {
    this.#lastKept = this.#recorded(this.#file.add(line));
    return this.#lastKept;
  }

  /** Ends the run if something can't be recorded. */
  async #recorded(written: Promise<void>): Promise<void> {
    await written.catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): undefined {
    this.#end ??= error instanceof RunTakenError ? 'taken' : 'disk';
    if (this.#over.signal.aborted) return;
    this.#options.log.error(failureLine('A run could not go on', error));
    this.#over.abort(new Error('The run can’t be recorded.'));
  }
}

function serviceError({ kind, retryAt, status }: KeptError): ServiceError {
  return new ServiceError(kind as ServiceErrorKind, 'The service is busy.', {
    endpoint: 'POST /api/v1/chat/completions',
    status,
    retryAfterMs: retryAt === undefined ? undefined : Math.max(0, retryAt - Date.now()),
  });
}
