import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { ChaosConnection, ChaosRequest } from './chaosConnection.ts';
import type { Script } from './chaosServer.ts';

/** Handles one request. A connection it leaves open stays so until the client leaves. */
export type Answer = (connection: ChaosConnection, request: ChaosRequest) => Promise<void> | void;

/** One part of an answer: bytes, or something else that happens to its connection. */
export type Step = string | Uint8Array | Answer;

/** Sends these parts one after the other, each in its own write. */
export function answer(...steps: Step[]): Answer {
  return async (connection, request) => {
    for (const step of steps) {
      if (typeof step === 'function') await step(connection, request);
      else await connection.write(step);
    }
  };
}

/** Answers the requests of all connections with each of these in turn, then always with the last. */
export function inTurn(...answers: Answer[]): Script {
  let count = 0;
  return async (connection) => {
    for (;;) {
      const request = await connection.nextRequest();
      if (request === undefined) return;
      const next = answers[Math.min(count, answers.length - 1)];
      count += 1;
      await next?.(connection, request);
    }
  };
}

/** A status line, `HTTP/1.1 200 Status`, and header lines. */
export function head(status: number, headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`;
}

/** A whole answer, after which the connection can be reused. */
export function whole(
  status: number,
  body: string | Uint8Array = '',
  headers: Record<string, string> = {},
): Answer {
  const type = typeof body === 'string' && /^[[{]/.test(body) ? { 'content-type': 'application/json' } : {};
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  return answer(
    Buffer.concat([Buffer.from(head(status, { ...type, ...length, ...headers })), bytesOf(body)]),
    finish,
  );
}

export const chunked = { 'transfer-encoding': 'chunked' };
export const eventStream = { 'content-type': 'text/event-stream' };
export const lastChunk = '0\r\n\r\n';

export function chunk(part: string | Uint8Array): Buffer {
  const bytes = bytesOf(part);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

/** The chunked head of an event stream and these parts, each as a chunk in its own write; it stays open. */
export function events(...parts: (string | Uint8Array)[]): Answer {
  return answer(head(200, { ...eventStream, ...chunked }), ...parts.map(chunk));
}

/** The end of a chunked answer. */
export const endChunks: Answer = answer(lastChunk, finish);

/** A whole event stream of these parts. */
export function stream(...parts: (string | Uint8Array)[]): Answer {
  return answer(events(...parts), endChunks);
}

export function finish(connection: ChaosConnection): void {
  connection.finish();
}

export function fin(connection: ChaosConnection): void {
  connection.end();
}

export function reset(connection: ChaosConnection): void {
  connection.reset();
}

/** Sends nothing, forever. */
export function silence(): void {
  // The client ends it.
}

/** A delay as a fault, or until the client leaves. */
export function pause(ms: number): Answer {
  return async (connection) => {
    const stop = new AbortController();
    void connection.closed.then(() => stop.abort());
    await sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  };
}

/** Writes `bytes` in slices, with a turn of the event loop after each, so that each is read on its own. */
export function sliced(bytes: string | Uint8Array, size: number): Answer {
  return async (connection) => {
    const whole = bytesOf(bytes);
    for (let at = 0; at < whole.length && connection.closing === undefined; at += size) {
      await connection.write(whole.subarray(at, at + size));
      await setImmediate();
    }
  };
}

/** Writes the result of `next` every `ms` milliseconds, until it is `undefined` or the client leaves. */
export function every(ms: number, next: (count: number) => string | Uint8Array | undefined): Answer {
  return async (connection) => {
    for (let count = 0; connection.closing === undefined; count += 1) {
      const bytes = next(count);
      if (bytes === undefined) return;
      await connection.write(bytes);
      await sleep(ms);
    }
  };
}

/** Writes the same bytes `times` times, as fast as the client takes them, or until it leaves. */
export function flood(bytes: string | Uint8Array, times: number): Answer {
  return async (connection) => {
    for (let n = 0; n < times && connection.closing === undefined; n += 1) await connection.write(bytes);
  };
}

function bytesOf(part: string | Uint8Array): Uint8Array {
  return typeof part === 'string' ? Buffer.from(part) : part;
}
