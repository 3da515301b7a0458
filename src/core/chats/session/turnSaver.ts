import type { Logger } from '../../../api/types.ts';
import { debounce } from '../../../base/debounce.ts';
import { WorkQueue } from '../../../base/workQueue.ts';
import { errorCode } from '../../files/errorCode.ts';
import { TakenError } from '../../files/ownedFile.ts';
import { type ChatRecord, metaRecord, turnRecord } from '../disk/chatRecord.ts';
import type { ChatStore } from '../disk/chatStore.ts';
import { recordsOf } from '../disk/forkChat.ts';
import type { Answer, Conversation } from '../tree/conversation.ts';
import type { ChatChange, ReadOnly } from './chatChange.ts';
import { HistoryOffError } from './chatOwnership.ts';

/** Shortest time between two writes of a streaming answer, in milliseconds. */
const checkpointMs = 2000;

/** Growth required since the last write, so that all checkpoints of an answer together stay a few times its size. */
const checkpointGrowth = 1.25;

/** Typing is written once it pauses for `restMs`, or has waited for `maxMs`: one line per keystroke would make the file long. */
const typing = { restMs: 300, maxMs: 2000, isFirstAtOnce: true };

/** Delays before a failed write is retried, in milliseconds; the last one repeats. */
const retriesMs: readonly number[] = [5000, 10_000, 30_000, 60_000];

/** `behind`: kept in memory only. `taken`: the chat can't be written, as it isn't this window's. */
type Kept = 'kept' | 'behind' | 'taken';

/** The open chat that is written. */
interface SavedChat {
  readonly value: Conversation;
  readonly readOnly: ReadOnly | undefined;
  fire(change: ChatChange): void;
  /** Called if another window has taken the chat over. */
  lose(): void;
}

/**
 * Writes an open chat to disk. Never rejects: what can't be written stays in memory and is retried; the first failure is reported,
 * and that it is over. What was said while history was off is never written: it stays in memory, with everything after it, which
 * would make no sense alone.
 */
export class TurnSaver {
  readonly #unkept: Set<string>;
  readonly #chat: SavedChat;
  readonly #store: Pick<ChatStore, 'append'>;
  readonly #log: Logger;
  readonly #retries: readonly number[];
  /** True if something is in memory only. */
  #isBehind = false;
  /** Ids of the turns that the disk lacks, or has in an earlier state. */
  readonly #missing = new Set<string>();
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #writes = new WorkQueue();
  readonly #keepTypedSoon = debounce(() => void this.#keepTyped(), typing);
  #isTextTyped = false;

  constructor(
    chat: SavedChat,
    store: Pick<ChatStore, 'append'>,
    log: Logger,
    unkept: Iterable<string> = [],
    retries = retriesMs,
  ) {
    this.#chat = chat;
    this.#store = store;
    this.#log = log;
    this.#unkept = new Set(unkept);
    this.#retries = retries;
  }

  /**
   * Ids of turns said while history was off, or after such a turn; the chat's own id if its system prompt was. While there are
   * any, nothing is written.
   */
  get unkept(): ReadonlySet<string> {
    return this.#unkept;
  }

  /** True if the disk refused the last write. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /**
   * Writes these records, in the order of the calls: a checkpoint written after the end of its answer would undo it. `said`: ids, as
   * in `unkept`, of what was said with them; if history is off, that stays unwritten for good.
   */
  keep(records: readonly ChatRecord[], said: readonly string[] = []): Promise<Kept> {
    return this.#writes.run(() => this.#write(records, said));
  }

  /** Adds ids to `unkept`: what they stand for is not written later either. */
  leaveUnwritten(ids: Iterable<string>): void {
    for (const id of ids) this.#unkept.add(id);
  }

  /**
   * Writes what is not in the turns, debounced, since it changes on every keystroke. `isText`: the system prompt changed, which counts
   * as said.
   */
  keepTyped(isText: boolean): void {
    this.#isTextTyped ||= isText;
    this.#keepTypedSoon();
  }

  /** Writes what is still only in memory after the queued writes, if there is anything. */
  async catchUp(): Promise<void> {
    await this.#writes.run(async () => {
      if (this.#isBehind) await this.#write([], []);
    });
  }

  /** Writes an answer as it grows, until the returned function is called. */
  startCheckpoints(answer: () => Answer): () => void {
    let kept = lengthOf(answer());
    const timer = setInterval(async () => {
      const before = kept;
      const now = answer();
      const length = lengthOf(now);
      if (length === before || length < before * checkpointGrowth) return;
      kept = length;
      if ((await this.keep([turnRecord(now, Date.now())], [now.id])) !== 'kept') kept = before;
    }, checkpointMs);
    return () => clearInterval(timer);
  }

  /** Resolves when everything is written, or when one more attempt has failed. */
  async settle(): Promise<void> {
    this.#keepTypedSoon.flush();
    await this.catchUp();
  }

  dispose(): void {
    clearTimeout(this.#retry);
  }

  async #keepTyped(): Promise<void> {
    const { value } = this.#chat;
    const said = this.#isTextTyped ? [value.id] : [];
    this.#isTextTyped = false;
    await this.keep([metaRecord(value, Date.now())], said);
  }

  async #write(records: readonly ChatRecord[], said: readonly string[]): Promise<Kept> {
    const { value, readOnly } = this.#chat;
    if (readOnly) return 'taken';
    if (this.#unkept.size > 0) return this.#leave(said);
    for (const { type, id } of records) if (type === 'question' || type === 'answer') this.#missing.add(id);
    try {
      // After a failure, all that is missing is written at once: a turn on disk is worth little without those before it.
      await this.#store.append(value.id, this.#isBehind ? recordsOf(value, this.#missing) : records);
    } catch (error) {
      return error instanceof HistoryOffError ? this.#leave(said) : this.#failed(error);
    }
    this.#missing.clear();
    this.#isBehind = false;
    clearTimeout(this.#retry);
    if (this.#failures > 0) {
      this.#failures = 0;
      this.#chat.fire({ type: 'frame' });
    }
    return 'kept';
  }

  #leave(said: readonly string[]): Kept {
    this.#isBehind = true;
    this.leaveUnwritten(said);
    return 'behind';
  }

  #failed(error: unknown): Kept {
    this.#isBehind = true;
    if (error instanceof TakenError) {
      this.#chat.lose();
      return 'taken';
    }
    const code = errorCode(error);
    this.#log.error(`Chat ${this.#chat.value.id} could not be written: ${code ?? 'unknown error'}`);
    clearTimeout(this.#retry);
    const wait = this.#retries[Math.min(this.#failures, this.#retries.length - 1)];
    this.#retry = setTimeout(() => void this.catchUp(), wait).unref();
    this.#failures += 1;
    if (this.#failures === 1) this.#chat.fire({ type: 'notKept', code });
    return 'behind';
  }
}

function lengthOf({ text, reasoning }: Answer): number {
  return text.length + reasoning.length;
}
