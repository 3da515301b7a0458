import type { Hold, OwnerLocks } from '../../files/locks/ownerLocks.ts';
import type { ChatRecord } from './chatRecord.ts';
import type { ChatStore } from './chatStore.ts';

/** Thrown if another window owns the chat, or has deleted it. */
export class ChatTakenError extends Error {
  override readonly name = 'ChatTakenError';
}

/** Thrown if the user has turned history off: nothing that is said may be written. */
export class HistoryOffError extends Error {
  override readonly name = 'HistoryOffError';
}

/** Writes one open chat, and only while this window owns it. */
export class OwnedChatFile {
  readonly #store: Pick<ChatStore, 'append'>;
  readonly #locks: Pick<OwnerLocks, 'take'>;
  readonly #keepsHistory: () => boolean;
  #hold: Hold | undefined;
  #isClosed = false;

  /** If `hold` is absent, the first write takes ownership of the chat. */
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

  /** Rejects with a `ChatTakenError`, a `HistoryOffError` or the disk's error. */
  async append(id: string, records: readonly ChatRecord[]): Promise<void> {
    if (!this.#keepsHistory()) throw new HistoryOffError('No history is kept.');
    // A write after `close` doesn't take the chat again: nobody would release it.
    if (this.#isClosed) throw new ChatTakenError(`Chat ${id} is closed.`);
    // Checked before each write: another window may have taken over while this one was silent.
    this.#hold ??= await this.#locks.take(id);
    if (!(await this.#hold?.isHeld())) throw new ChatTakenError(`Chat ${id} is another window's.`);
    await this.#store.append(id, records);
  }

  /** Keeps the ownership of the chat until `close`; after `close`, releases it at once. */
  async own(hold: Hold): Promise<void> {
    if (this.#isClosed) await hold.release();
    else this.#hold = hold;
  }

  /** Releases the chat. Call when everything is written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#hold?.release();
  }
}
