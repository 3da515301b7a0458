import * as v from 'valibot';
import { linesOf, type ReadFile, readChatFile } from './chatFile.ts';
import { type ChatRecord, chatFormat, readRecord } from './chatRecord.ts';
import { lastTurnAt } from './recordedConversation.ts';

const summarySchema = v.object({
  id: v.string(),
  title: v.string(),
  connectionId: v.string(),
  model: v.string(),
  /** When something was last said, in Unix milliseconds. */
  updatedAt: v.number(),
  pinned: v.exactOptional(v.boolean()),
  /** Written by a newer version: shown, but not changed. */
  isNewer: v.exactOptional(v.boolean()),
});

/** What is cached of a chat's file, to avoid reading it again. */
export const knownChatSchema = v.object({ summary: summarySchema, hasTurns: v.boolean() });

/** A chat as a list shows it. */
export type ChatSummary = v.InferOutput<typeof summarySchema>;

export type KnownChat = Readonly<v.InferOutput<typeof knownChatSchema>>;

/** Takes a file that was read in full. */
export function knownChat({ stored }: Pick<ReadFile, 'stored'>): KnownChat | undefined {
  if (!stored) return undefined;
  const { id, title, connectionId, model, updatedAt, turns, pinned } = stored.conversation;
  const marks = { ...(pinned ? { pinned } : {}), ...(stored.readOnly ? { isNewer: true } : {}) };
  return { summary: { id, title, connectionId, model, updatedAt, ...marks }, hasTurns: turns.size > 0 };
}

/** Every line we write starts like this. */
const ownStart = `{"v":${chatFormat},`;

/**
 * Like `knownChat`, but reads from the end of the text only: a long list must not parse every word ever said. Reads the whole
 * file if the end is not enough.
 */
export function knownChatOf(id: string, text: string): KnownChat | undefined {
  const lines = linesOf(text);
  let isPlain = lines.every((line) => line.startsWith(ownStart));
  let meta: Extract<ChatRecord, { type: 'meta' }> | undefined;
  let turnAt: number | undefined;
  for (let at = lines.length - 1; isPlain && at >= 0 && (!meta || turnAt === undefined); at--) {
    const read = readRecord(lines[at] ?? '');
    if (read.is !== 'record') continue;
    if (read.record.type === 'meta') meta ??= read.record;
    // Any of the turns before it may be gone, even all of them.
    else if (read.record.type === 'deleted') isPlain = false;
    else turnAt ??= read.record.ts;
  }
  if (!isPlain || !meta || turnAt === undefined) return knownChat(readChatFile(id, text));
  const { title, connectionId, model, pinned } = meta;
  const marks = pinned ? { pinned } : {};
  return { summary: { id, title, connectionId, model, updatedAt: turnAt, ...marks }, hasTurns: true };
}

/** Returns the same chat after these records were appended; `undefined` if only the file can tell. */
export function knownChatAfter(
  { summary, hasTurns }: KnownChat,
  records: readonly ChatRecord[],
): KnownChat | undefined {
  if (records.some(({ type }) => type === 'deleted')) return undefined;
  const meta = records.findLast((record) => record.type === 'meta');
  const turnAt = lastTurnAt(records);
  const { title, connectionId, model, pinned } = meta ?? summary;
  const { id, isNewer } = summary;
  const marks = { ...(pinned ? { pinned } : {}), ...(isNewer ? { isNewer } : {}) };
  const updatedAt = turnAt ?? summary.updatedAt;
  return {
    summary: { id, title, connectionId, model, updatedAt, ...marks },
    hasTurns: hasTurns || turnAt !== undefined,
  };
}

/** `undefined` for an open panel in which nothing was said yet: it is kept for a reload, not for the list. */
export function summaryOf({ summary, hasTurns }: KnownChat): ChatSummary | undefined {
  return hasTurns || summary.isNewer ? summary : undefined;
}
