import type { Conversation } from '../tree/conversation.ts';
import { type ChatRecord, readRecord } from './chatRecord.ts';
import { conversationFrom } from './recordedConversation.ts';

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

/** Reads a chat's file. Lines are independent: an unreadable one loses only itself. */
export function readChatFile(id: string, text: string): ReadFile {
  const lines = linesOf(text);
  const records: ChatRecord[] = [];
  let bad = 0;
  let newer = 0;
  for (const line of lines) {
    const read = readRecord(line);
    if (read.is === 'bad') bad += 1;
    else if (read.record) records.push(read.record);
    if (read.is === 'newer') newer += 1;
  }
  const conversation = conversationFrom(id, records) ?? (newer > 0 ? unknownConversation(id) : undefined);
  return {
    stored: conversation && { conversation, readOnly: newer > 0 },
    lines: lines.length,
    bad,
    isUnreadable: !conversation && lines.length > 0,
  };
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
    connectionId: '',
    model: '',
    settings: {},
    turns: new Map(),
    leaf: undefined,
    createdAt: 0,
    updatedAt: 0,
  };
}
