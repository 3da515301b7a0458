import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ChatEvent, ServiceError } from '../../../src/api/index.ts';
import { clientFor, helloRequest } from '../api/harness.ts';
import { cutAt, memoryTransport, singleBytes } from '../api/memoryTransport.ts';
import { merged } from '../faults/outcome.ts';
import { answerBytes } from './chatStreams.ts';
import { holds } from './holds.ts';

interface Outcome {
  events: ChatEvent[];
  raw: unknown[];
  error: Pick<ServiceError, 'kind' | 'code' | 'serverMessage'> | undefined;
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
    const { kind, code, serverMessage } = error;
    return { events: merged(events), raw, error: { kind, code, serverMessage } };
  }
  assert.deepEqual(
    events.flatMap(({ type }, n) => (type === 'finish' ? [n] : [])),
    [events.length - 1],
  );
  return { events: merged(events), raw, error: undefined };
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe('Any split of an answer into reads', () => {
  holds(
    'gives the caller the same events, the same error and the same raw JSON',
    300,
    fc.asyncProperty(answerBytes, cuts, async (bytes, places) => {
      const whole = await chat([bytes]);
      assert.deepEqual(await chat(cutAt(bytes, places)), whole);
      assert.deepEqual(await chat(singleBytes(bytes)), whole);
    }),
  );
});
