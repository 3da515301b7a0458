import { ServiceError } from '../../api/serviceError.ts';
import type { Lora } from '../../api/types.ts';
import type { Connection } from '../connections/connection.ts';
import type { RetryWaits } from '../retryWait.ts';
import type { BulkCourse } from './bulkCourse.ts';
import { type BulkOutcome, changeSince, keepError, outcomeOf, type WhyEnded } from './bulkOutcome.ts';
import type { BusyGate } from './busyGate.ts';
import { type DeletionOutcome, deleteLora, type LoraRemover } from './deletion.ts';
import type { DeletionJournal } from './journal.ts';

/** How often an entry waits because the service was too busy to delete it. */
const mostBusyWaits = 2;

/** Where a bulk deletion is written down while it runs. Each is on the disk when it resolves. */
export interface BulkRecord {
  /** Before the request leaves; `retrieved` is the entry as it was just before. */
  sent(name: string, retrieved: unknown): Promise<void>;
  outcome(name: string, outcome: BulkOutcome): Promise<void>;
  /** `why`: for the entries that have no outcome of their own. */
  ended(why: WhyEnded | undefined): Promise<void>;
}

export interface AttemptParts {
  /** As it was when the person agreed. */
  agreed: Pick<Connection, 'id' | 'name' | 'baseUrl'>;
  remover(connection: Connection): LoraRemover;
  journal: Pick<DeletionJournal, 'add'>;
  record: BulkRecord;
  course: BulkCourse;
  gate: BusyGate;
  waits: RetryWaits;
}

/** One entry of a bulk deletion: retrieved afresh, written down, deleted once, and the journal keeps it. */
export class BulkAttempt {
  readonly #lora: Lora;
  readonly #parts: AttemptParts;
  #isSent = false;

  constructor(lora: Lora, parts: AttemptParts) {
    this.#lora = lora;
    this.#parts = parts;
  }

  /** A request for this entry has left. */
  get isSent(): boolean {
    return this.#isSent;
  }

  async run(): Promise<BulkOutcome> {
    const { course, gate, record } = this.#parts;
    for (let waits = 0; ; waits += 1) {
      await gate.passed(course.signal);
      const checked = await this.#check();
      if ('outcome' in checked) return checked.outcome;
      const { raw } = checked;
      if (!(await course.written(() => record.sent(this.#lora.name, raw)))) return course.notTried();
      // Writing took a moment: this is the last look before the request leaves.
      const connection = course.writable();
      if (!connection) return course.notTried();
      const result = await this.#delete(connection, raw);
      const isBusy = result.is === 'refused' && gate.close(result.error);
      if (!isBusy || waits === mostBusyWaits) return this.#read(result);
    }
  }

  /** For the journal, and because it may not be what was agreed to any more. */
  async #check(): Promise<{ raw: unknown } | { outcome: BulkOutcome }> {
    const { course, remover, waits } = this.#parts;
    const connection = course.writable();
    if (!connection) return { outcome: course.notTried() };
    const { signal } = course;
    let raw: unknown;
    const onRaw = (json: unknown) => {
      raw = json;
    };
    try {
      const { name } = this.#lora;
      const now = await remover(connection).getLora(name, { signal, onRaw, ...waits.next() });
      const change = changeSince(this.#lora, now);
      if (change === undefined) return { raw };
      course.count(undefined);
      return { outcome: { is: 'changed', now: change } };
    } catch (error) {
      if (signal.aborted) return { outcome: course.notTried() };
      if (!(error instanceof ServiceError)) throw error;
      course.count(error);
      if (error.kind === 'notFound') return { outcome: { is: 'alreadyGone' } };
      return { outcome: outcomeOf(error, 'check', Date.now()) };
    }
  }

  async #delete(connection: Connection, raw: unknown): Promise<DeletionOutcome> {
    const { course, remover, waits } = this.#parts;
    const slot = waits.next();
    let forget = (): void => undefined;
    this.#isSent = true;
    try {
      return await deleteLora(remover(connection), connection, this.#lora.name, raw, (wait, stop) => {
        forget();
        if (!wait) return slot.onWaited();
        slot.onRetry(wait.waitMs, wait.error);
        forget = course.onEnd(stop);
      });
    } finally {
      forget();
      slot.onWaited();
    }
  }

  async #read(result: DeletionOutcome): Promise<BulkOutcome> {
    const { course } = this.#parts;
    course.count('error' in result ? result.error : undefined);
    switch (result.is) {
      case 'deleted':
        return this.#journaled(result);
      case 'alreadyGone':
        return result;
      case 'stopped':
        return course.notTried();
      case 'refused':
        return outcomeOf(result.error, 'deletion', Date.now());
      case 'stillThere':
        return { is: 'failed', at: 'deletion', error: keepError(result.error, Date.now()) };
      case 'unknown':
        return { is: 'unknown', error: keepError(result.error, Date.now()) };
    }
  }

  async #journaled({
    object,
    isReturned,
  }: Extract<DeletionOutcome, { is: 'deleted' }>): Promise<BulkOutcome> {
    const { agreed, course, journal } = this.#parts;
    const isKept = await course.written(() =>
      journal.add({
        connectionId: agreed.id,
        connection: agreed.name,
        baseUrl: agreed.baseUrl,
        name: this.#lora.name,
        source: isReturned ? 'returned' : 'retrieved',
        object,
      }),
    );
    return isKept ? { is: 'deleted' } : { is: 'deleted', object };
  }
}
