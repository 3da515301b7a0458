import type { Stats } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../../../api/types.ts';
import { eachLimited } from '../../../base/eachLimited.ts';
import { inSlices } from '../../../base/eventLoop.ts';
import { writeFileAtomic } from '../../files/atomicFile.ts';
import { failureLine } from '../../files/errorCode.ts';
import { fileStats, readJsonFile } from '../../files/ifExists.ts';
import { ChatFileReader, longestText } from './chatFile.ts';
import type { ChatRecord } from './chatRecord.ts';
import {
  type ChatSummary,
  type KnownChat,
  knownChat,
  knownChatAfter,
  knownChatOf,
  knownChatSchema,
  summaryOf,
} from './chatSummary.ts';

const format = 1;

/** Max number of files read at once. */
const readsAtOnce = 8;

/** The cache is rewritten once this many files, or a long one, had to be read again. */
const worthKeeping = 100;

const knownSchema = v.object({
  size: v.number(),
  mtimeMs: v.number(),
  chat: knownChatSchema,
});

/** Its entries are validated one by one: validating ten thousand at once would block for too long. */
const cacheSchema = v.object({ v: v.literal(format), files: v.record(v.string(), v.unknown()) });

type ReadLines = (id: string) => AsyncIterable<readonly string[]>;

type Known = v.InferOutput<typeof knownSchema>;

/** Caches what each chat's file contained at its size and time. The folder alone says which chats exist: `list.json` may be lost. */
export class ChatList {
  readonly #folder: string;
  readonly #cachePath: string;
  readonly #log: Logger;
  readonly #lines: ReadLines;
  readonly #known = new Map<string, Known>();
  /** Ids of the chats in `list.json`. */
  #kept: ReadonlySet<string> = new Set();
  #loading: Promise<void> | undefined;

  constructor(folder: string, log: Logger, lines: ReadLines) {
    this.#folder = folder;
    this.#cachePath = join(folder, 'list.json');
    this.#log = log;
    this.#lines = lines;
  }

  /** Returns the chats with these ids whose files exist, newest first. */
  async summaries(ids: readonly string[]): Promise<ChatSummary[]> {
    this.#loading ??= this.#load();
    await this.#loading;
    const stats = await fileStats(ids.map((id) => this.#path(id)));
    const changed: [id: string, file: Stats][] = [];
    for (const [at, id] of ids.entries()) {
      const file = stats[at];
      const known = this.#known.get(id);
      if (!file) this.#known.delete(id);
      else if (known?.size !== file.size || known.mtimeMs !== file.mtimeMs) changed.push([id, file]);
    }
    await eachLimited(changed, readsAtOnce, ([id, file]) => this.#read(id, file));
    const isWorthKeeping =
      changed.length >= worthKeeping || changed.some(([, { size }]) => size > longestText);
    if (this.#forgetGone(ids) || isWorthKeeping) await this.#keep();
    return ids
      .map((id) => this.#known.get(id))
      .flatMap((known) => (known && summaryOf(known.chat)) ?? [])
      .sort((a, b) => b.updatedAt - a.updatedAt);
  }

  /** Updates the list after an append, so that the file need not be read again. */
  async noteAppend(id: string, records: readonly ChatRecord[], sizes: { before: number; after: number }) {
    const { before, after } = sizes;
    const [file] = await fileStats([this.#path(id)]);
    const known = this.#known.get(id);
    let chat: KnownChat | undefined;
    if (before === 0)
      chat = knownChatOf(
        id,
        records.map((one) => JSON.stringify(one)),
      );
    else if (known?.size === before) chat = knownChatAfter(known.chat, records);
    // The size is the one that we wrote: if another window wrote meanwhile, the file's size differs and it is read again.
    if (chat && file) this.#known.set(id, { size: after, mtimeMs: file.mtimeMs, chat });
    else this.#known.delete(id);
  }

  forget(id: string): void {
    this.#known.delete(id);
  }

  /** Forgets chats whose files are gone. Returns true if `list.json` still has the title of one, whichever window deleted it. */
  #forgetGone(ids: readonly string[]): boolean {
    const there = new Set(ids);
    for (const id of this.#known.keys()) if (!there.has(id)) this.#known.delete(id);
    return !this.#kept.isSubsetOf(there);
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.jsonl`);
  }

  async #read(id: string, { size, mtimeMs }: Stats): Promise<void> {
    try {
      // The file is never set aside here: another window may be about to write its first line.
      const chat = await this.#chatIn(id, size > longestText);
      if (!chat) this.#known.delete(id);
      else {
        // A newer format may have no time that we can read; the file's own is used instead.
        const updatedAt = chat.summary.updatedAt || mtimeMs;
        const dated = { ...chat, summary: { ...chat.summary, updatedAt } };
        this.#known.set(id, { size, mtimeMs, chat: dated });
      }
    } catch (error) {
      this.#known.delete(id);
      this.#log.warn(failureLine(`Chat ${id} could not be read`, error));
    }
  }

  /** `isLong`: the file's lines would not fit into memory all at once. */
  async #chatIn(id: string, isLong: boolean): Promise<KnownChat | undefined> {
    const reader = new ChatFileReader(id, true);
    const lines: string[] = [];
    const add = (line: string) => (isLong ? reader.add(line) : lines.push(line));
    for await (const group of this.#lines(id)) for (const line of group) add(line);
    return isLong ? knownChat(reader.read) : knownChatOf(id, lines);
  }

  async #load(): Promise<void> {
    try {
      const { files = {} } = (await readJsonFile(this.#cachePath, cacheSchema)) ?? {};
      await inSlices(Object.entries(files), ([id, known]) => {
        if (!this.#known.has(id) && v.is(knownSchema, known)) this.#known.set(id, known);
      });
      this.#kept = new Set(Object.keys(files));
    } catch {
      this.#log.debug('The kept list of chats is read anew from the chats.');
    }
  }

  async #keep(): Promise<void> {
    try {
      const files = Object.fromEntries(this.#known);
      await writeFileAtomic(this.#cachePath, JSON.stringify({ v: format, files }));
      this.#kept = new Set(this.#known.keys());
    } catch (error) {
      this.#log.debug(failureLine('The list of chats was not kept', error));
    }
  }
}
