import type { Logger } from '../../api/types.ts';
import { errorCode } from '../files/atomicFile.ts';
import type { OwnerLocks } from '../files/ownerLocks.ts';
import type { ReadOnly } from './chatChange.ts';
import type { ChatStore, StoredChat } from './chatStore.ts';
import { ChatWriter } from './chatWriter.ts';
import type { Conversation } from './conversation.ts';

export interface OpenedChat {
  conversation: Conversation;
  readOnly: ReadOnly | undefined;
  writer: ChatWriter;
}

/** Opens chats for this window, each for it alone where no other window has it. */
export class ChatAccess {
  readonly #store: ChatStore;
  readonly #locks: OwnerLocks;
  readonly #keepsHistory: () => boolean;
  readonly #log: Logger;

  constructor(store: ChatStore, locks: OwnerLocks, keepsHistory: () => boolean, log: Logger) {
    this.#store = store;
    this.#locks = locks;
    this.#keepsHistory = keepsHistory;
    this.#log = log;
  }

  /** For a chat that is not on the disk yet. */
  newWriter(): ChatWriter {
    return new ChatWriter(this.#store, this.#locks, this.#keepsHistory, false);
  }

  /** `undefined` says that there is none, or none that can be read. */
  async open(id: string): Promise<OpenedChat | undefined> {
    // Taken before it is read, so that nobody writes in between.
    const lock = await this.#take(id);
    const stored = await this.#load(id);
    if (!stored) return undefined;
    const writer = new ChatWriter(this.#store, this.#locks, this.#keepsHistory, lock === 'ours');
    const readOnly = stored.readOnly ? 'newer' : lock === 'theirs' ? 'elsewhere' : undefined;
    return { conversation: stored.conversation, readOnly, writer };
  }

  /** A chat that was open elsewhere, once it is free: as that window left it, and ours from now on. */
  async takeOver(id: string): Promise<Conversation | undefined> {
    if ((await this.#take(id)) !== 'ours') return undefined;
    const stored = await this.#load(id);
    return stored?.readOnly ? undefined : stored?.conversation;
  }

  /**
   * Does something to a chat that is not open here, as its owner; false where another window owns it. One that takes no
   * lock can't be written either: what fails then says so itself.
   */
  async asOwner(id: string, work: () => Promise<unknown>): Promise<boolean> {
    if ((await this.#take(id)) === 'theirs') return false;
    try {
      await work();
    } finally {
      await this.release(id);
    }
    return true;
  }

  async release(id: string): Promise<void> {
    try {
      await this.#locks.release(id);
    } catch (error) {
      this.#log.debug(`Chat ${id} was not given back: ${errorCode(error) ?? 'unknown error'}`);
    }
  }

  /** Gives back at once what can't be written here: it would be shut for every other window. */
  async #load(id: string): Promise<StoredChat | undefined> {
    let stored: StoredChat | undefined;
    try {
      stored = await this.#store.load(id);
      return stored;
    } finally {
      if (!stored || stored.readOnly) await this.release(id);
    }
  }

  async #take(id: string): Promise<'ours' | 'theirs' | 'none'> {
    try {
      return (await this.#locks.take(id)) ? 'ours' : 'theirs';
    } catch (error) {
      // A disk that is full or read-only: the chat opens, and its first write says so.
      this.#log.warn(`Chat ${id} could not be locked: ${errorCode(error) ?? 'unknown error'}`);
      return 'none';
    }
  }
}
