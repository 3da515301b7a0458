import type { Logger } from '../../../api/types.ts';
import { failureLine } from '../../files/errorCode.ts';
import { TakenError } from '../../files/ownedFile.ts';
import type { RunFile } from '../run/runFile.ts';
import type { NewRunLine } from '../run/runRecord.ts';

/** Adds to a run what comes of requests. What can't be recorded ends them. */
export class Recording {
  readonly #file: RunFile;
  readonly #log: Logger;
  readonly #over = new AbortController();
  #lastKept: Promise<void> | undefined;
  /** Why nothing more can be recorded: the disk takes no more, or another window has taken the run over. */
  failure: 'disk' | 'taken' | undefined;

  /** `file` must be owned by this window. */
  constructor(file: RunFile, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  /** Aborts once something can't be recorded. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Adds a line. Lines are written in this order, so the last one is written after all others. Never rejects. */
  keep(line: NewRunLine): Promise<void> {
    this.#lastKept = this.recorded(this.#file.add(line));
    return this.#lastKept;
  }

  /** Resolves once all is written. */
  async settled(): Promise<void> {
    await this.#lastKept;
  }

  /** Ends the requests if this can't be written. */
  async recorded(written: Promise<unknown>): Promise<void> {
    await written.catch((error: unknown) => this.failed(error));
  }

  /** Call when the run can't be read or written. */
  failed(error: unknown): undefined {
    this.failure ??= error instanceof TakenError ? 'taken' : 'disk';
    if (this.#over.signal.aborted) return;
    this.#log.error(failureLine('A run could not go on', error));
    this.#over.abort(new Error("The run can't be recorded."));
  }
}
