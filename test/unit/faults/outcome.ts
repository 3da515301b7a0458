import assert from 'node:assert/strict';
import {
  type ChatEvent,
  type ChatRequest,
  type ServiceClient,
  ServiceError,
} from '../../../src/api/index.ts';
import { helloRequest } from '../api/harness.ts';
import type { CallName } from './cell.ts';

export const abortReason = new Error('stopped by the user');
// Without a slash, so that deleting it takes one request.
export const loraName = 'tuned';

// Of longer texts, the outcome gives only the length.
const longestShown = 60;

/** Makes a call and describes in one line how it ended: its result, or what it yielded before the error, and the error. */
export async function outcomeOf(
  client: ServiceClient,
  call: CallName,
  signal: AbortSignal,
  into: { errors: unknown[]; onRaw?: () => void },
): Promise<string> {
  const { onRaw = () => undefined } = into;
  if (call === 'chat') return outcomeOfChat(client, helloRequest, signal, into);
  try {
    if (call === 'DELETE') {
      const deleted = await client.deleteLora(loraName, { signal, onRaw });
      return deleted === undefined ? 'deleted, no object' : `deleted ${deleted.name}`;
    }
    let skipped = 0;
    const loras = await client.listLoras({ signal, onRaw, onSkipped: () => (skipped += 1) });
    return `${loras.length} LoRAs${skipped === 0 ? '' : `, ${skipped} left out`}`;
  } catch (error) {
    into.errors.push(error);
    return describeError(error);
  }
}

export async function outcomeOfChat(
  client: ServiceClient,
  request: ChatRequest,
  signal: AbortSignal,
  { errors, onRaw = () => undefined }: { errors: unknown[]; onRaw?: () => void },
): Promise<string> {
  const chat = client.streamChat(request, { signal, onRaw });
  const given: ChatEvent[] = [];
  let end: string | undefined;
  try {
    for await (const event of chat) given.push(event);
  } catch (error) {
    errors.push(error);
    end = describeError(error);
  }
  return describeChat(given, end) + (await endedFor(chat));
}

/** Returns an empty string if the generator stays ended, as it must. */
async function endedFor(chat: AsyncGenerator<ChatEvent, void>): Promise<string> {
  const again = [await chat.next(), await chat.next()];
  return again.every(({ done }) => done === true) ? '' : ', and went on after its end';
}

/** Describes what a chat yielded and how it then failed. */
export function describeChat(events: readonly ChatEvent[], failure?: string): string {
  const finish = events.findIndex(({ type }) => type === 'finish');
  assert.ok(finish === -1 || finish === events.length - 1, 'finish is not the last event');
  assert.ok(finish === -1 || failure === undefined, 'the answer both finished and failed');
  assert.ok(finish !== -1 || failure !== undefined, 'the answer neither finished nor failed');
  const parts = merged(events).map(describeEvent);
  if (failure !== undefined) return parts.length === 0 ? failure : `${parts.join(', ')}, then ${failure}`;
  return parts.join(', ');
}

/** Joins adjacent text, because how it was split into events doesn't matter. */
export function merged(events: readonly ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if ((event.type === 'text' || event.type === 'reasoning') && last?.type === event.type)
      joined[joined.length - 1] = { type: event.type, text: last.text + event.text };
    else joined.push(event);
  }
  return joined;
}

function describeEvent(event: ChatEvent): string {
  switch (event.type) {
    case 'text':
      return quote(event.text);
    case 'reasoning':
      return `thought ${quote(event.text)}`;
    case 'reasoned':
    case 'unreasoned':
      return event.type;
    case 'toolCall':
      return `tool ${event.id} ${event.name}(${event.arguments})`;
    case 'usage':
      return `${event.promptTokens}+${event.completionTokens}=${event.totalTokens} tokens`;
    case 'finish':
      return event.complete
        ? `complete${event.reason === undefined ? '' : ` (${event.reason})`}`
        : 'cut short';
  }
}

function quote(text: string): string {
  return text.length > longestShown ? `${text.length} characters` : JSON.stringify(text);
}

export function describeError(error: unknown): string {
  if (error === abortReason) return 'aborted';
  if (!(error instanceof ServiceError)) return `threw ${String(error)}`;
  const { kind, status, code, serverMessage, retryAfterMs } = error;
  const facts = [kind, status === 200 ? undefined : status, code].filter((fact) => fact !== undefined);
  const words = serverMessage === undefined ? '' : ` ${quote(serverMessage)}`;
  const wait = retryAfterMs === undefined ? '' : `, again after ${duration(retryAfterMs)}`;
  return `${facts.join(' ')}${words}${wait}`;
}

// A wait until a date is rounded: some of it passes while the test runs.
function duration(ms: number): string {
  return ms < 100_000 ? `${ms} ms` : `${Math.round(ms / 60_000)} min`;
}

/** Describes how often a call was tried and how many requests the service saw. */
export function describeCount(tries: number, seen: number): string {
  const requests = seen === 0 ? 'no request' : seen === 1 ? '1 request' : `${seen} requests`;
  return tries === seen ? requests : `${tries === 1 ? '1 try' : `${tries} tries`}, ${requests}`;
}
