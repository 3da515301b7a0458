import type { IncomingMessage, ServerResponse } from 'node:http';
import { clock, type RecordedRequest } from './recorder.ts';

/** Larger bodies are refused: no chat is that long. */
export const maxBodyBytes = 16 * 1024 * 1024;

/** Reads the body as text; `undefined` if it is too large. Rejects if the client leaves before its end. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    // The excess is read and dropped, so that the client gets to see the answer.
    if (size <= maxBodyBytes) parts.push(part);
  }
  return size <= maxBodyBytes ? Buffer.concat(parts).toString('utf8') : undefined;
}

/** Describes a request on arrival; its body is filled in once it has been read. */
export function describeRequest(request: IncomingMessage, response: ServerResponse): RecordedRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  const { promise, resolve } = Promise.withResolvers<{ at: number; complete: boolean }>();
  response.once('close', () => resolve({ at: clock(), complete: response.writableFinished }));
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: Object.fromEntries(headers),
    body: '',
    at: clock(),
    closed: promise,
  };
}
