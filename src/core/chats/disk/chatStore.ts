import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../api/types.ts';
import { eachLimited } from '../../../base/eachLimited.ts';
import { Emitter } from '../../../base/emitter.ts';
import { KeyedQueue } from '../../../base/keyedQueue.ts';
import { appendLines, type OpenFile } from '../../files/appendLines.ts';
import { renameWithRetry } from '../../files/atomicFile.ts';
import { fileStats, idsIn, ifExists, isId } from '../../files/ifExists.ts';
import { readLines as fileLines } from '../../files/readLines.ts';
import { hasTurns } from '../tree/conversationTree.ts';
import { ChatFileReader, longestText, type ReadFile, type StoredChat, splitLines } from './chatFile.ts';
import { ChatList } from './chatList.ts';
import { type ChatRecord, inTerm, readRecord } from './chatRecord.ts';
import { type ChatSummary, knownChatOf, summaryOf } from './chatSummary.ts';
import { ChatTooLargeError, maxChatLetters } from './chatTooLarge.ts';
import { putInTrash, type TrashedFile, takeFromTrash, trashedFiles } from './chatTrash.ts';

/** Max number of files read at once. */
const readsAtOnce = 8;

/** A chat in the trash. If it is too long to be read for a list, its title and models are empty. */
export interface DeletedChat extends Pick<ChatSummary, 'id' | 'title' | 'models' | 'isHidden'> {
  /** Unix milliseconds. */
  deletedAt: number;
}

/** What tests replace: functions of the file system, and the limit. */
interface Simulated {
  read?: (path: string) => Promise<string>;
  openFile?: OpenFile;
  maxLetters?: number;
}

export type { StoredChat } from './chatFile.ts';
export type { ChatSummary } from './chatSummary.ts';

/**
 * Stores each conversation as an append-only JSONL file in `folder`. Lines are independent, so a torn end loses only the last line.
 * A file without a readable line is set aside as `*.corrupt-<ms>`, never overwritten. Deleted chats stay in its subfolder `trash`
 * for thirty days.
 */
export class ChatStore {
  readonly #onDidChange = new Emitter<string>();
  /** Fires with the id of a chat that was written, deleted or restored. */
  readonly onDidChange = this.#onDidChange.event;
  readonly folder: string;
  readonly #log: Logger;
  readonly #simulated: Simulated;
  readonly #list: ChatList;
  readonly #trash: string;
  readonly #queue = new KeyedQueue();

  constructor(folder: string, log: Logger, simulated: Simulated = {}) {
    this.folder = folder;
    this.#log = log;
    this.#simulated = simulated;
    this.#list = new ChatList(folder, log, (id) => this.lines(id));
    this.#trash = join(folder, 'trash');
  }

