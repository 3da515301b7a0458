import * as v from 'valibot';
import { linesOf, type ReadFile, readChatFile } from './chatFile.ts';
import { type ChatRecord, chatFormat, readRecord } from './chatRecord.ts';
import { lastTurnAt } from './recordedConversation.ts';

const summarySchema = v.object({
  id: v.string(),
  title: v.string(),
  connectionId: v.string(),
  model: v.string(),
  /** Unix milliseconds at which something was last said. */
  updatedAt: v.number(),
  pinned: v.exactOptional(v.boolean()),
  /** A newer version has written it: it is shown, and not changed. */
  isNewer: v.exactOptional(v.boolean()),
});

/** What is remembered of a chat's file in place of reading it again. */
export const knownChatSchema = v.object({ summary: summarySchema, hasTurns: v.boolean() });

/** A chat as a list shows it. */
export type ChatSummary = v.InferOutput<typeof summarySchema>;

export type KnownChat = Readonly<v.InferOutput<typeof knownChatSchema>>;

/** Of a whole file that was read. */
export function knownChat({ stored }: Pick<ReadFile, 'stored'>): KnownChat | undefined {
  if (!stored) return undefined;
  const { id, title, connectionId, model, updatedAt, turns, pinned } = stored.conversation;
  const marks = { ...(pinned ? { pinned } : {}), ...(stored.readOnly ? { isNewer: true } : {}) };
  return { summary: { id, title, connectionId, model, updatedAt, ...marks }, hasTurns: turns.size > 0 };
}

/** Every line that we write begins so. */
const ownStart = `{"v":${chatFormat},`;

/**
 * The same as `knownChat` of the whole, from the end of the file alone: a long list must not cost parsing every word that
 * was ever said. Where the end does not tell, the whole file is read.
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
    // What stands before it may be gone, all of it even.
    else if (read.record.type === 'deleted') isPlain = false;
    else turnAt ??= read.record.ts;
  }
  if (!isPlain || !meta || turnAt === undefined) return knownChat(readChatFile(id, text));
  const { title, connectionId, model, pinned } = meta;
  const marks = pinned ? { pinned } : {};
  return { summary: { id, title, connectionId, model, updatedAt: turnAt, ...marks }, hasTurns: true };
}

/** The same chat after these records were appended to its file; `undefined` where only the file can tell. */
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

/** `undefined` for an open panel in which nothing was said yet: it is kept for a reload, and is no chat to come back to. */
export function summaryOf({ summary, hasTurns }: KnownChat): ChatSummary | undefined {
  return hasTurns || summary.isNewer ? summary : undefined;
}
