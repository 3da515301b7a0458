import type { OwnerLocks } from '../files/ownerLocks.ts';
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
  readonly #locks: Pick<OwnerLocks, 'take' | 'isHeld'>;
  readonly #keepsHistory: () => boolean;
  #hasLock: boolean;

  constructor(
    store: Pick<ChatStore, 'append'>,
    locks: Pick<OwnerLocks, 'take' | 'isHeld'>,
    keepsHistory: () => boolean,
    hasLock: boolean,
  ) {
    this.#store = store;
    this.#locks = locks;
    this.#keepsHistory = keepsHistory;
    this.#hasLock = hasLock;
  }

  /** Rejects with a `ChatTakenError`, a `HistoryOffError` or what the disk says. */
  async append(id: string, records: readonly ChatRecord[]): Promise<void> {
    if (!this.#keepsHistory()) throw new HistoryOffError('No history is kept.');
    if (this.#hasLock) {
      // Looked at before each write: while this machine slept, a window on another one may have taken over.
      if (!(await this.#locks.isHeld(id))) throw new ChatTakenError(`Chat ${id} is no longer ours.`);
    } else if (await this.#locks.take(id)) this.#hasLock = true;
    else throw new ChatTakenError(`Chat ${id} is open in another window.`);
    await this.#store.append(id, records);
  }
}
