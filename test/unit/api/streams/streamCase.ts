import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  type ChatEvent,
  createHostTransport,
  createUndiciTransport,
  ServiceError,
  type ServiceErrorKind,
  type Transport,
} from '../../../../src/api/index.ts';
import { clientFor, helloRequest, type LocalServer, serve } from '../harness.ts';
import { bytesOf, joinBytes, memoryTransport, singleBytes } from '../memoryTransport.ts';

/** A stream and what a chat must read from it. A field that is left out means none: no text, no calls, no usage. */
export interface StreamCase {
  /** Each part is a read of its own. */
  parts: readonly (string | Uint8Array)[];
  contentType?: string;
  text?: string;
  reasoning?: string;
  /** Tool calls as `id name arguments`. */
  calls?: readonly string[];
  /** Prompt, completion and total tokens. */
  usage?: readonly [number, number, number];
  /** How it ends: `complete` or `cut`, with the finish reason; or as an error of this kind. */
  end: readonly ['complete' | 'cut', string?] | { error: ServiceErrorKind; code?: string; words?: string };
}

type Told = Omit<Required<StreamCase>, 'parts' | 'contentType' | 'usage'> & { usage: StreamCase['usage'] };

/**
 * Declares each case as a test: the stream comes from memory in its own reads, byte by byte and all at once, and over a socket
 * through both transports, and must give the same result each time.
 */
export function streamCases(group: string, cases: Record<string, StreamCase>): void {
  describe(group, () => {
    let answer: StreamCase = { parts: [], end: ['cut'] };
    let server: LocalServer;
    const transports: Transport[] = [createHostTransport()];
    before(async () => {
      server = await serve((_, response) => void send(response, answer));
      transports.push(await createUndiciTransport());
    });
    after(() => server.close());

    for (const [name, given] of Object.entries(cases)) {
      it(name, async () => {
        answer = given;
        const expected = wanted(given);
        const bytes = joinBytes(given.parts);
        const headers = { 'content-type': given.contentType ?? 'text/event-stream' };
        for (const chunks of [given.parts.map(bytesOf), singleBytes(bytes), [bytes]]) {
          assert.deepEqual(
            await tell('https://host.example', memoryTransport({ chunks, headers }).send),
            expected,
          );
        }
        for (const transport of transports) assert.deepEqual(await tell(server.url, transport), expected);
      });
    }
  });
}

async function send(
  response: ServerResponse,
  { parts, contentType = 'text/event-stream' }: StreamCase,
): Promise<void> {
  response.writeHead(200, { 'content-type': contentType });
  for (const part of parts) if (!response.write(part)) await once(response, 'drain');
  response.end();
}

function wanted({ text = '', reasoning = '', calls = [], usage, end }: StreamCase): Told {
  return { text, reasoning, calls, usage, end };
}

async function tell(url: string, transport: Transport): Promise<Told> {
  const events: ChatEvent[] = [];
  let error: ServiceError | undefined;
  try {
    for await (const event of clientFor(url, transport).streamChat(helloRequest)) events.push(event);
  } catch (thrown) {
    assert.ok(thrown instanceof ServiceError, `not a ServiceError: ${thrown}`);
    error = thrown;
  }
  return { ...amount(events), end: error === undefined ? endOf(events) : errorEnd(error) };
}

function amount(events: readonly ChatEvent[]): Omit<Told, 'end'> {
  const textOf = (type: 'text' | 'reasoning'): string =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  const calls = events.flatMap((event) =>
    event.type === 'toolCall' ? [`${event.id} ${event.name} ${event.arguments}`] : [],
  );
  const [usage, ...more] = events.filter((event) => event.type === 'usage');
  assert.deepEqual(more, [], 'usage came twice');
  return {
    text: textOf('text'),
    reasoning: textOf('reasoning'),
    calls,
    usage: usage && [usage.promptTokens, usage.completionTokens, usage.totalTokens],
  };
}

function endOf(events: readonly ChatEvent[]): StreamCase['end'] {
  assert.equal(events.filter(({ type }) => type === 'finish').length, 1);
  const last = events.at(-1);
  assert.ok(last?.type === 'finish', 'the finish is not the last');
  const state = last.complete ? 'complete' : 'cut';
  return last.reason === undefined ? [state] : [state, last.reason];
}

function errorEnd({ kind, code, serverMessage, cause }: ServiceError): StreamCase['end'] {
  assert.equal(cause, undefined, 'a cause may quote the stream');
  return {
    error: kind,
    ...(code === undefined ? {} : { code }),
    ...(serverMessage === undefined ? {} : { words: serverMessage }),
  };
}
