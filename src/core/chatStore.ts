import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../api/types.ts';
import { appendLines } from './appendLines.ts';
import { errorCode } from './atomicFile.ts';
import { type ChatRecord, conversationFrom, readRecord } from './chatRecord.ts';
import type { Conversation } from './conversation.ts';
import { Emitter } from './emitter.ts';

export interface ChatSummary {
  id: string;
  title: string;
  connectionId: string;
  model: string;
  /** Unix milliseconds of the last record. */
  updatedAt: number;
}

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
  readonly #summaries = new Map<string, { size: number; mtimeMs: number; summary: ChatSummary }>();
  readonly #writes = new Map<string, Promise<void>>();

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
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
    this.#summaries.delete(id);
    this.#onDidChange.fire(id);
  }

  #path(id: string): string {
    if (!fileName.test(`${id}.jsonl`)) throw new TypeError('A chat id is a UUID.');
    return join(this.#folder, `${id}.jsonl`);
  }

  async #write(id: string, records: readonly ChatRecord[]): Promise<void> {
    await appendLines(this.#path(id), records);
    this.#onDidChange.fire(id);
  }

  async #readText(id: string): Promise<string | undefined> {
    try {
      return await readFile(this.#path(id), 'utf8');
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
      const known = this.#summaries.get(id);
      if (known?.size === size && known.mtimeMs === mtimeMs) return known.summary;
      // Only looked at: another window may be about to write its first line.
      const { stored } = await this.#read(id);
      if (!stored) return undefined;
      const { title, connectionId, model, updatedAt, turns } = stored.conversation;
      // An open panel in which nothing was said yet; it is kept for a reload, and is no chat to come back to.
      if (turns.size === 0) return undefined;
      const summary = { id, title, connectionId, model, updatedAt };
      this.#summaries.set(id, { size, mtimeMs, summary });
      return summary;
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
