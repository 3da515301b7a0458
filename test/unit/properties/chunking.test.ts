import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ChatDecoder } from '../../../src/api/chat/chatDecoder.ts';
import { type ChatEvent, ServiceError } from '../../../src/api/index.ts';
import { clientFor, helloRequest } from '../api/harness.ts';
import { cutAt, memoryTransport, singleBytes } from '../api/memoryTransport.ts';
import { answerBytes } from './chatStreams.ts';
import { holds } from './holds.ts';

interface Outcome {
  events: ChatEvent[];
  raw: unknown[];
  error: Pick<ServiceError, 'kind' | 'code' | 'serverMessage'> | undefined;
}

/** Decodes these reads, taking the events after each, as the client does. */
function decode(reads: readonly Uint8Array[]): Outcome & { eventCount: number } {
  const raw: unknown[] = [];
  const context = { endpoint: 'POST', secrets: [] };
  const decoder = new ChatDecoder({ context, headers: new Headers() }, (json) => raw.push(json));
  const events: ChatEvent[] = [];
  const { answer } = decoder;
  for (const read of reads) {
    if (decoder.failure !== undefined || answer.isOver) break;
    decoder.push(read);
    if (decoder.failure === undefined) events.push(...answer.take());
  }
  if (decoder.failure === undefined && !answer.isOver) decoder.end();
  const failure = answer.isFinished ? decoder.endFailure : (decoder.failure ?? decoder.endFailure);
  events.push(...(failure === undefined ? answer.end() : answer.takeText()));
  const error = facts(failure);
  return { events: joined(events), raw, error, eventCount: decoder.eventCount };
}

async function chat(reads: readonly Uint8Array[]): Promise<Outcome> {
  const raw: unknown[] = [];
  const events: ChatEvent[] = [];
  const client = clientFor('https://host.example', memoryTransport({ chunks: reads, headers: {} }).send);
  try {
    for await (const event of client.streamChat(helloRequest, { onRaw: (json) => raw.push(json) }))
      events.push(event);
  } catch (error) {
    assert.ok(error instanceof ServiceError, `not a ServiceError: ${error}`);
    return { events: joined(events), raw, error: facts(error) };
  }
  assert.deepEqual(
    events.flatMap(({ type }, n) => (type === 'finish' ? [n] : [])),
    [events.length - 1],
  );
  return { events: joined(events), raw, error: undefined };
}

function facts(error: ServiceError | undefined): Outcome['error'] {
  return error && { kind: error.kind, code: error.code, serverMessage: error.serverMessage };
}

function joined(events: readonly ChatEvent[]): ChatEvent[] {
  const all: ChatEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (event.type === 'text' && last?.type === 'text') last.text += event.text;
    else if (event.type === 'reasoning' && last?.type === 'reasoning') last.text += event.text;
    else all.push({ ...event });
  }
  return all;
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe('Any split of an answer into reads', () => {
  holds(
    'gives the decoder the same events',
    600,
    fc.property(answerBytes, cuts, (bytes, places) => {
      const whole = decode([bytes]);
      assert.deepEqual(decode(cutAt(bytes, places)), whole);
      assert.deepEqual(decode(singleBytes(bytes)), whole);
    }),
  );

  holds(
    'gives the caller the same events, the same error and the same raw JSON',
    150,
    fc.asyncProperty(answerBytes, cuts, async (bytes, places) => {
      const whole = await chat([bytes]);
      assert.deepEqual(await chat(cutAt(bytes, places)), whole);
      assert.deepEqual(await chat(singleBytes(bytes)), whole);
      const { eventCount: _, ...decoded } = decode([bytes]);
      assert.deepEqual(whole, decoded);
    }),
  );
});
