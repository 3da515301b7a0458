import * as v from 'valibot';
import { defined } from '../../../base/defined.ts';
import { attachmentSchema } from '../../attachments/attachment.ts';
import { utf8Of } from '../../attachments/attachmentContent.ts';
import { endStates } from '../../exchange/exchangeFields.ts';
import { parseLine } from '../../files/readLines.ts';
import { lastMoment } from '../../sensibleTime.ts';
import { keptSettings } from '../tree/chatSettings.ts';
import { columnsFields, maxClosed, maxColumns, voteSchema } from '../tree/column.ts';
import { changedColumns, withKnownLeaves } from '../tree/columnPaths.ts';
import { answerFields, type Conversation, questionFields, type Turn } from '../tree/conversation.ts';
import { abandonedAnswer } from '../tree/conversationTree.ts';

/** Identifies an exported file. */
const fileKind = 'hosted-models.chats';

/** Version of the export format. A higher one is refused. */
const exportFormat = 1;

/** In bytes. A larger file is refused before it is read. */
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
    ...questionFields,
    at: time,
  }),
  v.object({
    role: v.literal('assistant'),
    ...answerFields,
    id,
    parent: id,
    connectionId: name,
    name,
    state: v.picklist(endStates),
    at: time,
  }),
]);

const connectionSchema = v.object({ id: name, name });

const chatSchema = v.object({
  id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  title: name,
  /** The ids are this machine's; the names let another machine find its own connections. */
  connections: v.array(connectionSchema),
  settings: keptSettings,
  pinned: v.exactOptional(v.boolean()),
  createdAt: time,
  updatedAt: time,
  ...columnsFields,
  columns: v.pipe(
    columnsFields.columns,
    v.maxLength(maxColumns),
    v.check((columns) => haveOwnIds(columns), 'Two columns have one id.'),
  ),
  closed: v.exactOptional(v.pipe(columnsFields.closed.wrapped, v.maxLength(maxClosed))),
  turns: v.pipe(
    v.array(turnSchema),
    v.maxLength(100_000),
    v.check((turns) => haveOwnIds(turns), 'Two turns have one id.'),
  ),
  votes: v.pipe(v.array(voteSchema), v.maxLength(10_000)),
});

function haveOwnIds(all: readonly { id: string }[]): boolean {
  return new Set(all.map((one) => one.id)).size === all.length;
}

const fileSchema = v.object({
  kind: v.literal(fileKind),
  v: v.literal(exportFormat),
  chats: v.pipe(v.array(chatSchema), v.minLength(1), v.maxLength(10_000)),
});

const newerSchema = v.object({ kind: v.literal(fileKind), v: v.pipe(v.number(), v.gtValue(exportFormat)) });

export interface NamedChat {
  conversation: Conversation;
  /** The connections' names by id. */
  connectionNames: ReadonlyMap<string, string>;
}

export type ReadImport =
  | { is: 'chats'; chats: NamedChat[] }
  /** `where`: the path of the first invalid value, such as `chats.0.turns.3.text`. */
  | { is: 'refused'; why: 'tooLarge' | 'notJson' | 'notOurs' | 'newer' | 'damaged'; where?: string };

/** Returns whole chats as JSON, with all siblings, columns, settings, metrics and votes. `readImport` reads them back. */
export function chatsJson(chats: readonly NamedChat[]): string {
  const file = { kind: fileKind, v: exportFormat, chats: chats.map(chatObject) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function chatObject({ conversation, connectionNames }: NamedChat): v.InferOutput<typeof chatSchema> {
  const { turns, columns, votes, deleted: _deleted, ...rest } = conversation;
  const connections = connectionsIn(conversation).map((id) => ({ id, name: connectionNames.get(id) ?? '' }));
  return {
    ...rest,
    connections,
    columns: [...columns],
    turns: [...turns.values()].map(turnObject),
    votes: [...votes],
  };
}

function turnObject(turn: Turn): v.InferOutput<typeof turnSchema> {
  // A streaming answer ends here: the file won't get the rest of it.
  return turn.role === 'user' ? defined(turn) : abandonedAnswer(turn, 'copy');
}

/** Reads an exported file. Refuses an invalid one as a whole, since half a chat would look complete. */
export function readImport(bytes: Uint8Array): ReadImport {
  if (bytes.length > maxImportBytes) return { is: 'refused', why: 'tooLarge' };
  const text = utf8Of(bytes);
  const json = text === undefined ? undefined : parseLine(text);
  if (json === undefined) return { is: 'refused', why: 'notJson' };
  if (v.is(newerSchema, json)) return { is: 'refused', why: 'newer' };
  if (!v.is(v.object({ kind: v.literal(fileKind) }), json)) return { is: 'refused', why: 'notOurs' };
  const read = v.safeParse(fileSchema, json, { abortEarly: true });
  if (read.success) return { is: 'chats', chats: read.output.chats.map(namedChat) };
  const where = v.getDotPath(read.issues[0]);
  return { is: 'refused', why: 'damaged', ...(where === null ? {} : { where }) };
}

function namedChat(chat: v.InferOutput<typeof chatSchema>): NamedChat {
  const { connections, turns, columns, closed, ...rest } = chat;
  const [first, ...others] = columns;
  if (!first) throw new TypeError('A chat has a column.');
  const tree = new Map<string, Turn>(turns.map((turn) => [turn.id, toTurn(turn)]));
  const all = { columns: [first, ...others] as const, ...(closed && { closed }) };
  const conversation: Conversation = { ...rest, turns: tree, ...withKnownLeaves(all, tree) };
  return { conversation, connectionNames: new Map(connections.map((one) => [one.id, one.name])) };
}

function toTurn(turn: v.InferOutput<typeof turnSchema>): Turn {
  return turn.role === 'user' ? { ...turn, parent: turn.parent } : turn;
}

/** Returns the ids of the connections that a chat names. */
export function connectionsIn({ columns, closed = [], turns, votes }: Conversation): string[] {
  const answers = [...turns.values()].filter((turn) => turn.role === 'assistant');
  const all = [...columns, ...closed, ...answers, ...votes.flatMap(({ among }) => among)];
  return [...new Set(all.map(({ connectionId }) => connectionId))];
}

/** Returns the chat with each connection's id replaced by what `idFor` returns for it. */
export function withConnections(conversation: Conversation, idFor: (id: string) => string): Conversation {
  const moved = <T extends { connectionId: string }>(owner: T): T => ({
    ...owner,
    connectionId: idFor(owner.connectionId),
  });
  const turns = [...conversation.turns.values()].map((turn) =>
    turn.role === 'assistant' ? moved(turn) : turn,
  );
  return {
    ...conversation,
    ...changedColumns(conversation, moved),
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    votes: conversation.votes.map((vote) => ({ ...vote, among: vote.among.map(moved) })),
  };
}