  /**
   * Appends all records in one write and waits until they are on disk. Writes to one chat keep their order. Call as the chat's
   * owner, with the owner's term. If the write fails, nothing of it stays on the disk.
   */
  append(id: string, given: readonly ChatRecord[], term = 0): Promise<void> {
    const { openFile } = this.#simulated;
    const records = inTerm(given, term);
    return this.#queue.run(id, async () => {
      const sizes = await appendLines(this.#path(id), records, { openFile, isOurs: true });
      await this.#list.noteAppend(id, records, sizes);
      this.#onDidChange.fire(id);
    });
  }

  /**
   * Opens a chat for its owner. Sets an unreadable file aside. Returns `undefined` if there is nothing to open. Rejects with a
   * `ChatTooLargeError`, or with the error of reading the file.
   */
  async load(id: string): Promise<StoredChat | undefined> {
    const read = await this.#read(id);
    if (read && !read.stored && read.lines > 0) await this.#setAside(id);
    return read?.stored;
  }

  /** Like `load`, but also for a chat that this window doesn't own. Changes nothing: its owner may be about to write to it. */
  async look(id: string): Promise<StoredChat | undefined> {
    return (await this.#read(id))?.stored;
  }

  /** Returns the text of a chat's file; `undefined` if there is none. Rejects if the file is longer than a string can be. */
  async text(id: string): Promise<string | undefined> {
    const { read = (path) => readFile(path, 'utf8') } = this.#simulated;
    return ifExists(read(this.#path(id)));
  }

  /** Yields the lines of a chat's file in groups: one group with all of them, or many if the file is long; none without a file. */
  async *lines(id: string): AsyncGenerator<readonly string[], void> {
    const [file] = await fileStats([this.#path(id)]);
    if (file && file.size > longestText) {
      for await (const { text } of fileLines(this.#path(id))) yield splitLines(text);
      return;
    }
    const text = await this.text(id);
    if (text !== undefined) yield splitLines(text);
  }

  /** Returns all chats, newest first. */
  async list(): Promise<ChatSummary[]> {
    return this.#list.summaries(await idsIn(this.folder, '.jsonl'));
  }

  /** Returns the ids of all chats, those in the trash too. */
  async ids(): Promise<ReadonlySet<string>> {
    const trashed = await trashedFiles(this.#trash);
    return new Set([...trashed.map(({ id }) => id), ...(await idsIn(this.folder, '.jsonl'))]);
  }

  /** Returns the turns that a chat's last deletion removed, as they were last written: written again, they are back. */
  async deletedTurns(id: string): Promise<ChatRecord[]> {
    const turns = new Map<string, ChatRecord>();
    let deleted: ReadonlySet<string> = new Set();
    for await (const lines of this.lines(id)) {
      for (const { record } of lines.map(readRecord)) {
        if (record?.type === 'question' || record?.type === 'answer') turns.set(record.id, record);
        else if (record?.type === 'deleted') deleted = new Set(record.turns);
      }
    }
    return [...turns.values()].filter((turn) => deleted.has(turn.id));
  }

  /** Returns a string per chat that changes whenever its file does; empty if there is none. */
  async stamps(ids: readonly string[]): Promise<string[]> {
    const stats = await fileStats(ids.map((id) => this.#path(id)));
    return stats.map((file) => (file ? `${file.size} ${file.mtimeMs}` : ''));
  }

  /** Deletes a chat permanently, such as one whose tab is open and in which nothing was said. */
  delete(id: string): Promise<void> {
    return this.#queue.run(id, async () => {
      await rm(this.#path(id), { force: true });
      this.#changed(id);
    });
  }

  /**
   * Deletes a chat without turns and without a draft: permanently if it never had any turns, else to the trash. A file that can't be
   * read in full stays.
   */
  async deleteEmpty(id: string): Promise<void> {
    const { stored, bad = 0 } = (await this.#queue.run(id, () => this.#read(id))) ?? {};
    if (!stored || stored.readOnly || bad > 0) return;
    if (hasTurns(stored.conversation) || stored.conversation.draft !== undefined) return;
    if (stored.conversation.deleted) await this.moveToTrash(id);
    else await this.delete(id);
  }

  /** Moves a chat to the trash, where it stays for thirty days. Returns false if it was never written, or was deleted elsewhere. */
  moveToTrash(id: string, now = Date.now()): Promise<boolean> {
    return this.#queue.run(id, async () => {
      const isMoved = await putInTrash(this.#trash, id, this.#path(id), now);
      this.#changed(id);
      return isMoved;
    });
  }

  /** Undoes `moveToTrash`. Returns false if the chat is no longer in the trash, or if it exists. */
  async restore(id: string): Promise<boolean> {
    const isBack = await takeFromTrash(this.#trash, id, this.#path(id));
    if (isBack) this.#changed(id);
    return isBack;
  }

  /** Returns the chats that `restore` brings back, the last deleted first. */
  async deleted(): Promise<DeletedChat[]> {
    const newest = new Map<string, TrashedFile>();
    for (const file of await trashedFiles(this.#trash))
      if (file.deletedAt > (newest.get(file.id)?.deletedAt ?? 0)) newest.set(file.id, file);
    for (const id of await idsIn(this.folder, '.jsonl')) newest.delete(id);
    const deleted: DeletedChat[] = [];
    await eachLimited([...newest.values()], readsAtOnce, async ({ id, name, deletedAt }) => {
      const path = join(this.#trash, name);
      const [file] = await fileStats([path]);
      if (!file) return;
      const text = file.size > longestText ? '' : await readFile(path, 'utf8');
      const known = knownChatOf(id, splitLines(text));
      deleted.push({ id, title: '', models: [], deletedAt, ...(known && summaryOf(known)) });
    });
    return deleted.sort((a, b) => b.deletedAt - a.deletedAt);
  }

  #path(id: string): string {
    if (!isId(id)) throw new TypeError('A chat id is a UUID.');
    return join(this.folder, `${id}.jsonl`);
  }

  async #read(id: string): Promise<ReadFile | undefined> {
    const { maxLetters = maxChatLetters } = this.#simulated;
    let reader: ChatFileReader | undefined;
    for await (const lines of this.lines(id)) {
      reader ??= new ChatFileReader(id);
      for (const line of lines) reader.add(line);
      if (reader.letters > maxLetters) throw new ChatTooLargeError(this.#path(id));
    }
    if (!reader) return undefined;
    const { read } = reader;
    if (read.bad > 0) this.#log.warn(`Chat ${id}: ${read.bad} of ${read.lines} lines could not be read.`);
    return read;
  }

  #changed(id: string): void {
    this.#list.forget(id);
    this.#onDidChange.fire(id);
  }

  async #setAside(id: string): Promise<void> {
    const path = this.#path(id);
    await renameWithRetry(path, `${path}.corrupt-${Date.now()}`);
    this.#log.warn(`Chat ${id} could not be read and was set aside; nothing of it was deleted.`);
  }
}
