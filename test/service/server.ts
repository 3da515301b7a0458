import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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

/** Listens on 127.0.0.1 only; rejects with the system's error, e.g. EADDRINUSE. */
export async function listen(
  port: number,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ server: Server; port: number }> {
  const server = createServer(onRequest);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return { server, port: address.port };
}
