import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import {
  type ChatEvent,
  type ChatRequest,
  createHostTransport,
  createUndiciTransport,
  ServiceClient,
  type ServiceClientOptions,
  ServiceError,
  type Timing,
  type Transport,
} from '../../../src/api/index.ts';
import { listenHere } from '../../service/network/listening.ts';

export { freePort, listenHere as serveRaw } from '../../service/network/listening.ts';

export const canaryKey = 'sk-canary-7f3a9c51d2';

/** Short enough for a test, long enough for a busy machine. */
export const quickTiming: Partial<Timing> = { usageAfterFinishMs: 60, busyWaitMs: 1 };

/** Declares the same tests for both transports. */
export function overBothTransports(declare: (transport: Transport, name: string) => void): void {
  for (const name of ['undici', 'host']) {
    describe(`over ${name}`, () => {
      let made: Transport | undefined;
      before(async () => {
        made = name === 'undici' ? await createUndiciTransport() : createHostTransport();
      });
      declare((url, init) => {
        assert.ok(made);
        return made(url, init);
      }, name);
    });
  }
}

export function clientFor(
  baseUrl: string,
  transport: Transport,
  options: Partial<ServiceClientOptions> = {},
): ServiceClient {
  return new ServiceClient({
    baseUrl,
    transport,
    apiKey: async () => canaryKey,
    timing: quickTiming,
    ...options,
  });
}

export interface LocalServer extends AsyncDisposable {
  url: string;
  requests: IncomingMessage[];
}

/** An HTTP server on 127.0.0.1 that answers as the test says. */
export async function serve(listener: RequestListener): Promise<LocalServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  return { requests, ...(await listenHere(server)) };
}

export function sendJson(response: ServerResponse, json: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

/** Sends these parts as an event stream, each in its own write. */
export function sendEvents(response: ServerResponse, ...writes: (string | Uint8Array)[]): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const write of writes) response.write(write);
  return response;
}

export function delta(fields: Record<string, unknown>, finish: string | null = null): string {
  return data({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
}

export function data(json: unknown): string {
  return `data: ${JSON.stringify(json)}\n\n`;
}

export const finishEvent = delta({}, 'stop');
export const doneEvent = 'data: [DONE]\n\n';

export const helloRequest: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };

export async function collect(
  events: AsyncIterable<ChatEvent>,
  into: ChatEvent[] = [],
): Promise<ChatEvent[]> {
  for await (const event of events) into.push(event);
  return into;
}

/** Makes the waits before a retry predictable and very short. */
export function withoutJitter(): void {
  const { random } = Math;
  before(() => {
    Math.random = () => 0.01;
  });
  after(() => {
    Math.random = random;
  });
}

/** Stops `Date.now` at 0, so that the end of a wait is its length. */
export function withoutTime(): void {
  const { now } = Date;
  before(() => {
    Date.now = () => 0;
  });
  after(() => {
    Date.now = now;
  });
}

/** The text, reasoning and other events of an answer, independent of how its reads were split. */
export function summary(events: ChatEvent[]): { text: string; reasoning: string; rest: ChatEvent[] } {
  let text = '';
  let reasoning = '';
  const rest: ChatEvent[] = [];
  for (const event of events) {
    if (event.type === 'text') text += event.text;
    else if (event.type === 'reasoning') reasoning += event.text;
    else rest.push(event);
  }
  return { text, reasoning, rest };
}

/** Returns the `ServiceError` that the promise rejects with; throws if it does not. */
export async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof ServiceError, `not a ServiceError: ${error}`);
    return error;
  }
  assert.fail('It did not fail.');
}
