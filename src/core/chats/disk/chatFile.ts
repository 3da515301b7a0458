import type { Conversation } from '../tree/conversation.ts';
import { type ChatRecord, readRecord } from './chatRecord.ts';
import { conversationFrom, noColumn } from './recordedConversation.ts';

/** A longer file, in bytes, is read line by line: not all of it need fit into memory, or into one string. */
export const longestText = 64 * 1024 * 1024;

/** `readOnly`: at least one line is of a newer format. */
export interface StoredChat {
  conversation: Conversation;
  readOnly: boolean;
}

export interface ReadFile {
  stored: StoredChat | undefined;
  lines: number;
  /** Lines that are not a record of any format: torn, zeros, garbage. */
  bad: number;
  /** The file has content, but none of it can be read. */
  isUnreadable: boolean;
}

/** Reads a chat's file line by line. Lines are independent: an unreadable one loses only itself. */
export class ChatFileReader {
  readonly #id: string;
  readonly #isBrief: boolean;
  readonly #records: ChatRecord[] = [];
  /** Where the current record of each turn is. */
  readonly #current = new Map<string, { place: number; letters: number }>();
  #letters = 0;
  #lines = 0;
  #bad = 0;
  #newer = 0;

  /** `isBrief`: keeps no text of the turns, for a list. */
  constructor(id: string, isBrief = false) {
    this.#id = id;
    this.#isBrief = isBrief;
  }

  /** Size of the lines that make up the chat, in characters, without those that were replaced or deleted later. */
  get letters(): number {
    return this.#letters;
  }

  add(line: string): void {
    const read = readRecord(line);
    this.#lines += 1;
    if (read.is === 'bad') this.#bad += 1;
    else if (read.record) this.#keep(read.record, line.length);
    if (read.is === 'newer') this.#newer += 1;
  }

  get read(): ReadFile {
    const id = this.#id;
    const isNewer = this.#newer > 0;
    const conversation =
      conversationFrom(id, this.#records) ?? (isNewer ? unknownConversation(id) : undefined);
    return {
      stored: conversation && { conversation, readOnly: isNewer },
      lines: this.#lines,
      bad: this.#bad,
      isUnreadable: !conversation && this.#lines > 0,
    };
  }

  /** A file may hold a turn many times, each with its pictures: only the last one is kept in memory. */
  #keep(record: ChatRecord, letters: number): void {
    if (record.type === 'deleted') for (const turn of record.turns) this.#drop(turn);
    if (record.type === 'user' || record.type === 'assistant') {
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

/** Reads a chat's file that is in memory, given its lines. */
export function readChatFile(id: string, lines: readonly string[]): ReadFile {
  const reader = new ChatFileReader(id);
  for (const line of lines) reader.add(line);
  return reader.read;
}

function withoutText(record: ChatRecord): ChatRecord {
  if (record.type === 'assistant') return { ...record, text: '', reasoning: '' };
  if (record.type !== 'user') return record;
  const { attachments: _attachments, ...rest } = record;
  return { ...rest, text: '' };
}

/** An editor may have put a byte order mark before the first line. */
export function linesOf(text: string): string[] {
  return text
    .replace(/^\uFEFF/u, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** A chat of a newer format of which this version knows only that it exists. */
function unknownConversation(id: string): Conversation {
  return {
    id,
    title: '',
    settings: {},
    turns: new Map(),
    columns: [noColumn(id)],
    votes: [],
    createdAt: 0,
    updatedAt: 0,
  };
}
