import * as v from 'valibot';
import type { NamedModel } from '../../models/modelKey.ts';
import type { Conversation } from '../tree/conversation.ts';
import { hasTurns, hidesModels } from '../tree/conversationTree.ts';
import { type ReadFile, readChatFile } from './chatFile.ts';
import { type ChatRecord, chatFormat, readRecord } from './chatRecord.ts';
import { lastTurnAt } from './recordedConversation.ts';

const summarySchema = v.object({
  id: v.string(),
  title: v.string(),
  /** In the order of the columns; empty while they are hidden. */
  models: v.array(v.object({ connectionId: v.string(), name: v.string() })),
  /** True while a blind question waits for its vote: no list may name a model. */
  isHidden: v.exactOptional(v.boolean()),
  /** When something was last said, in Unix milliseconds. */
  updatedAt: v.number(),
  pinned: v.exactOptional(v.boolean()),
  /** The beginning of what was typed and not sent when its tab was closed. */
  draft: v.exactOptional(v.string()),
  /** True if a newer version wrote the file: the chat is shown, but not changed. */
  isNewer: v.exactOptional(v.boolean()),
});

/** What is cached of a chat's file, so that the file need not be read again. */
export const knownChatSchema = v.object({ summary: summarySchema, hasTurns: v.boolean() });

/** A chat as a list shows it. */
export type ChatSummary = v.InferOutput<typeof summarySchema>;

export type KnownChat = Readonly<v.InferOutput<typeof knownChatSchema>>;

/** The models that a list may show. */
export type ShownModels = Pick<ChatSummary, 'models' | 'isHidden'>;

/** Returns the models of a conversation that a list may show. */
export function listedModels(conversation: Pick<Conversation, 'questions' | 'columns'>): ShownModels {
  return hidesModels(conversation)
    ? { models: [], isHidden: true }
    : { models: modelsOf(conversation.columns) };
}

/** More of a draft than a row shows. */
const draftLength = 100;

function marksOf({ pinned, draft }: Pick<Conversation, 'pinned' | 'draft'>) {
  return { ...(pinned && { pinned }), ...(draft && { draft: draft.text.slice(0, draftLength) }) };
}

function modelsOf(columns: readonly NamedModel[]): NamedModel[] {
  return columns.map(({ connectionId, name }) => ({ connectionId, name }));
}

/** Returns what is cached of a file that was read in full. */
export function knownChat({ stored }: Pick<ReadFile, 'stored'>): KnownChat | undefined {
  if (!stored) return undefined;
  const { id, title, updatedAt } = stored.conversation;
  const marks = { ...marksOf(stored.conversation), ...(stored.readOnly && { isNewer: true }) };
  const models = listedModels(stored.conversation);
  const summary = { id, title, ...models, updatedAt, ...marks };
  return { summary, hasTurns: hasTurns(stored.conversation) };
}

/** Every line we write starts like this. */
const ownStart = `{"v":${chatFormat},"type":"`;
/** Any line of a blind question contains this; a text can't, since its quotes are escaped. */
const blindPart = '"blind":{';

const termStart = new RegExp(`^\\{"v":${chatFormat},"type":"(?:meta|deleted)","term":(\\d+)`, 'u');

/** Like `knownChat`, but parses no more than the last lines if they are enough: to parse all would make the list slow. */
export function knownChatOf(id: string, lines: readonly string[]): KnownChat | undefined {
  let isPlain = lines.every((line) => line.startsWith(ownStart) && !line.includes(blindPart));
  let meta: Extract<ChatRecord, { type: 'meta' }> | undefined;
  let turnAt: number | undefined;
  for (let at = lines.length - 1; isPlain && at >= 0 && (!meta || turnAt === undefined); at--) {
    const { record } = readRecord(lines[at] ?? '');
    if (!record) continue;
    if (record.type === 'meta') meta ??= record;
    // The deleted turns may be any of the earlier ones, even all: only the whole file tells.
    else if (record.type === 'deleted') isPlain = false;
    else if (record.type !== 'vote') turnAt ??= record.ts;
  }
  const newest = lines.reduce((max, line) => Math.max(max, Number(termStart.exec(line)?.[1] ?? 0)), 0);
  // One that was written late doesn't count.
  isPlain &&= (meta?.term ?? 0) === newest;
  if (!isPlain || !meta?.columns.length || turnAt === undefined) return knownChat(readChatFile(id, lines));
  const { title, columns } = meta;
  const models = modelsOf(columns);
  const summary = { id, title, models, updatedAt: turnAt, ...marksOf(meta) };
  return { summary, hasTurns: true };
}

/** Returns what is cached of the same chat after these records were appended; `undefined` if the file has to be read again. */
export function knownChatAfter(
  { summary, hasTurns }: KnownChat,
  records: readonly ChatRecord[],
): KnownChat | undefined {
  const meta = records.findLast((record) => record.type === 'meta');
  const isBlind = records.some((record) => record.type === 'question' && record.blind);
  // The summary of a blind chat has no models, so the file has to be read again.
  if (isBlind || summary.isHidden || records.some(({ type }) => type === 'deleted')) return undefined;
  const turnAt = lastTurnAt(records);
  const { pinned: _pinned, draft: _draft, ...rest } = summary;
  const said = meta
    ? { ...rest, title: meta.title, models: modelsOf(meta.columns), ...marksOf(meta) }
    : summary;
  return {
    summary: { ...said, updatedAt: turnAt ?? summary.updatedAt },
    hasTurns: hasTurns || turnAt !== undefined,
  };
}

/** Returns a chat as a list shows it; `undefined` if it has no turns and no draft: its file is only there for a reload. */
export function summaryOf({ summary, hasTurns }: KnownChat): ChatSummary | undefined {
  return hasTurns || summary.isNewer || summary.draft !== undefined ? summary : undefined;
}
