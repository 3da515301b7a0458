import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../api/types.ts';
import { appendLines } from './appendLines.ts';
import { errorCode } from './atomicFile.ts';
import { type ChatRecord, conversationFrom, readRecord } from './chatRecord.ts';
import { type ChatSummary, type KnownChat, knownChat, knownChatAfter, summaryOf } from './chatSummary.ts';
import type { Conversation } from './conversation.ts';
import { Emitter } from './emitter.ts';

export type { ChatSummary } from './chatSummary.ts';

/** `readOnly`: the file is of a newer format, or some of its lines are. */
export interface StoredChat {
  conversation: Conversation;
  readOnly: boolean;
}

const fileName = /^([0-9a-f-]{36})\.jsonl$/u;

/**
 * One append-only JSONL file per conversation in `folder`. Every line stands for itself, so that a torn tail costs
 * only the line it tore; a file in which no line can be read is set aside as `*.corrupt-<ms>`, never overwritten.
 */
export class ChatStore {
  readonly #onDidChange = new Emitter<string>();
  /** The id of the chat that was written or deleted. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #folder: string;
  readonly #log: Logger;
  readonly #readFile: (path: string) => Promise<string>;
  /** What a file held when it had this size and time. */
  readonly #known = new Map<string, { size: number; mtimeMs: number; chat: KnownChat }>();
  readonly #writes = new Map<string, Promise<void>>();

  constructor(folder: string, log: Logger, read = (path: string) => readFile(path, 'utf8')) {
    this.#folder = folder;
    this.#log = log;
    this.#readFile = read;
  }

  /** Appends whole lines with one write each and waits until they are on the disk. Writes to one chat keep their order. */
  append(id: string, records: readonly ChatRecord[]): Promise<void> {
    const write = (this.#writes.get(id) ?? Promise.resolve()).then(() => this.#write(id, records));
    this.#writes.set(
      id,
      write.catch(() => undefined),
    );
    return write;
  }

  /** Opens a chat. A file in which nothing can be read is set aside first; `undefined` says that there is none. */
  async load(id: string): Promise<StoredChat | undefined> {
    const { stored, isUnreadable } = await this.#read(id);
    if (isUnreadable) await this.#setAside(id);
    return stored;
  }

  async #read(id: string): Promise<{ stored: StoredChat | undefined; isUnreadable: boolean }> {
    const text = await this.#readText(id);
    if (text === undefined) return { stored: undefined, isUnreadable: false };
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const records: ChatRecord[] = [];
    let bad = 0;
    let newer = 0;
    for (const line of lines) {
      const read = readRecord(line);
      if (read.is === 'record') records.push(read.record);
      else if (read.is === 'newer') newer += 1;
      else bad += 1;
    }
    if (bad > 0) this.#log.warn(`Chat ${id}: ${bad} of ${lines.length} lines could not be read.`);
    const conversation = conversationFrom(id, records);
    if (conversation) return { stored: { conversation, readOnly: newer > 0 }, isUnreadable: false };
    return { stored: undefined, isUnreadable: records.length === 0 && newer === 0 && lines.length > 0 };
  }

  /** Newest first. */
  async list(): Promise<ChatSummary[]> {
    const ids = (await this.#fileNames()).flatMap((name) => fileName.exec(name)?.[1] ?? []);
    const summaries = await Promise.all(ids.map((id) => this.#summary(id)));
    return summaries.filter((one) => one !== undefined).sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async delete(id: string): Promise<void> {
    await this.#writes.get(id);
    await rm(this.#path(id), { force: true });
    this.#known.delete(id);
    this.#onDidChange.fire(id);
  }

  #path(id: string): string {
    if (!fileName.test(`${id}.jsonl`)) throw new TypeError('A chat id is a UUID.');
    return join(this.#folder, `${id}.jsonl`);
  }

  async #write(id: string, records: readonly ChatRecord[]): Promise<void> {
    const sizes = await appendLines(this.#path(id), records);
    await this.#noteAppend(id, records, sizes);
    this.#onDidChange.fire(id);
  }

  /** Spares the list reading what was just written. */
  async #noteAppend(
    id: string,
    records: readonly ChatRecord[],
    { before, after }: { before: number; after: number },
  ): Promise<void> {
    const file = await stat(this.#path(id)).catch(() => undefined);
    const known = this.#known.get(id);
    let chat: KnownChat | undefined;
    if (before === 0) chat = knownChat(conversationFrom(id, records));
    else if (known?.size === before) chat = knownChatAfter(known.chat, records);
    // With the size that is ours: if another window wrote meanwhile, the file has another one and is read.
    if (chat && file) this.#known.set(id, { size: after, mtimeMs: file.mtimeMs, chat });
    else this.#known.delete(id);
  }

  async #readText(id: string): Promise<string | undefined> {
    try {
      return await this.#readFile(this.#path(id));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async #fileNames(): Promise<string[]> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async #summary(id: string): Promise<ChatSummary | undefined> {
    try {
      const { size, mtimeMs } = await stat(this.#path(id));
      const known = this.#known.get(id);
      if (known?.size === size && known.mtimeMs === mtimeMs) return summaryOf(known.chat);
      // Only looked at: another window may be about to write its first line.
      const chat = knownChat((await this.#read(id)).stored?.conversation);
      if (!chat) return undefined;
      this.#known.set(id, { size, mtimeMs, chat });
      return summaryOf(chat);
    } catch (error) {
      this.#log.warn(`Chat ${id} could not be read: ${errorCode(error) ?? 'unknown error'}`);
      return undefined;
    }
  }

  async #setAside(id: string): Promise<void> {
    const path = this.#path(id);
    await rename(path, `${path}.corrupt-${Date.now()}`);
    this.#log.warn(`Chat ${id} could not be read and was set aside; nothing of it was deleted.`);
  }
}
