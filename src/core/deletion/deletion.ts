import type { Lora, RetryWait } from '../../api/types.ts';
import { eachLimited } from '../eachLimited.ts';
import { errorTrace } from '../files/errorCode.ts';
import { DeletionAttempt } from './attempt.ts';
import { type CourseOptions, DeletionCourse } from './course.ts';
import { type DeletionEntry, isGone, type Outcome } from './outcome.ts';
import { settle } from './settle.ts';

/** Number of LoRAs that are checked and deleted at once. */
const lanes = 4;

export interface DeletionOptions extends CourseOptions {
  /**
   * Names of entries whose earlier request may still be carried out: whatever happens now, only their absence from a list tells how
   * they ended.
   */
  unsettled?: ReadonlySet<string>;
  /** Shows the entry as being deleted while `work` runs. */
  during(name: string, work: () => Promise<{ isGone: boolean }>): Promise<unknown>;
  onProgress(progress: DeletionProgress): void;
}

export interface DeletionProgress {
  done: number;
  total: number;
  /** The wait before a request is sent again; `undefined` if none is waiting. */
  wait: RetryWait | undefined;
  /** True if no further entry is started; sent requests are still awaited. */
  isEnding: boolean;
}

/**
 * Deletes what the user agreed to, one LoRA or many, a few at once, each retrieved again just before. Nothing is sent before it is
 * recorded, nor once the connection is read-only, moved or removed, its API key or headers have changed, or another window has
 * taken over the deletion. It ends early only then, by `stop` or `interrupt`, on a fault of the disk or our own, or if going on is
 * hopeless (`Streak`).
 */
export class Deletion {
  readonly #loras: readonly Lora[];
  readonly #options: DeletionOptions;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #course: DeletionCourse;
  /** Aborts the list that settles unanswered requests. That list is loaded even after a stop, unless the window closes. */
  readonly #gone = new AbortController();

  /** `loras` must not repeat a name. */
  constructor(loras: readonly Lora[], options: DeletionOptions) {
    this.#loras = loras;
    this.#options = options;
    this.#course = new DeletionCourse(options, () => this.#tell());
  }

  /** Resolves when every entry has its outcome. Never rejects because of the service or the disk. */
  async run(): Promise<DeletionEntry[]> {
    this.#tell();
    await eachLimited(this.#loras, lanes, (lora) => this.#entry(lora));
    const entries = await this.#settled();
    const { ended } = this.#course;
    if (ended !== 'interrupted') await this.#course.written(() => this.#options.record.ended(ended));
    return entries;
  }

  /** Starts no further entry. Sent requests are awaited, since only their answers say how they ended. */
  stop(): void {
    this.#course.end('stopped');
  }

  /** Like `stop`, for a closing window: the user did not stop the deletion, so the next window reports it. */
  interrupt(): void {
    this.#course.end('interrupted');
    this.#gone.abort(new Error('The window goes.'));
  }

  /** Checks the connection now. If nothing may be deleted through it any more, ends the deletion and its waits. */
  async recheck(): Promise<void> {
    this.#course.writable();
    await this.#course.checkCredentials();
  }

  #tell(): void {
    this.#options.onProgress({
      done: this.#outcomes.size,
      total: this.#loras.length,
      wait: this.#course.wait,
      isEnding: this.#course.ended !== undefined,
    });
  }

  async #entry(lora: Lora): Promise<void> {
    if (!this.#course.writable()) return;
    await this.#options.during(lora.name, async () => {
      const isUnsettled = this.#options.unsettled?.has(lora.name) ?? false;
      const onWait = this.#course.nextOnWait();
      const attempt = new DeletionAttempt(lora, isUnsettled, this.#course, onWait);
      const outcome = await attempt.run().catch((error: unknown) => this.#failed(error, attempt));
      // If a wait was stopped, it is no longer shown.
      onWait(undefined);
      this.#outcomes.set(lora.name, outcome);
      return { isGone: isGone(outcome) };
    });
    this.#tell();
  }

  #untried({ name }: Lora): Outcome {
    return this.#options.unsettled?.has(name) ? { is: 'unknown' } : this.#course.notTried();
  }

  /** Ends the deletion after a fault of ours. Known outcomes stay. */
  #failed(error: unknown, { isSent }: Pick<DeletionAttempt, 'isSent'>): Outcome {
    this.#options.log.error(`A deletion failed: ${errorTrace(error)}`);
    this.#course.end('error');
    return isSent ? { is: 'unknown' } : this.#course.notTried();
  }

  /** Returns all entries, after a list has settled those that need it. */
  async #settled(): Promise<DeletionEntry[]> {
    const { agreed, connection, record, during } = this.#options;
    const { client, credentials } = agreed;
    const entries = this.#loras.map((lora) => {
      return { lora, outcome: this.#outcomes.get(lora.name) ?? this.#untried(lora), credentials };
    });
    const isMoved = connection()?.baseUrl !== agreed.connection.baseUrl;
    if (isMoved || this.#gone.signal.aborted || !(await this.#course.checkCredentials())) return entries;
    try {
      const settled = await settle(entries, {
        lister: client,
        credentials,
        options: { signal: this.#gone.signal, onWait: this.#course.nextOnWait() },
        write: async (name, outcome) => {
          await this.#course.written(() => record.outcome(name, outcome));
          if (isGone(outcome)) await during(name, () => Promise.resolve({ isGone: true }));
        },
      });
      return settled.entries;
    } catch (error) {
      if (!this.#gone.signal.aborted) this.#failed(error, { isSent: true });
      return entries;
    }
  }
}
