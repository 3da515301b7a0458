import type { Logger } from '../../../api/types.ts';
import { errorCode } from '../../files/atomicFile.ts';
import type { Hold, OwnerLocks } from '../../files/locks/ownerLocks.ts';
import type { ChatRecord } from '../disk/chatRecord.ts';
import type { ChatStore } from '../disk/chatStore.ts';
import { ChatWriter } from '../disk/chatWriter.ts';
import type { Conversation } from '../tree/conversation.ts';
import type { ReadOnly } from './chatChange.ts';

export interface OpenedChat {
  conversation: Conversation;
  readOnly: ReadOnly | undefined;
  writer: ChatWriter;
}

/** What came of a change: made, or why not. `missing`: there is no such chat, or none that can be read. */
export type Changed = 'changed' | 'newer' | 'missing' | 'elsewhere';

/** The records to append to what a chat's file holds. */
export type Edit = (conversation: Conversation) => readonly ChatRecord[];

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

  /** For a chat that is not on the disk yet, or, with `hold`, for one that is ours. */
  newWriter(hold?: Hold): ChatWriter {
    return new ChatWriter(this.#store, this.#locks, this.#keepsHistory, hold);
  }

  /** `undefined` says that there is none, or none that can be read. Close its writer when it is not needed any more. */
  async open(id: string): Promise<OpenedChat | undefined> {
    // Taken before it is read, so that nobody writes in between.
    const hold = await this.#take(id);
    if (hold === 'elsewhere') {
      const stored = await this.#store.look(id);
      if (!stored) return undefined;
      const readOnly = stored.readOnly ? 'newer' : 'elsewhere';
      return { conversation: stored.conversation, readOnly, writer: this.newWriter() };
    }
    const conversation = await this.#loadOurs(id, hold);
    if (conversation) return { conversation, readOnly: undefined, writer: this.newWriter(hold) };
    const newer = await this.#store.look(id);
    return newer && { conversation: newer.conversation, readOnly: 'newer', writer: this.newWriter() };
  }

  /** A chat that was open elsewhere, once it is free: as that window left it, and `writer`'s from now on. */
  async takeOver(id: string, writer: ChatWriter): Promise<Conversation | undefined> {
    const hold = await this.#take(id);
    if (hold === 'elsewhere' || hold === undefined) return undefined;
    const conversation = await this.#loadOurs(id, hold);
    if (conversation) await writer.own(hold);
    return conversation;
  }

  /**
   * Changes a chat's file by what it holds once it is ours: whoever looked at it earlier may not know its newest turns.
   */
  async change(id: string, edit: Edit): Promise<Changed> {
    return this.asOwner(id, async () => {
      const stored = await this.#store.load(id);
      if (!stored) return 'missing';
      if (stored.readOnly) return 'newer';
      const records = edit(stored.conversation);
      if (records.length > 0) await this.#store.append(id, records);
      return 'changed';
    });
  }

  /**
   * Does something to a chat's file as its owner. One that takes no lock can't be written either: what fails then says so
   * itself.
   */
  async asOwner<T>(id: string, work: () => Promise<T>): Promise<T | 'elsewhere'> {
    const hold = await this.#take(id);
    if (hold === 'elsewhere') return hold;
    try {
      return await work();
    } finally {
      await hold?.release();
    }
  }

  /** Gives back at once what can't be written here: it would be shut for every other window. */
  async #loadOurs(id: string, hold: Hold | undefined): Promise<Conversation | undefined> {
    let isOurs = false;
    try {
      const stored = await this.#store.load(id);
      isOurs = stored !== undefined && !stored.readOnly;
      return isOurs ? stored?.conversation : undefined;
    } finally {
      if (!isOurs) await hold?.release();
    }
  }

  async #take(id: string): Promise<Hold | 'elsewhere' | undefined> {
    try {
      return (await this.#locks.take(id)) ?? 'elsewhere';
    } catch (error) {
      // A disk that is full or read-only: the chat opens, and its first write says so.
      this.#log.warn(`Chat ${id} could not be locked: ${errorCode(error) ?? 'unknown error'}`);
      return undefined;
    }
  }
}
