import type { Logger } from '../../../api/types.ts';
import { debounce } from '../../debounce.ts';
import { errorCode } from '../../files/errorCode.ts';
import { KeyedQueue } from '../../keyedQueue.ts';
import { type ChatRecord, metaRecord, turnRecord } from '../disk/chatRecord.ts';
import type { ChatStore } from '../disk/chatStore.ts';
import { recordsOf } from '../disk/forkChat.ts';
import type { AnswerTurn, Conversation } from '../tree/conversation.ts';
import { ChatTakenError, HistoryOffError } from './chatOwnership.ts';

/** Shortest time between two writes of a streaming answer, in milliseconds. */
const checkpointMs = 2000;

/** Growth required since the last write, so that all checkpoints of an answer together stay a few times its size. */
const checkpointGrowth = 1.25;

/** Typing is written once it pauses for `restMs`, or has waited for `maxMs`: one line per keystroke would make the file long. */
const typing = { restMs: 300, maxMs: 2000, isFirstAtOnce: true };

/** Delays before a failed write is retried, in milliseconds; the last one repeats. */
const retriesMs = [5000, 10_000, 30_000, 60_000] as const;

/** `behind`: kept in memory only. `taken`: the chat can't be written, as it isn't this window's. */
export type Kept = 'kept' | 'behind' | 'taken';

export interface SaverOptions {
  store: Pick<ChatStore, 'append'>;
  log: Logger;
  readOnly: () => boolean;
  /** Returns the current conversation. */
  conversation: () => Conversation;
  /** See `TurnSaver.unkept`. */
  unkept?: Iterable<string> | undefined;
  /** Called on the first failure, and not again until a write has succeeded. */
  onNotKept: (code: string | undefined) => void;
  onKeptAgain: () => void;
  onTaken: () => void;
  retries?: readonly number[];
}

/**
 * Writes an open chat to disk. Never rejects: what can't be written stays in memory and is retried. What was said while history was
 * off is never written: it stays in memory, with everything after it, which would make no sense alone.
 */
export class TurnSaver {
  readonly #options: SaverOptions;
  readonly #unkept: Set<string>;
  /** True if something is in memory only. */
  #isBehind = false;
  /** Ids of the turns that the disk lacks, or has in an earlier state. */
  readonly #missing = new Set<string>();
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #writes = new KeyedQueue();
  readonly #keepTypedSoon = debounce(() => void this.#keepTyped(), typing);
  #isTextTyped = false;

  constructor(options: SaverOptions) {
    this.#options = options;
    this.#unkept = new Set(options.unkept);
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

  /** Writes these records, in the order of the calls: a checkpoint written after the end of its answer would undo it. */
  keep(records: readonly ChatRecord[]): Promise<Kept> {
    return this.keepSaid([], records);
  }

  /** Like `keep`, for what was said, with ids as in `unkept`: if history is off, it stays unwritten for good. */
  keepSaid(ids: readonly string[], records: readonly ChatRecord[]): Promise<Kept> {
    return this.#writes.run('chat', () => this.#write(records, ids));
  }

  /** Adds ids to `unkept`: what they stand for is not written later either. */
  leaveUnwritten(ids: Iterable<string>): void {
    for (const id of ids) this.#unkept.add(id);
  }

  async keepMeta(): Promise<void> {
    await this.keep([metaRecord(this.#options.conversation(), Date.now())]);
  }

  /** Like `keepMeta`, but debounced, for changes on every keystroke. `isText`: the system prompt changed, which counts as said. */
  keepTyped(isText: boolean): void {
    this.#isTextTyped ||= isText;
    this.#keepTypedSoon();
  }

  /** Writes what is still only in memory after the queued writes, if there is anything. */
  async catchUp(): Promise<void> {
    await this.#writes.run('chat', async () => {
      if (this.#isBehind) await this.#write([], []);
    });
  }

  /** Writes an answer as it grows, until the returned function is called. */
  startCheckpoints(answer: () => AnswerTurn): () => void {
    let kept = lengthOf(answer());
    const timer = setInterval(async () => {
      const before = kept;
      const now = answer();
      const length = lengthOf(now);
      if (length === before || length < before * checkpointGrowth) return;
      kept = length;
      if ((await this.keepSaid([now.id], [turnRecord(now, Date.now())])) !== 'kept') kept = before;
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
    const conversation = this.#options.conversation();
    const said = this.#isTextTyped ? [conversation.id] : [];
    this.#isTextTyped = false;
    await this.keepSaid(said, [metaRecord(conversation, Date.now())]);
  }

  async #write(records: readonly ChatRecord[], said: readonly string[]): Promise<Kept> {
    const { store, readOnly, conversation } = this.#options;
    if (readOnly()) return 'taken';
    if (this.#unkept.size > 0) return this.#leave(said);
    // After a failure, all that is missing is written at once: a turn on disk is worth little without those before it.
    const isBehind = this.#isBehind;
    for (const record of records) if (isTurn(record)) this.#missing.add(record.id);
    try {
      const { id } = conversation();
      await store.append(id, isBehind ? recordsOf(conversation(), this.#missing) : records);
      this.#missing.clear();
      this.#succeeded(isBehind);
      return 'kept';
    } catch (error) {
      if (error instanceof HistoryOffError) {
        this.#isBehind = true;
        return this.#leave(said);
      }
      return this.#failed(error);
    }
  }

  #leave(said: readonly string[]): Kept {
    this.leaveUnwritten(said);
    return 'behind';
  }

  #succeeded(wasBehind: boolean): void {
    clearTimeout(this.#retry);
    if (wasBehind) this.#isBehind = false;
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#options.onKeptAgain();
  }

  #failed(error: unknown): Kept {
    const { log, conversation, onNotKept, onTaken, retries = retriesMs } = this.#options;
    this.#isBehind = true;
    if (error instanceof ChatTakenError) {
      onTaken();
      return 'taken';
    }
    const code = errorCode(error);
    log.error(`Chat ${conversation().id} could not be written: ${code ?? 'unknown error'}`);
    clearTimeout(this.#retry);
    const wait = retries[Math.min(this.#failures, retries.length - 1)];
    this.#retry = setTimeout(() => void this.catchUp(), wait).unref();
    this.#failures += 1;
    if (this.#failures === 1) onNotKept(code);
    return 'behind';
  }
}

function isTurn({ type }: ChatRecord): boolean {
  return type === 'user' || type === 'assistant';
}

function lengthOf({ text, reasoning }: AnswerTurn): number {
  return text.length + reasoning.length;
}
