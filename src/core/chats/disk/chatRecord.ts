import * as v from 'valibot';
import { keptAttachments } from '../../attachments/attachment.ts';
import { keptSettings } from '../tree/chatSettings.ts';
import type { Conversation, Turn } from '../tree/conversation.ts';

/** The number of this format. A file with a higher one is opened read-only. */
export const chatFormat = 1;

const number = v.pipe(v.number(), v.finite());

/** The latest time a date can hold, in Unix milliseconds; beyond it, calendars and formatters throw. */
export const lastMoment = 8.64e15;

const time = v.pipe(v.number(), v.toMinValue(-lastMoment), v.toMaxValue(lastMoment));

export const figuresSchema = v.object({
  ttftMs: v.exactOptional(number),
  tokensPerSecond: v.exactOptional(number),
  promptTokens: v.exactOptional(number),
  completionTokens: v.exactOptional(number),
  isEstimated: v.exactOptional(v.boolean()),
  durationMs: number,
  isFirstRequest: v.exactOptional(v.boolean()),
});

export const turnErrorSchema = v.object({
  kind: v.string(),
  status: v.exactOptional(number),
  code: v.exactOptional(v.string()),
  serverMessage: v.exactOptional(v.string()),
  requestId: v.exactOptional(v.string()),
  retryAt: v.exactOptional(time),
});

export const sentSchema = v.object({
  digest: v.exactOptional(v.string()),
  omitted: v.exactOptional(v.array(v.string())),
  continuedFrom: v.exactOptional(v.number()),
  status: v.exactOptional(v.number()),
  requestId: v.exactOptional(v.string()),
  way: v.exactOptional(v.string()),
});

const head = { v: v.literal(chatFormat), id: v.string(), ts: time };

// Invalid details must not cost the text they belong to.
const settings = v.fallback(keptSettings, {});
const figures = v.fallback(figuresSchema, { durationMs: 0 });
const error = v.fallback(turnErrorSchema, { kind: 'protocol' });
const sent = v.fallback(sentSchema, {});

const recordSchema = v.variant('type', [
  v.object({
    ...head,
    type: v.literal('meta'),
    title: v.string(),
    connectionId: v.string(),
    model: v.string(),
    settings,
    leaf: v.exactOptional(v.string()),
    pinned: v.exactOptional(v.boolean()),
  }),
  v.object({
    ...head,
    type: v.literal('user'),
    parent: v.exactOptional(v.string()),
    text: v.string(),
    attachments: v.exactOptional(keptAttachments),
  }),
  v.object({
    ...head,
    type: v.literal('assistant'),
    parent: v.string(),
    model: v.string(),
    connectionId: v.string(),
    settings,
    text: v.string(),
    reasoning: v.string(),
    reasoningMs: v.exactOptional(v.number()),
    state: v.picklist(['streaming', 'complete', 'stopped', 'cut', 'limit', 'failed']),
    finishReason: v.exactOptional(v.string()),
    figures: v.exactOptional(figures),
    error: v.exactOptional(error),
    droppedFields: v.exactOptional(v.array(v.string())),
    sent: v.exactOptional(sent),
    isApart: v.exactOptional(v.boolean()),
    at: time,
  }),
  // A reader that doesn't know this type treats the line as damaged and still shows the turns: nothing is lost.
  v.object({ ...head, type: v.literal('deleted'), turns: v.array(v.string()) }),
]);

/**
 * One line of a chat's file. A later record of a turn replaces the earlier one and restores a deleted turn. Records of the chat
 * itself have its `id`.
 */
export type ChatRecord = v.InferOutput<typeof recordSchema>;

export type TurnRecord = Extract<ChatRecord, { type: 'user' | 'assistant' }>;

export function metaRecord(conversation: Conversation, ts: number): ChatRecord {
  const { id, title, connectionId, model, settings, leaf, pinned } = conversation;
  return {
    v: chatFormat,
    type: 'meta',
    id,
    ts,
    title,
    connectionId,
    model,
    settings,
    ...(leaf === undefined ? {} : { leaf }),
    ...(pinned ? { pinned } : {}),
  };
}

export function turnRecord(turn: Turn, ts: number): ChatRecord {
  if (turn.role === 'assistant') {
    const { role: _role, ...rest } = turn;
    return { v: chatFormat, type: 'assistant', ts, ...rest };
  }
  const { role: _role, parent, at, ...rest } = turn;
  const record = { v: chatFormat, type: 'user', ts: at, ...rest } as const;
  return parent === undefined ? record : { ...record, parent };
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
  ts: v.fallback(time, 0),
  title: v.fallback(v.string(), ''),
  connectionId: v.fallback(v.string(), ''),
  model: v.fallback(v.string(), ''),
});

export function readRecord(line: string): ReadLine {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { is: 'bad' };
  }
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
