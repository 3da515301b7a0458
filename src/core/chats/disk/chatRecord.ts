import * as v from 'valibot';
import { defined } from '../../../base/defined.ts';
import { parsedJson } from '../../../base/json.ts';
import { keptAttachments } from '../../attachments/attachment.ts';
import { keptTime } from '../../sensibleTime.ts';
import { chatDraft } from '../tree/chatDraft.ts';
import { keptColumnsFields, type Vote, voteSchema } from '../tree/column.ts';
import {
  type Conversation,
  isAnswer,
  keptAnswerFields,
  keptQuestionFields,
  type Turn,
} from '../tree/conversation.ts';

/** The number of this format. A file with a higher one is opened read-only. */
export const chatFormat = 1;

const head = { v: v.literal(chatFormat), id: v.string(), ts: keptTime };

/**
 * How often the chat had changed hands when its owner wrote this; absent for its first owner. What stands behind a line of a higher
 * term was written late, by a window that no longer owned the chat.
 */
const term = v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)));

const recordSchema = v.variant('type', [
  v.object({
    ...head,
    type: v.literal('meta'),
    term,
    title: v.string(),
    settings: keptAnswerFields.settings,
    ...keptColumnsFields,
    pinned: v.exactOptional(v.boolean()),
    draft: v.exactOptional(chatDraft),
  }),
  v.object({
    ...head,
    type: v.literal('question'),
    text: v.string(),
    attachments: v.exactOptional(keptAttachments),
    ...keptQuestionFields,
  }),
  v.object({ ...head, type: v.literal('answer'), ...keptAnswerFields }),
  v.object({ ...head, type: v.literal('vote'), ...voteSchema.entries }),
  v.object({ ...head, type: v.literal('deleted'), term, turns: v.array(v.string()) }),
]);

/**
 * A line of a chat's file. A later record of a turn replaces the earlier one and restores a deleted turn. Records of the chat itself,
 * and of its votes, have its `id`.
 */
export type ChatRecord = v.InferOutput<typeof recordSchema>;

export type TurnRecord = Extract<ChatRecord, { type: 'question' | 'answer' }>;

export function metaRecord(conversation: Conversation, ts: number): ChatRecord {
  const { id, title, settings, columns, closed, isOneAtATime, isBlind, isWithoutEarlier, pinned, draft } =
    conversation;
  const marks = {
    isOneAtATime: isOneAtATime || undefined,
    isBlind: isBlind || undefined,
    isWithoutEarlier: isWithoutEarlier || undefined,
    pinned: pinned || undefined,
  };
  const head = { v: chatFormat, type: 'meta', id, ts } as const;
  return { ...head, title, settings, columns: [...columns], ...defined({ closed, ...marks, draft }) };
}

export function voteRecord(chatId: string, vote: Vote): ChatRecord {
  return { v: chatFormat, type: 'vote', id: chatId, ts: vote.at, ...vote };
}

export function turnRecord(turn: Turn, ts: number): ChatRecord {
  if (isAnswer(turn)) return { v: chatFormat, type: 'answer', ts, ...turn };
  const { at, ...rest } = turn;
  return { v: chatFormat, type: 'question', ts: at, ...rest };
}

/** Returns one record for all turns that are deleted together: if its line is torn, none of them is deleted. */
export function deletedRecord(chatId: string, turns: Iterable<string>, ts: number): ChatRecord {
  return { v: chatFormat, type: 'deleted', id: chatId, ts, turns: [...turns] };
}

/** Returns whether a record says something of the chat as a whole, so that a late one would undo what its next owner did. */
export function isOfOwner(record: ChatRecord): record is Extract<ChatRecord, { type: 'meta' | 'deleted' }> {
  return record.type === 'meta' || record.type === 'deleted';
}

/** Returns records as the owner of this term writes them. */
export function inTerm(records: readonly ChatRecord[], term: number): readonly ChatRecord[] {
  if (term === 0) return records;
  return records.map((record) => {
    if (!isOfOwner(record)) return record;
    const { v: format, type, ...rest } = record;
    return { v: format, type, term, ...rest } as ChatRecord;
  });
}

/** `isNewer`: the line has a higher format number; `record` is the part that this version understands, for display only. */
interface ReadLine {
  record: ChatRecord | undefined;
  isNewer: boolean;
}

const newerSchema = v.looseObject({ v: v.pipe(v.number(), v.gtValue(chatFormat)) });

/** The fields of a later format's `meta` line that this version tries to read. */
const knownOfNewer = v.looseObject({
  type: v.literal('meta'),
  ts: v.fallback(keptTime, 0),
  title: v.fallback(v.string(), ''),
  columns: keptColumnsFields.columns,
});

/** No record, and not newer: torn, zeros or garbage. */
export function readRecord(line: string): ReadLine {
  const json = parsedJson(line);
  if (v.is(newerSchema, json)) return { record: readNewer(json), isNewer: true };
  const read = v.safeParse(recordSchema, json);
  return { record: read.success ? read.output : undefined, isNewer: false };
}

function readNewer(json: Record<string, unknown>): ChatRecord | undefined {
  const asOurs = v.safeParse(recordSchema, { ...json, v: chatFormat });
  if (asOurs.success) return asOurs.output;
  const known = v.safeParse(knownOfNewer, json);
  if (!known.success) return undefined;
  const { ts, title, columns } = known.output;
  return { v: chatFormat, type: 'meta', id: '', ts, title, settings: {}, columns };
}
