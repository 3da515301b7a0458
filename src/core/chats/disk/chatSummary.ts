import * as v from 'valibot';
import { type Comparison, comparisonFields } from '../tree/comparison.ts';
import type { Conversation } from '../tree/conversation.ts';
import { type ReadFile, readChatFile } from './chatFile.ts';
import { type ChatRecord, chatFormat, readRecord } from './chatRecord.ts';
import { lastTurnAt } from './recordedConversation.ts';

const modelFields = { connectionId: v.string(), model: v.string() };

const comparedSchema = v.object({
  /** In the order of their columns; none while they are hidden. */
  models: v.array(v.object(modelFields)),
  /** A blind comparison before its vote: nothing is to show a model. */
  isHidden: v.exactOptional(v.boolean()),
  votes: comparisonFields.votes,
});

const summarySchema = v.object({
  id: v.string(),
  title: v.string(),
  /** Of a comparison, the first column's; empty while the models are hidden. */
  ...modelFields,
  /** Present if the chat compares models. */
  compared: v.exactOptional(comparedSchema),
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

/** The models that a list may show. */
export type ListedModels = Pick<ChatSummary, 'connectionId' | 'model' | 'compared'>;

/** Returns the models of a conversation as a list may show them. */
export function listedModels(
  conversation: Pick<Conversation, 'connectionId' | 'model' | 'comparison'>,
): ListedModels {
  return withoutHidden(conversation, conversation.comparison && comparedIn(conversation.comparison));
}

function comparedIn({ columns, votes, blind }: Comparison): NonNullable<ChatSummary['compared']> {
  if (blind === 'hidden') return { models: [], isHidden: true, votes };
  return { models: columns.map(({ connectionId, model }) => ({ connectionId, model })), votes };
}

function withoutHidden(
  { connectionId, model }: Pick<ChatSummary, 'connectionId' | 'model'>,
  compared: ChatSummary['compared'],
): ListedModels {
  if (!compared) return { connectionId, model };
  return compared.isHidden ? { connectionId: '', model: '', compared } : { connectionId, model, compared };
}

/** Takes a file that was read in full. */
export function knownChat({ stored }: Pick<ReadFile, 'stored'>): KnownChat | undefined {
  if (!stored) return undefined;
  const { id, title, updatedAt, turns, pinned } = stored.conversation;
  const marks = { ...(pinned ? { pinned } : {}), ...(stored.readOnly ? { isNewer: true } : {}) };
  const models = listedModels(stored.conversation);
  return { summary: { id, title, ...models, updatedAt, ...marks }, hasTurns: turns.size > 0 };
}

/** Every line we write starts like this. */
const ownStart = `{"v":${chatFormat},"type":"`;
const comparisonStart = `${ownStart}comparison"`;

/**
 * Like `knownChat`, but reads from the end of the lines only: a long list must not parse every word ever said. Reads all if the
 * end is not enough.
 */
export function knownChatOf(id: string, lines: readonly string[]): KnownChat | undefined {
  let isPlain = lines.every((line) => line.startsWith(ownStart));
  let meta: Extract<ChatRecord, { type: 'meta' }> | undefined;
  let turnAt: number | undefined;
  for (let at = lines.length - 1; isPlain && at >= 0 && (!meta || turnAt === undefined); at--) {
    const read = readRecord(lines[at] ?? '');
    if (read.is !== 'record') continue;
    if (read.record.type === 'meta') meta ??= read.record;
    // Any of the turns before it may be gone, even all of them.
    else if (read.record.type === 'deleted') isPlain = false;
    else if (read.record.type !== 'comparison') turnAt ??= read.record.ts;
  }
  if (!isPlain || !meta || turnAt === undefined) return knownChat(readChatFile(id, lines));
  const { title, pinned } = meta;
  const comparison = lastComparison(lines);
  const models = withoutHidden(meta, comparison && comparedIn(comparison));
  const marks = pinned ? { pinned } : {};
  return { summary: { id, title, ...models, updatedAt: turnAt, ...marks }, hasTurns: true };
}

/** It may stand far before the end: a new name is written without it. */
function lastComparison(lines: readonly string[]): Comparison | undefined {
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    const read = line.startsWith(comparisonStart) ? readRecord(line) : undefined;
    if (read?.is === 'record' && read.record.type === 'comparison') return read.record;
  }
  return undefined;
}

/** Returns the same chat after these records were appended; `undefined` if only the file can tell. */
export function knownChatAfter(
  { summary, hasTurns }: KnownChat,
  records: readonly ChatRecord[],
): KnownChat | undefined {
  const meta = records.findLast((record) => record.type === 'meta');
  const comparison = records.findLast((record) => record.type === 'comparison');
  // A summary whose models were hidden doesn't know the chat's own.
  if (records.some(({ type }) => type === 'deleted') || (comparison && !meta)) return undefined;
  const turnAt = lastTurnAt(records);
  const { title, pinned } = meta ?? summary;
  const { id, isNewer } = summary;
  const models = withoutHidden(meta ?? summary, comparison ? comparedIn(comparison) : summary.compared);
  const marks = { ...(pinned ? { pinned } : {}), ...(isNewer ? { isNewer } : {}) };
  const updatedAt = turnAt ?? summary.updatedAt;
  return {
    summary: { id, title, ...models, updatedAt, ...marks },
    hasTurns: hasTurns || turnAt !== undefined,
  };
}

/** `undefined` for an open panel in which nothing was said yet: it is kept for a reload, not for the list. */
export function summaryOf({ summary, hasTurns }: KnownChat): ChatSummary | undefined {
  return hasTurns || summary.isNewer ? summary : undefined;
}
