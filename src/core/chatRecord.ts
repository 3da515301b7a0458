import * as v from 'valibot';
import { keptSettings } from './chatSettings.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from './conversation.ts';

/** The number of this format. A file with a higher one is opened read-only. */
export const chatFormat = 1;

export const figuresSchema = v.object({
  ttftMs: v.exactOptional(v.number()),
  tokensPerSecond: v.exactOptional(v.number()),
  promptTokens: v.exactOptional(v.number()),
  completionTokens: v.exactOptional(v.number()),
  isEstimated: v.exactOptional(v.boolean()),
  durationMs: v.number(),
  isFirstRequest: v.exactOptional(v.boolean()),
});

export const turnErrorSchema = v.object({
  kind: v.string(),
  status: v.exactOptional(v.number()),
  code: v.exactOptional(v.string()),
  serverMessage: v.exactOptional(v.string()),
  requestId: v.exactOptional(v.string()),
  retryAt: v.exactOptional(v.number()),
});

const head = { v: v.literal(chatFormat), id: v.string(), ts: v.number() };

const recordSchema = v.variant('type', [
  v.object({
    ...head,
    type: v.literal('meta'),
    title: v.string(),
    connectionId: v.string(),
    model: v.string(),
    settings: keptSettings,
    leaf: v.exactOptional(v.string()),
    pinned: v.exactOptional(v.boolean()),
  }),
  v.object({ ...head, type: v.literal('user'), parent: v.exactOptional(v.string()), text: v.string() }),
  v.object({
    ...head,
    type: v.literal('assistant'),
    parent: v.string(),
    model: v.string(),
    connectionId: v.string(),
    settings: keptSettings,
    text: v.string(),
    reasoning: v.string(),
    reasoningMs: v.exactOptional(v.number()),
    state: v.picklist(['streaming', 'complete', 'stopped', 'cut', 'limit', 'failed']),
    finishReason: v.exactOptional(v.string()),
    figures: v.exactOptional(figuresSchema),
    error: v.exactOptional(turnErrorSchema),
    droppedFields: v.exactOptional(v.array(v.string())),
    at: v.number(),
  }),
]);

/** One line of a chat's file. A later record with the same `id` replaces the earlier one. */
export type ChatRecord = v.InferOutput<typeof recordSchema>;

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
  const record = { v: chatFormat, type: 'user', id: turn.id, ts: turn.at, text: turn.text } as const;
  return turn.parent === undefined ? record : { ...record, parent: turn.parent };
}

/** `newer`: of a higher format number; its `record` holds what of it this version understands, to be shown only. */
export type ReadLine =
  | { is: 'record'; record: ChatRecord }
  | { is: 'newer'; record: ChatRecord | undefined }
  | { is: 'bad' };

const newerSchema = v.looseObject({ v: v.pipe(v.number(), v.gtValue(chatFormat)) });

/** What a line about the conversation itself may still be called in a later format. */
const knownOfNewer = v.looseObject({
  type: v.literal('meta'),
  ts: v.fallback(v.number(), 0),
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

function toTurn(record: Exclude<ChatRecord, { type: 'meta' }>): Turn {
  if (record.type === 'user') {
    return {
      role: 'user',
      id: record.id,
      parent: record.parent,
      text: record.text,
      at: record.ts,
    } satisfies UserTurn;
  }
  const { v: _v, type: _type, ts: _ts, ...rest } = record;
  // Nothing streams any more: the window that received it is gone.
  const state = rest.state === 'streaming' ? 'cut' : rest.state;
  return { role: 'assistant', ...rest, state } satisfies AnswerTurn;
}

/** What a file's records add up to. Where the line that says whose it is was lost, what was said still opens. */
export function conversationFrom(id: string, records: readonly ChatRecord[]): Conversation | undefined {
  const turns = new Map<string, Turn>();
  let meta: Extract<ChatRecord, { type: 'meta' }> | undefined;
  let leaf: string | undefined;
  for (const record of records) {
    if (record.type === 'meta') {
      meta = record;
      leaf = record.leaf;
    } else {
      // A new turn is always shown; the line that says so comes after it, and may have been torn off.
      if (!turns.has(record.id)) leaf = record.id;
      turns.set(record.id, toTurn(record));
    }
  }
  const answer = [...turns.values()].find((turn) => turn.role === 'assistant');
  const first = records[0];
  if (!first) return undefined;
  const newest = [...turns.keys()].at(-1);
  return {
    id,
    title: meta?.title ?? '',
    connectionId: meta?.connectionId ?? answer?.connectionId ?? '',
    model: meta?.model ?? answer?.model ?? '',
    settings: meta?.settings ?? answer?.settings ?? {},
    turns,
    leaf: leaf !== undefined && turns.has(leaf) ? leaf : newest,
    ...(meta?.pinned ? { pinned: true } : {}),
    createdAt: first.ts,
    updatedAt: lastTurnAt(records) ?? first.ts,
  };
}

/** When something was last said. A new name, model or setting makes no old chat a new one. */
export function lastTurnAt(records: readonly ChatRecord[]): number | undefined {
  return records.findLast((record) => record.type !== 'meta')?.ts;
}
