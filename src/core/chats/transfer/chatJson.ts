import * as v from 'valibot';
import { attachmentSchema } from '../../attachments/attachment.ts';
import { figuresSchema, lastMoment, sentSchema, turnErrorSchema } from '../disk/chatRecord.ts';
import { keptSettings } from '../tree/chatSettings.ts';
import type { Conversation, Turn } from '../tree/conversation.ts';

/** Identifies an exported file. */
const fileKind = 'hosted-models.chats';

/** Version of the export format. A higher one is refused. */
const exportFormat = 1;

/** A larger file is refused before it is read, in bytes. */
export const maxImportBytes = 64 * 1024 * 1024;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const time = v.pipe(v.number(), v.minValue(-lastMoment), v.maxValue(lastMoment));
const name = v.pipe(v.string(), v.maxLength(10_000));

const turnSchema = v.variant('role', [
  v.object({
    role: v.literal('user'),
    id,
    parent: v.exactOptional(id),
    text: v.string(),
    attachments: v.exactOptional(v.array(attachmentSchema)),
    at: time,
  }),
  v.object({
    role: v.literal('assistant'),
    id,
    parent: id,
    model: name,
    connectionId: name,
    settings: keptSettings,
    text: v.string(),
    reasoning: v.string(),
    reasoningMs: v.exactOptional(v.number()),
    state: v.picklist(['complete', 'stopped', 'cut', 'limit', 'failed']),
    finishReason: v.exactOptional(v.string()),
    figures: v.exactOptional(figuresSchema),
    error: v.exactOptional(turnErrorSchema),
    droppedFields: v.exactOptional(v.array(v.string())),
    sent: v.exactOptional(sentSchema),
    isApart: v.exactOptional(v.boolean()),
    at: time,
  }),
]);

const chatSchema = v.object({
  id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  title: name,
  model: name,
  /** The id is this machine's; the name lets another machine find its own connection. */
  connection: v.object({ id: name, name }),
  settings: keptSettings,
  pinned: v.exactOptional(v.boolean()),
  createdAt: time,
  updatedAt: time,
  leaf: v.exactOptional(id),
  turns: v.pipe(
    v.array(turnSchema),
    v.maxLength(100_000),
    v.check((turns) => new Set(turns.map((turn) => turn.id)).size === turns.length, 'Two turns have one id.'),
  ),
});

const fileSchema = v.object({
  kind: v.literal(fileKind),
  v: v.literal(exportFormat),
  chats: v.pipe(v.array(chatSchema), v.minLength(1), v.maxLength(10_000)),
});

const newerSchema = v.object({ kind: v.literal(fileKind), v: v.pipe(v.number(), v.gtValue(exportFormat)) });

export interface NamedChat {
  conversation: Conversation;
  connectionName: string;
}

export type ReadImport =
  | { is: 'chats'; chats: NamedChat[] }
  /** `where`: the path of the first invalid value, such as `chats.0.turns.3.text`. */
  | { is: 'refused'; why: 'tooLarge' | 'notJson' | 'notOurs' | 'newer' | 'damaged'; where?: string };

/** Returns whole chats as JSON, with all siblings, settings and figures. `readImport` reads them back. */
export function chatsJson(chats: readonly NamedChat[]): string {
  const file = { kind: fileKind, v: exportFormat, chats: chats.map(chatObject) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function chatObject({ conversation, connectionName }: NamedChat): v.InferOutput<typeof chatSchema> {
  const { leaf, pinned, connectionId, turns, title, model, settings, createdAt, updatedAt } = conversation;
  return {
    id: conversation.id,
    title,
    model,
    connection: { id: connectionId, name: connectionName },
    settings,
    ...(pinned ? { pinned } : {}),
    createdAt,
    updatedAt,
    ...(leaf === undefined ? {} : { leaf }),
    turns: [...turns.values()].map(turnObject),
  };
}

function turnObject(turn: Turn): v.InferOutput<typeof turnSchema> {
  if (turn.role === 'assistant') {
    const { state, ...rest } = turn;
    // The reader of a file can't wait for the rest of an answer.
    return { ...rest, state: state === 'streaming' ? 'cut' : state };
  }
  const { parent, ...rest } = turn;
  return parent === undefined ? rest : { ...rest, parent };
}

/** Reads an exported file. Refuses an invalid one as a whole, since half a chat would look complete. */
export function readImport(bytes: Uint8Array): ReadImport {
  if (bytes.length > maxImportBytes) return { is: 'refused', why: 'tooLarge' };
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { is: 'refused', why: 'notJson' };
  }
  if (v.is(newerSchema, json)) return { is: 'refused', why: 'newer' };
  if (!v.is(v.object({ kind: v.literal(fileKind) }), json)) return { is: 'refused', why: 'notOurs' };
  const read = v.safeParse(fileSchema, json, { abortEarly: true });
  if (read.success) return { is: 'chats', chats: read.output.chats.map(namedChat) };
  const where = v.getDotPath(read.issues[0]);
  return { is: 'refused', why: 'damaged', ...(where === null ? {} : { where }) };
}

function namedChat({ connection, turns, leaf, ...rest }: v.InferOutput<typeof chatSchema>): NamedChat {
  const tree = new Map<string, Turn>(turns.map((turn) => [turn.id, toTurn(turn)]));
  const shown = leaf !== undefined && tree.has(leaf) ? leaf : [...tree.keys()].at(-1);
  const conversation: Conversation = { ...rest, connectionId: connection.id, turns: tree, leaf: shown };
  return { conversation, connectionName: connection.name };
}

function toTurn(turn: v.InferOutput<typeof turnSchema>): Turn {
  return turn.role === 'user' ? { ...turn, parent: turn.parent } : turn;
}
