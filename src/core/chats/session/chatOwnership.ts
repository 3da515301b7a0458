import type { Logger } from '../../../api/types.ts';
import { failureLine } from '../../files/errorCode.ts';
import type { OwnerLocks } from '../../files/locks/ownerLocks.ts';
import { OwnedFile, TakenError } from '../../files/ownedFile.ts';
import type { ChatRecord } from '../disk/chatRecord.ts';
import type { ChatStore, StoredChat } from '../disk/chatStore.ts';
import type { Conversation } from '../tree/conversation.ts';
import type { ReadOnly } from './chatChange.ts';

/** Thrown if the user has turned history off: nothing that is said may be written. */
export class HistoryOffError extends Error {
  override readonly name = 'HistoryOffError';
}

/** Writes one open chat, and only while this window owns it. */
export type OwnedChatFile = ReturnType<ChatOwnership['newWriter']>;

export interface OpenedChat {
  conversation: Conversation;
  readOnly: ReadOnly | undefined;
  writer: OwnedChatFile;
}

/** The outcome of a change. `missing`: there is no such chat, or it can't be read. */
export type Changed = 'changed' | 'newer' | 'missing' | 'elsewhere';

/** Returns the records to append, given what the chat's file holds. */
export type Edit = (conversation: Conversation) => readonly ChatRecord[];

/** Opens chats for this window: exclusively, or read-only if another window has the chat open. */
export class ChatOwnership {
  readonly #store: ChatStore;
  readonly #locks: Pick<OwnerLocks, 'take'>;
  readonly #keepsHistory: () => boolean;
  readonly #log: Logger;

  constructor(store: ChatStore, locks: Pick<OwnerLocks, 'take'>, keepsHistory: () => boolean, log: Logger) {
    this.#store = store;
    this.#locks = locks;
    this.#keepsHistory = keepsHistory;
    this.#log = log;
  }

  /**
   * Returns a writer for a chat, in a term of its own (`chatRecord.ts`). Without an owned `file`, e.g. as the chat is not on disk yet,
   * the first write takes ownership of it.
   */
  newWriter(file?: OwnedFile, term = 0) {
    let isClosed = false;
    return {
      /** Rejects with a `TakenError`, a `HistoryOffError` or the disk's error. */
      append: async (id: string, records: readonly ChatRecord[]): Promise<void> => {
        if (!this.#keepsHistory()) throw new HistoryOffError('No history is kept.');
        // A write after `close` doesn't take the chat again: nobody would release it.
        if (isClosed) throw new TakenError(`Chat ${id} is closed.`);
        file ??= this.#file(id);
        // What was lost is not taken again: another window may have written.
        if (!file.isOurs) await file.take();
        await file.append(() => this.#store.append(id, records, term));
      },
      /** Keeps the ownership of the chat until `close`; after `close`, releases it at once. */
      own: async (taken: OwnedFile, takenTerm: number): Promise<void> => {
        if (isClosed) await taken.letGo();
        else [file, term] = [taken, takenTerm];
      },
      /** Releases the chat. Call when everything is written. */
      close: async (): Promise<void> => {
        isClosed = true;
        await file?.letGo();
      },
    };
  }

  /** Opens a chat; `undefined` if there is no readable one. Close its writer when you no longer need it. */
  async open(id: string): Promise<OpenedChat | undefined> {
    const file = this.#file(id);
    const ours = await this.#load(file);
    if (ours && ours !== 'elsewhere')
      return {
        conversation: ours.conversation,
        readOnly: undefined,
        writer: this.newWriter(file, ours.term + 1),
      };
    const stored = await this.#store.look(id);
    const readOnly = ours === 'elsewhere' && !stored?.readOnly ? 'elsewhere' : 'newer';
    return stored && { conversation: stored.conversation, readOnly, writer: this.newWriter() };
  }

  /** Takes a chat for `writer`, as another window left it; `undefined` if it is still taken or can't be written here. */
  async takeOver(id: string, writer: OwnedChatFile): Promise<Conversation | undefined> {
    const file = this.#file(id);
    const ours = await this.#load(file);
    if (!ours || ours === 'elsewhere' || !file.isOurs) return undefined;
    await writer.own(file, ours.term + 1);
    return ours.conversation;
  }

  /** Changes a chat's file. `edit` gets what it holds once the chat is ours: what was read earlier may lack its newest turns. */
  async change(id: string, edit: Edit): Promise<Changed> {
    return this.asOwner(id, async () => {
      const stored = await this.#store.load(id);
      if (!stored) return 'missing';
      if (stored.readOnly) return 'newer';
      const records = edit(stored.conversation);
      if (records.length > 0) await this.#store.append(id, records, stored.term + 1);
      return 'changed';
    });
  }

  /**
   * Runs `work` as the chat's owner, even if the disk refuses a lock: writing then fails with its own error. Returns `elsewhere` if
   * another window has the chat.
   */
  async asOwner<T>(id: string, work: () => Promise<T>): Promise<T | 'elsewhere'> {
    const file = this.#file(id);
    if (!(await file.take(undefined, (error) => this.#noteRefused(id, error)))) return 'elsewhere';
    try {
      return await work();
    } finally {
      await file.letGo();
    }
  }

  /** Takes a chat and loads it; `undefined` if it can't be written here, which leaves it to other windows. */
  async #load(file: OwnedFile): Promise<StoredChat | 'elsewhere' | undefined> {
    let stored: StoredChat | 'elsewhere' | undefined = 'elsewhere';
    const read = async () => {
      stored = await this.#store.load(file.id);
      if (stored?.readOnly) stored = undefined;
      return stored !== undefined;
    };
    await file.take(read, (error) => this.#noteRefused(file.id, error));
    return stored;
  }

  #file(id: string): OwnedFile {
    return new OwnedFile(this.#locks, id);
  }

  /** The disk is full or read-only: the chat still opens, and its first write reports the error. */
  #noteRefused(id: string, error: unknown): void {
    this.#log.warn(failureLine(`Chat ${id} could not be locked`, error));
  }
}
