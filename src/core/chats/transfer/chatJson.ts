import * as v from 'valibot';
import { parsedJson } from '../../../base/json.ts';
import { attachmentSchema } from '../../attachments/attachment.ts';
import { utf8Of } from '../../attachments/attachmentContent.ts';
import { endStates } from '../../exchange/exchangeFields.ts';
import { lastMoment } from '../../sensibleTime.ts';
import { keptSettings } from '../tree/chatSettings.ts';
import { columnsFields, maxClosed, maxColumns, voteSchema } from '../tree/column.ts';
import { changedColumns, withKnownEnds } from '../tree/columnPaths.ts';
import { type Answer, answerFields, type Conversation, questionFields } from '../tree/conversation.ts';
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

const questionSchema = v.object({
  id,
  text: v.string(),
  attachments: v.exactOptional(v.array(attachmentSchema)),
  ...questionFields,
  at: time,
});

const answerSchema = v.object({
  ...answerFields,
  id,
  question: id,
  connectionId: name,
  name,
  state: v.picklist(endStates),
  at: time,
});

/** Max number of questions, and of answers, in a chat. */
const maxTurns = 100_000;

const connectionSchema = v.object({ id: name, name });

const chatFields = v.object({
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
  questions: v.pipe(v.array(questionSchema), v.maxLength(maxTurns)),
  answers: v.pipe(v.array(answerSchema), v.maxLength(maxTurns)),
  votes: v.pipe(v.array(voteSchema), v.maxLength(10_000)),
});

const chatSchema = v.pipe(
  chatFields,
  v.check(({ questions, answers }) => haveOwnIds([...questions, ...answers]), 'Two turns have one id.'),
);

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
  /** `where`: the path of the first invalid value, such as `chats.0.questions.3.text`. */
  | { is: 'refused'; why: 'tooLarge' | 'notJson' | 'notOurs' | 'newer' | 'damaged'; where?: string };

/** Returns whole chats as JSON, with all siblings, columns, settings, metrics and votes. `readImport` reads them back. */
export function chatsJson(chats: readonly NamedChat[]): string {
  const file = { kind: fileKind, v: exportFormat, chats: chats.map(chatObject) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function chatObject({ conversation, connectionNames }: NamedChat): v.InferOutput<typeof chatSchema> {
  const { questions, answers, columns, votes, deleted: _deleted, ...rest } = conversation;
  const connections = connectionsIn(conversation).map((id) => ({ id, name: connectionNames.get(id) ?? '' }));
  return {
    ...rest,
    connections,
    columns: [...columns],
    questions: [...questions.values()],
    // A streaming answer ends here: the file won't get the rest of it.
    answers: [...answers.values()].map((answer) => abandonedAnswer(answer, 'copy')),
    votes: [...votes],
  };
}

/** Reads an exported file. Refuses an invalid one as a whole, since half a chat would look complete. */
export function readImport(bytes: Uint8Array): ReadImport {
  if (bytes.length > maxImportBytes) return { is: 'refused', why: 'tooLarge' };
  const text = utf8Of(bytes);
  const json = text === undefined ? undefined : parsedJson(text);
  if (json === undefined) return { is: 'refused', why: 'notJson' };
  if (v.is(newerSchema, json)) return { is: 'refused', why: 'newer' };
  if (!v.is(v.object({ kind: v.literal(fileKind) }), json)) return { is: 'refused', why: 'notOurs' };
  const read = v.safeParse(fileSchema, json, { abortEarly: true });
  if (read.success) return { is: 'chats', chats: read.output.chats.map(namedChat) };
  const where = v.getDotPath(read.issues[0]);
  return { is: 'refused', why: 'damaged', ...(where === null ? {} : { where }) };
}

function namedChat(chat: v.InferOutput<typeof chatSchema>): NamedChat {
  const { connections, columns, closed, ...rest } = chat;
  const [first, ...others] = columns;
  if (!first) throw new TypeError('A chat has a column.');
  const turns = { questions: byId(rest.questions), answers: byId<Answer>(rest.answers) };
  const all = { columns: [first, ...others] as const, ...(closed && { closed }) };
  const conversation: Conversation = { ...rest, ...turns, ...withKnownEnds(all, turns) };
  return { conversation, connectionNames: new Map(connections.map((one) => [one.id, one.name])) };
}

function byId<T extends { id: string }>(all: readonly T[]): Map<string, T> {
  return new Map(all.map((one) => [one.id, one]));
}

/** Returns the ids of the connections that a chat names. */
export function connectionsIn({ columns, closed = [], answers }: Conversation): string[] {
  const all = [...columns, ...closed, ...answers.values()];
  return [...new Set(all.map(({ connectionId }) => connectionId))];
}

/** Returns the chat with each connection's id replaced by what `idFor` returns for it. */
export function withConnections(conversation: Conversation, idFor: (id: string) => string): Conversation {
  const moved = <T extends { connectionId: string }>(owner: T): T => ({
    ...owner,
    connectionId: idFor(owner.connectionId),
  });
  const answers = [...conversation.answers.values()].map(moved);
  return { ...conversation, ...changedColumns(conversation, moved), answers: byId(answers) };
}
