import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../api/types.ts';
import { Emitter } from '../../emitter.ts';
import { appendLines, type OpenFile } from '../../files/appendLines.ts';
import { renameWithRetry } from '../../files/atomicFile.ts';
import { fileStats } from '../../files/fileStats.ts';
import { idsIn, ifExists, isId } from '../../files/ifExists.ts';
import { KeyedQueue } from '../../files/keyedQueue.ts';
import { type ReadFile, readChatFile, type StoredChat } from './chatFile.ts';
import { ChatList } from './chatList.ts';
import type { ChatRecord } from './chatRecord.ts';
import type { ChatSummary } from './chatSummary.ts';
import { putInTrash, takeFromTrash } from './chatTrash.ts';

export type { StoredChat } from './chatFile.ts';
export type { ChatSummary } from './chatSummary.ts';

/**
 * One append-only JSONL file per conversation in `folder`. Lines are independent, so that a torn tail loses only itself; a file
 * without a readable line is set aside as `*.corrupt-<ms>`, never overwritten. Deleted chats stay in its subfolder `trash` for
 * thirty days.
 */
export class ChatStore {
  readonly #onDidChange = new Emitter<string>();
  /** Fires with the id of a chat that was written, deleted or restored. */
  readonly onDidChange = this.#onDidChange.event;
  readonly folder: string;
  readonly #log: Logger;
  readonly #readFile: (path: string) => Promise<string>;
  readonly #open: { openFile?: OpenFile };
  readonly #list: ChatList;
  readonly #trash: string;
  readonly #queue = new KeyedQueue();

  /** `read` and `openFile` replace the system's, to simulate failures. */
  constructor(
    folder: string,
    log: Logger,
    read = (path: string) => readFile(path, 'utf8'),
    openFile?: OpenFile,
  ) {
    this.folder = folder;
    this.#log = log;
    this.#readFile = read;
    this.#open = openFile ? { openFile } : {};
    this.#list = new ChatList(folder, log, (id) => this.text(id));
    this.#trash = join(folder, 'trash');
  }

  /**
   * Appends all records in one write and waits until they are on disk. Writes to one chat keep their order. For its owner: if
   * that fails, nothing of it stays on the disk.
   */
  append(id: string, records: readonly ChatRecord[]): Promise<void> {
    return this.#queue.run(id, async () => {
      const sizes = await appendLines(this.#path(id), records, { ...this.#open, isOurs: true });
      await this.#list.noteAppend(id, records, sizes);
      this.#onDidChange.fire(id);
    });
  }

  /** Opens a chat for its owner. Sets an unreadable file aside; `undefined` if there is nothing to open. */
  async load(id: string): Promise<StoredChat | undefined> {
    const read = await this.#read(id);
    if (read?.isUnreadable) await this.#setAside(id);
    return read?.stored;
  }

  /** Like `load`, for non-owners. Changes nothing: another window may be about to write the first line. */
  async look(id: string): Promise<StoredChat | undefined> {
    return (await this.#read(id))?.stored;
  }

  /** Returns the text of a chat's file; `undefined` if there is none. */
  async text(id: string): Promise<string | undefined> {
    return ifExists(this.#readFile(this.#path(id)));
  }

  /** Newest first. */
  async list(): Promise<ChatSummary[]> {
    return this.#list.summaries(await idsIn(this.folder, '.jsonl'));
  }

  /** Returns a string per chat that changes whenever its file does. */
  async stamps(ids: readonly string[]): Promise<string[]> {
    const stats = await fileStats(ids.map((id) => this.#path(id)));
    return stats.map((file) => (file ? `${file.size} ${file.mtimeMs}` : ''));
  }

  /** Deletes a chat permanently, such as that of an open panel in which nothing was said. */
  delete(id: string): Promise<void> {
    return this.#queue.run(id, async () => {
      await rm(this.#path(id), { force: true });
      this.#changed(id);
    });
  }

  /** Deletes a chat without turns: permanently if it never had any. A file that can't be read in full stays. */
  async deleteEmpty(id: string): Promise<void> {
    const text = await this.#queue.run(id, () => this.text(id));
    const { stored, bad } = readChatFile(id, text ?? '');
    if (!stored || stored.readOnly || bad > 0 || stored.conversation.turns.size > 0) return;
    if (stored.conversation.deleted) await this.moveToTrash(id);
    else await this.delete(id);
  }

  /** Moves a chat to the trash, until `restore` or for thirty days. False if it was never written, or deleted elsewhere. */
  moveToTrash(id: string, now = Date.now()): Promise<boolean> {
    return this.#queue.run(id, async () => {
      const isMoved = await putInTrash(this.#trash, id, this.#path(id), now);
      this.#changed(id);
      return isMoved;
    });
  }

  /** Undoes `moveToTrash`. False if nothing of it is left, or if the chat exists. */
  async restore(id: string): Promise<boolean> {
    const isBack = await takeFromTrash(this.#trash, id, this.#path(id));
    if (isBack) this.#changed(id);
    return isBack;
  }

  #path(id: string): string {
    if (!isId(id)) throw new TypeError('A chat id is a UUID.');
    return join(this.folder, `${id}.jsonl`);
  }

  async #read(id: string): Promise<ReadFile | undefined> {
    const text = await this.text(id);
    if (text === undefined) return undefined;
    const read = readChatFile(id, text);
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
