import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ServiceError,
  type ServiceErrorDetails,
  type ServiceErrorKind,
} from '../../../src/api/serviceError.ts';
import type { BaseModel, BaseModelDeployment, Logger, Lora, LoraDeployment } from '../../../src/api/types.ts';
import type { ChatRecord } from '../../../src/core/chats/disk/chatRecord.ts';
import type { Column } from '../../../src/core/chats/tree/column.ts';
import type { Answer, Question, Turn, Turns } from '../../../src/core/chats/tree/conversation.ts';
import type { Connection } from '../../../src/core/connections/connection.ts';
import { lockText } from '../../../src/core/files/locks/lockFile.ts';
import type { TestAnswer } from '../../../src/core/testRequests/testRequest.ts';

/** A new folder for each test, deleted after it. */
export function useFolder(): () => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hosted-models-'));
  });
  // What an open chat still keeps, e.g. typed settings, may be written while the folder is being emptied.
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return () => folder;
}

export class RecordingLog implements Logger {
  readonly lines: string[] = [];
  debug = (message: string) => void this.lines.push(`debug ${message}`);
  info = (message: string) => void this.lines.push(`info ${message}`);
  warn = (message: string) => void this.lines.push(`warn ${message}`);
  error = (message: string) => void this.lines.push(`error ${message}`);
}

export const silent: Logger = new RecordingLog();

export function lora(name: string, deployment?: LoraDeployment): Lora {
  return { kind: 'lora', name, unitPrice: undefined, activeDeployment: deployment };
}

export function baseModel(name: string, deployment?: BaseModelDeployment): BaseModel {
  return { kind: 'baseModel', name, unitPrice: undefined, activeDeployment: deployment };
}

export function connection(fields: Partial<Connection> = {}): Connection {
  const acme = { id: 'acme', name: 'Acme', baseUrl: 'https://models.acme.example' };
  return { ...acme, readOnly: false, allowHttp: false, ...fields };
}

export function testAnswer(text: string, fields: Partial<TestAnswer> = {}): TestAnswer {
  return {
    name: 'tone',
    state: 'limit',
    text,
    reasoning: '',
    figures: { durationMs: 400 },
    error: undefined,
    droppedFields: [],
    ...fields,
  };
}

export function failed(kind: ServiceErrorKind, details: Partial<ServiceErrorDetails> = {}): ServiceError {
  return new ServiceError(kind, `It failed: ${kind}.`, { endpoint: 'GET /api/v1/lora', ...details });
}

export const chatId = '6f1c1f0e-93a5-4c39-8f6a-0d4b2f6a7f10';

/** Of a chat with the column `c-tone`, or others. */
export function metaLine(fields: Partial<Extract<ChatRecord, { type: 'meta' }>> = {}): ChatRecord {
  return {
    v: 1,
    type: 'meta',
    id: chatId,
    ts: 1000,
    title: 'Refund tone',
    settings: {},
    columns: [column('tone')],
    ...fields,
  };
}

/** A column of this model, with the id `c-tone` for `tone`. */
export function column(name: string, fields: Partial<Column> = {}): Column {
  return { id: `c-${name}`, connectionId: 'acme', name, ...fields };
}

export function questionLine(id: string, text: string, after?: string, ts = 1000): ChatRecord {
  const { at: _at, ...rest } = newQuestion(id, after, text);
  return { v: 1, type: 'question', ts, ...rest };
}

export function answerLine(
  id: string,
  questionId: string,
  text: string,
  fields: Partial<Extract<ChatRecord, { type: 'answer' }>> = {},
): ChatRecord {
  return { v: 1, type: 'answer', ts: 1000, ...newAnswer(id, questionId, text), ...fields };
}

/** A question, which the column `c-tone` or another was asked after a turn. */
export function newQuestion(id: string, after?: string, text = id, columnId = 'c-tone'): Question {
  return { id, after: after === undefined ? {} : { [columnId]: after }, text, at: 1000 };
}

/** A question that was sent alone. */
export function alone(id: string, below?: string, text = id): Question {
  return { id, text, at: 1000, ...(below !== undefined && { below }) };
}

export function newAnswer(id: string, questionId: string, text = id): Answer {
  return {
    id,
    question: questionId,
    name: 'tone',
    connectionId: 'acme',
    settings: {},
    text,
    reasoning: '',
    state: 'complete',
    column: 'c-tone',
    at: 1000,
  };
}

/** What stands in the lock file of another owner on this machine, `pid` being its process. */
export function lockOf(fields: { owner?: string; pid?: number; host?: string; pids?: string }): string {
  return JSON.stringify({ ...JSON.parse(lockText('x')), ...fields });
}

/** Of an owner whose process is gone. */
export const deadLock = lockOf({ pid: 2 ** 30 });

/** Returns all turns of a conversation: each question, followed by the answers to it. */
export function turnsIn(conversation: Turns | undefined): Map<string, Turn> {
  const { questions = new Map(), answers = new Map() } = conversation ?? {};
  const given = Map.groupBy<string, Answer>(answers.values(), ({ question }) => question);
  const all = [...questions.values()].flatMap((one: Question): Turn[] => [one, ...(given.get(one.id) ?? [])]);
  return new Map(all.map((turn) => [turn.id, turn]));
}
