import * as v from 'valibot';
import { keptAttachments } from '../../attachments/attachment.ts';
import { defined } from '../../defined.ts';
import { parseLine } from '../../files/readLines.ts';
import { keptComparisonFields } from '../tree/comparison.ts';
import { type Conversation, keptAnswerFields, keptTime, type Turn } from '../tree/conversation.ts';

/** The number of this format. A file with a higher one is opened read-only. */
export const chatFormat = 1;

const head = { v: v.literal(chatFormat), id: v.string(), ts: keptTime };

const recordSchema = v.variant('type', [
  v.object({
    ...head,
    type: v.literal('meta'),
    title: v.string(),
    connectionId: v.string(),
    model: v.string(),
    settings: keptAnswerFields.settings,
    leaf: v.exactOptional(v.string()),
    pinned: v.exactOptional(v.boolean()),
  }),
  v.object({
    ...head,
    type: v.literal('user'),
    parent: v.exactOptional(v.string()),
    text: v.string(),
    attachments: v.exactOptional(keptAttachments),
    ask: v.exactOptional(v.string()),
  }),
  v.object({ ...head, type: v.literal('assistant'), ...keptAnswerFields }),
  // A reader that doesn't know this type treats the line as damaged and still shows the turns: nothing is lost.
  v.object({ ...head, type: v.literal('deleted'), turns: v.array(v.string()) }),
  // The same: who doesn't know it shows a chat whose answers have siblings.
  v.object({ ...head, type: v.literal('comparison'), ...keptComparisonFields }),
]);

/**
 * One line of a chat's file. A later record of a turn replaces the earlier one and restores a deleted turn. Records of the chat
 * itself have its `id`.
 */
export type ChatRecord = v.InferOutput<typeof recordSchema>;

export type TurnRecord = Extract<ChatRecord, { type: 'user' | 'assistant' }>;

export function metaRecord(conversation: Conversation, ts: number): ChatRecord {
  const { id, title, connectionId, model, settings, leaf, pinned } = conversation;
  const head = { v: chatFormat, type: 'meta', id, ts } as const;
  return { ...head, ...defined({ title, connectionId, model, settings, leaf, pinned: pinned || undefined }) };
}

/** Returns the records of everything but the turns. */
export function stateRecords(conversation: Conversation, ts: number): ChatRecord[] {
  const { id, comparison } = conversation;
  const meta = metaRecord(conversation, ts);
  return comparison ? [meta, { v: chatFormat, type: 'comparison', id, ts, ...comparison }] : [meta];
}

export function turnRecord(turn: Turn, ts: number): ChatRecord {
  if (turn.role === 'assistant') {
    const { role: type, ...rest } = turn;
    return { v: chatFormat, type, ts, ...rest };
  }
  const { role: type, at, parent, ...rest } = turn;
  return { v: chatFormat, type, ts: at, ...rest, ...defined({ parent }) };
}

/** Turns deleted together share one line: if it is torn, none of them is deleted. */
export function deletedRecord(chatId: string, turns: Iterable<string>, ts: number): ChatRecord {
  return { v: chatFormat, type: 'deleted', id: chatId, ts, turns: [...turns] };
}

/** `newer`: of a higher format number; `record` is the part this version understands, for display only. */
export type ReadLine =
  | { is: 'record'; record: ChatRecord }
  | { is: 'newer'; record: ChatRecord | undefined }
  | { is: 'bad' };

const newerSchema = v.looseObject({ v: v.pipe(v.number(), v.gtValue(chatFormat)) });

/** The fields of a later format's `meta` line that this version tries to read. */
const knownOfNewer = v.looseObject({
  type: v.literal('meta'),
  ts: v.fallback(keptTime, 0),
  title: v.fallback(v.string(), ''),
  connectionId: v.fallback(v.string(), ''),
  model: v.fallback(v.string(), ''),
});

export function readRecord(line: string): ReadLine {
  const json = parseLine(line);
  if (v.is(newerSchema, json)) return { is: 'newer', record: readNewer(json) };
  const read = v.safeParse(recordSchema, json);
  return read.success ? { is: 'record', record: read.output } : { is: 'bad' };
}

function readNewer(json: Record<string, unknown>): ChatRecord | undefined {
  const asOurs = v.safeParse(recordSchema, { ...json, v: chatFormat });
  if (asOurs.success) return asOurs.output;
  const known = v.safeParse(knownOfNewer, json);
  if (!known.success) return undefined;
  const { ts, title, connectionId, model } = known.output;
  return { v: chatFormat, type: 'meta', id: '', ts, title, connectionId, model, settings: {} };
}
