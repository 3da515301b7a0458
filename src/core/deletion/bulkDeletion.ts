import type { Logger, Lora } from '../../api/types.ts';
import type { Connection } from '../connections/connection.ts';
import { eachOf } from '../files/manyFiles.ts';
import { type RetryWait, RetryWaits } from '../retryWait.ts';
import { type AttemptParts, BulkAttempt } from './bulkAttempt.ts';
import { BulkCourse } from './bulkCourse.ts';
import type { BulkEntry, BulkOutcome } from './bulkOutcome.ts';
import { BusyGate, type Pause } from './busyGate.ts';
import { ReadOnlyConnectionError } from './deletion.ts';

/** How many LoRAs are checked and deleted at once. */
const lanes = 4;

export interface BulkParts extends Pick<AttemptParts, 'agreed' | 'remover' | 'journal' | 'record'> {
  /** As it is now; `undefined` once it is removed. */
  connection(): Connection | undefined;
  log: Logger;
  /** Shows the entry as being deleted while `work` runs. */
  during(name: string, work: () => Promise<{ isGone: boolean }>): Promise<unknown>;
  onProgress(progress: BulkProgress): void;
  pause?: Pause;
}

export interface BulkProgress {
  done: number;
  total: number;
  /** Why a request waits before it is sent again. */
  wait: RetryWait | undefined;
  /** No further entry is begun; what has left is waited for. */
  isEnding: boolean;
}

/**
 * Deletes what the person agreed to, a few at once, each retrieved afresh just before. Nothing leaves before it is written
 * down, and nothing after the connection became read-only, moved or was removed. It ends early only by `stop`, by the disk, and
 * where going on is hopeless (`Streak`).
 */
export class BulkDeletion {
  readonly #loras: readonly Lora[];
  readonly #parts: BulkParts;
  readonly #attempt: AttemptParts;
  readonly #outcomes = new Map<string, BulkOutcome>();
  readonly #course: BulkCourse;
  #wait: RetryWait | undefined;

  /** Each name once. */
  constructor(loras: readonly Lora[], parts: BulkParts) {
    this.#loras = loras;
    this.#parts = parts;
    const course = new BulkCourse({ ...parts, onDidEnd: () => this.#tell() });
    const waits = new RetryWaits((wait) => {
      this.#wait = wait;
      this.#tell();
    });
    this.#course = course;
    this.#attempt = { ...parts, course, waits, gate: new BusyGate(waits, parts.pause) };
  }

  /** Ends when every entry has its outcome; never rejects for what a service or the disk did. */
  async run(): Promise<BulkEntry[]> {
    this.#tell();
    await eachOf(this.#loras, lanes, (lora) => this.#entry(lora));
    const { ended } = this.#course;
    if (ended !== 'interrupted') await this.#course.written(() => this.#parts.record.ended(ended));
    return this.#loras.map((lora) => ({
      lora,
      outcome: this.#outcomes.get(lora.name) ?? this.#course.notTried(),
    }));
  }

  /** Begins no further entry. What has left is waited for: only its answer can say how it ended. */
  stop(): void {
    this.#course.end('stopped');
  }

  /** The same where its window goes: nobody has stopped it, and the next window tells of it. */
  interrupt(): void {
    this.#course.end('interrupted');
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
      const outcome = await this.#settled(lora);
      this.#outcomes.set(lora.name, outcome);
      return { isGone: outcome.is === 'deleted' || outcome.is === 'alreadyGone' };
    });
    this.#tell();
  }

  /** The entry's outcome, written down. */
  async #settled(lora: Lora): Promise<BulkOutcome> {
    const attempt = new BulkAttempt(lora, this.#attempt);
    const outcome = await attempt.run().catch((error: unknown) => this.#failed(error, attempt));
    await this.#course.written(() => this.#parts.record.outcome(lora.name, outcome));
    return outcome;
  }

  /** A fault of ours ends the rest, and takes no outcome along that is known already. */
  #failed(error: unknown, { isSent }: BulkAttempt): BulkOutcome {
    if (error instanceof ReadOnlyConnectionError) {
      this.#course.end('readOnly');
      return this.#course.notTried();
    }
    this.#parts.log.error(`A deletion failed: ${error instanceof Error ? error.stack : String(error)}`);
    this.#course.end('error');
    return isSent ? { is: 'unknown' } : this.#course.notTried();
  }
}
