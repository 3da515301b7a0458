import type { Logger, Lora } from '../../api/types.ts';
import type { Connection } from '../connections/connection.ts';
import { errorTrace } from '../errorTrace.ts';
import { eachOf } from '../files/manyFiles.ts';
import { type RetryWait, RetryWaits } from '../retryWait.ts';
import { type AttemptParts, DeletionAttempt, type LoraRemover } from './attempt.ts';
import { BusyGate, type Pause } from './busyGate.ts';
import { DeletionCourse } from './course.ts';
import type { DeletionRecord } from './openDeletions.ts';
import { type DeletionEntry, isGone, type Outcome } from './outcome.ts';
import { type LoraLister, settle } from './settle.ts';

/** How many LoRAs are checked and deleted at once. */
const lanes = 4;

export interface DeletionParts {
  /** As it was when the person agreed. */
  agreed: Pick<Connection, 'id' | 'baseUrl'>;
  /** As it is now; `undefined` once it is removed. */
  connection(): Connection | undefined;
  remover(connection: Connection): LoraRemover & LoraLister;
  record: DeletionRecord;
  log: Logger;
  /** Shows the entry as being deleted while `work` runs. */
  during(name: string, work: () => Promise<{ isGone: boolean }>): Promise<unknown>;
  onProgress(progress: DeletionProgress): void;
  pause?: Pause;
}

export interface DeletionProgress {
  done: number;
  total: number;
  /** Why a request waits before it is sent again. */
  wait: RetryWait | undefined;
  /** No further entry is begun; what has left is waited for. */
  isEnding: boolean;
}

/**
 * Deletes what the person agreed to, one LoRA or many, a few at once, each retrieved afresh just before. Nothing leaves before
 * it is written down, and nothing after the connection became read-only, moved or was removed, or another window has taken the
 * deletion over. It ends early only so, by `stop`, by the disk, and where going on is hopeless (`Streak`).
 */
export class Deletion {
  readonly #loras: readonly Lora[];
  readonly #parts: DeletionParts;
  readonly #attempt: AttemptParts;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #course: DeletionCourse<LoraRemover & LoraLister>;
  readonly #waits: RetryWaits;
  /** For the list that settles what got no answer: that is looked at also after a stop, unless the window goes. */
  readonly #gone = new AbortController();
  #wait: RetryWait | undefined;

  /** Each name once. */
  constructor(loras: readonly Lora[], parts: DeletionParts) {
    this.#loras = loras;
    this.#parts = parts;
    const course = new DeletionCourse({ ...parts, onDidEnd: () => this.#tell() });
    this.#waits = new RetryWaits((wait) => {
      this.#wait = wait;
      this.#tell();
    });
    this.#course = course;
    const gate = new BusyGate(this.#waits, parts.pause);
    this.#attempt = { record: parts.record, course, waits: this.#waits, gate };
  }

  /** Ends when every entry has its outcome; never rejects for what a service or the disk did. */
  async run(): Promise<DeletionEntry[]> {
    this.#tell();
    await eachOf(this.#loras, lanes, (lora) => this.#entry(lora));
    const entries = await this.#settled();
    const { ended } = this.#course;
    if (ended !== 'interrupted') await this.#course.written(() => this.#parts.record.ended(ended));
    return entries;
  }

  /** Begins no further entry. What has left is waited for: only its answer can say how it ended. */
  stop(): void {
    this.#course.end('stopped');
  }

  /** The same where its window goes: nobody has stopped it, and the next window tells of it. */
  interrupt(): void {
    this.#course.end('interrupted');
    this.#gone.abort(new Error('The window goes.'));
  }

  /** Looks at the connection now: where nothing may be deleted through it any more, that ends the waits too. */
  look(): void {
    this.#course.writable();
  }

  #tell(): void {
    this.#parts.onProgress({
      done: this.#outcomes.size,
      total: this.#loras.length,
      wait: this.#wait,
      isEnding: this.#course.ended !== undefined,
    });
  }

  async #entry(lora: Lora): Promise<void> {
    if (!this.#course.writable()) return;
    await this.#parts.during(lora.name, async () => {
      const attempt = new DeletionAttempt(lora, this.#attempt);
      const outcome = await attempt.run().catch((error: unknown) => this.#failed(error, attempt));
      this.#outcomes.set(lora.name, outcome);
      return { isGone: isGone(outcome) };
    });
    this.#tell();
  }

  /** A fault of ours ends the rest, and takes no outcome along that is known already. */
  #failed(error: unknown, { isSent }: Pick<DeletionAttempt, 'isSent'>): Outcome {
    this.#parts.log.error(`A deletion failed: ${errorTrace(error)}`);
    this.#course.end('error');
    return isSent ? { is: 'unknown' } : this.#course.notTried();
  }

  /** All entries, those settled by one list that only a list can tell of. */
  async #settled(): Promise<DeletionEntry[]> {
    const entries = this.#loras.map((lora) => {
      return { lora, outcome: this.#outcomes.get(lora.name) ?? this.#course.notTried() };
    });
    const { agreed, connection, record, remover, during } = this.#parts;
    const now = connection();
    if (now?.baseUrl !== agreed.baseUrl || this.#gone.signal.aborted) return entries;
    try {
      const settled = await settle(entries, {
        lister: remover(now),
        options: { signal: this.#gone.signal, ...this.#waits.next() },
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
