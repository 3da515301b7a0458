import type { Conversation } from '../tree/conversation.ts';
import { type ChatRecord, isOfOwner, readRecord } from './chatRecord.ts';
import { conversationFrom } from './recordedConversation.ts';

/** In bytes. A longer file is read piece by piece: it may not fit into memory, or into one string. */
export const longestText = 64 * 1024 * 1024;

export interface StoredChat {
  conversation: Conversation;
  /** True if at least one line has a newer format. */
  readOnly: boolean;
  /** The highest one in the file, or 0: its next owner writes in the term after it. */
  term: number;
}

export type ReadFile = ChatFileReader['read'];

/** Reads a chat's file line by line. Lines are independent, so an unreadable one doesn't affect the others. */
export class ChatFileReader {
  readonly #id: string;
  readonly #isBrief: boolean;
  readonly #records: ChatRecord[] = [];
  /** Index in `#records` and length of each turn's current record, by the turn's id. */
  readonly #current = new Map<string, { place: number; letters: number }>();
  #letters = 0;
  #lines = 0;
  #bad = 0;
  #isNewer = false;
  #term = 0;
  #meta: ChatRecord | undefined;

  /** `isBrief`: doesn't keep the text of the turns, which a list doesn't need. */
  constructor(id: string, isBrief = false) {
    this.#id = id;
    this.#isBrief = isBrief;
  }

  /** Length of the lines that make up the chat, in characters, without those that were replaced or deleted later. */
  get letters(): number {
    return this.#letters;
  }

  add(line: string): void {
    const { record, isNewer } = readRecord(line);
    this.#lines += 1;
    const counted = record && this.#counted(record);
    if (counted) this.#keep(counted, line.length);
    if (!record && !isNewer) this.#bad += 1;
    this.#isNewer ||= isNewer;
  }

  /** `bad`: number of lines that are not a record of any format: torn, zeros, garbage. */
  get read() {
    // Of a chat of a newer format, this version may know only that it exists.
    const isKnown = this.#records.length > 0 || this.#isNewer;
    const conversation = isKnown && conversationFrom(this.#id, this.#records);
    return {
      stored: conversation
        ? ({ conversation, readOnly: this.#isNewer, term: this.#term } satisfies StoredChat)
        : undefined,
      lines: this.#lines,
      bad: this.#bad,
    };
  }

  /** Returns what counts instead of a record: of one that was written late, that the chat is as its next owner left it. */
  #counted(record: ChatRecord): ChatRecord | undefined {
    if (!isOfOwner(record)) return record;
    const { type, term = 0 } = record;
    if (term < this.#term) return type === 'meta' ? this.#meta : undefined;
    this.#term = term;
    if (type === 'meta') this.#meta = record;
    return record;
  }

  /** Adds a record. A file may hold a turn many times, each with its pictures: only the last one is kept in memory. */
  #keep(record: ChatRecord, letters: number): void {
    if (record.type === 'deleted') for (const turn of record.turns) this.#drop(turn);
    if (record.type === 'question' || record.type === 'answer') {
      this.#drop(record.id);
      this.#current.set(record.id, { place: this.#records.length, letters });
      this.#letters += letters;
    }
    this.#records.push(this.#isBrief ? withoutText(record) : record);
  }

  #drop(turn: string): void {
    const { place = -1, letters = 0 } = this.#current.get(turn) ?? {};
    const record = this.#records[place];
    if (!record) return;
    this.#records[place] = withoutText(record);
    this.#letters -= letters;
    this.#current.delete(turn);
  }
}

/** Reads a chat's file from its lines. */
export function readChatFile(id: string, lines: readonly string[]): ReadFile {
  const reader = new ChatFileReader(id);
  for (const line of lines) reader.add(line);
  return reader.read;
}

function withoutText(record: ChatRecord): ChatRecord {
  if (record.type === 'answer') return { ...record, text: '', reasoning: '' };
  if (record.type !== 'question') return record;
  const { attachments: _attachments, ...rest } = record;
  return { ...rest, text: '' };
}

/** Returns the lines that are not blank, without a byte order mark, which an editor may have put before the first. */
export function splitLines(text: string): string[] {
  return text
    .replace(/^\uFEFF/u, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
}
