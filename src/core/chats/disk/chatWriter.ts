import type { Hold, OwnerLocks } from '../../files/locks/ownerLocks.ts';
import type { ChatRecord } from './chatRecord.ts';
import type { ChatStore } from './chatStore.ts';

/** Another window owns the chat, or has deleted it. */
export class ChatTakenError extends Error {
  override readonly name = 'ChatTakenError';
}

/** The person wants nothing of what is said to be written. */
export class HistoryOffError extends Error {
  override readonly name = 'HistoryOffError';
}

/** Writes one open chat, and only while this window owns it. */
export class ChatWriter {
  readonly #store: Pick<ChatStore, 'append'>;
  readonly #locks: Pick<OwnerLocks, 'take'>;
  readonly #keepsHistory: () => boolean;
  #hold: Hold | undefined;
  #isClosed = false;

  /** Without `hold`, the first write takes the chat. */
  constructor(
    store: Pick<ChatStore, 'append'>,
    locks: Pick<OwnerLocks, 'take'>,
    keepsHistory: () => boolean,
    hold?: Hold,
  ) {
    this.#store = store;
    this.#locks = locks;
    this.#keepsHistory = keepsHistory;
    this.#hold = hold;
  }

  /** Rejects with a `ChatTakenError`, a `HistoryOffError` or what the disk says. */
  async append(id: string, records: readonly ChatRecord[]): Promise<void> {
    if (!this.#keepsHistory()) throw new HistoryOffError('No history is kept.');
    // A chat that was given back is not taken again by what comes late: nobody would give it back once more.
    if (this.#isClosed) throw new ChatTakenError(`Chat ${id} is closed.`);
    // Looked at before each write: while this machine slept, a window on another one may have taken over.
    this.#hold ??= await this.#locks.take(id);
    if (!(await this.#hold?.isHeld())) throw new ChatTakenError(`Chat ${id} is another window's.`);
    await this.#store.append(id, records);
  }

  /** From now on the chat is this window's, until `close`. */
  async own(hold: Hold): Promise<void> {
    if (this.#isClosed) await hold.release();
    else this.#hold = hold;
  }

  /** Gives the chat back. Call when all of it is written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#hold?.release();
  }
}
