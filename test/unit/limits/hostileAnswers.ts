import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { delta, doneEvent } from '../api/harness.ts';

const mib = 1024 * 1024;
const blockBytes = 64 * 1024;

/** Writes the results of `next` until it returns `undefined` or the client has hung up. */
async function pump(socket: Socket, next: () => Uint8Array | string | undefined): Promise<void> {
  for (let part = next(); part !== undefined && !socket.destroyed; part = next()) {
    if (socket.write(part)) continue;
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.once('drain', resolve).once('close', resolve);
    await promise;
  }
}

/** Repeats the same bytes up to 1 GB, which no client should ever reach. */
function endless(part: Uint8Array | string): () => Uint8Array | string | undefined {
  const bytes = Buffer.from(part);
  const block = Buffer.concat(
    Array.from({ length: Math.max(1, Math.floor(blockBytes / bytes.length)) }, () => bytes),
  );
  let left = 1024 * mib;
  return () => {
    left -= block.length;
    return left < 0 ? undefined : block;
  };
}

function once(...parts: (Uint8Array | string)[]): () => Uint8Array | string | undefined {
  return () => parts.shift();
}

const jsonType = 'content-type: application/json';
const streamType = 'content-type: text/event-stream';

/** Sends headers, and a body that ends with the connection. */
async function send(
  socket: Socket,
  headers: string[],
  next: () => Uint8Array | string | undefined,
  status = '200 OK',
): Promise<void> {
  socket.write([`HTTP/1.1 ${status}`, 'connection: close', ...headers, '', ''].join('\r\n'));
  await pump(socket, next);
  socket.end();
}

/** Sends one byte every 20 ms. */
async function drip(socket: Socket, bytes: string): Promise<void> {
  let at = 0;
  const timer = setInterval(() => socket.write(bytes[at++ % bytes.length] ?? ''), 20);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', resolve);
  await promise;
  clearInterval(timer);
}

/** A body that is made once, since every way asks for it. */
function kept(make: () => Buffer): () => Buffer {
  let body: Buffer | undefined;
  return () => (body ??= make());
}

const gzipped = (text: Uint8Array, times: number): Buffer => {
  // A gzip file may consist of several members: 64 times the same 16 MB make 1 GB.
  const member = gzipSync(text, { level: 1 });
  return Buffer.concat(Array.from({ length: times }, () => member));
};
const zeros = (mb: number): Buffer => Buffer.alloc(mb * mib, '0');

/** Sends content-length too, because Node's own undici fails an assertion if the body ends while nobody reads (undici#5360). */
const sendZipped = (socket: Socket, type: string, encoding: string, body: Uint8Array): Promise<void> =>
  send(socket, [type, `content-encoding: ${encoding}`, `content-length: ${body.length}`], once(body));

const text = (content: string): string => delta({ content });
const call = (index: number): object => ({ index, id: `c${index}`, function: { name: 'f', arguments: '' } });

const list = (length: number, entry: (index: number) => string): (() => string | undefined) => {
  let at = 0;
  return () => {
    if (at > length) return undefined;
    const end = Math.min(length, at + 1000);
    let part = at === 0 ? '[' : '';
    for (; at < end; at += 1) part += `${at === 0 ? '' : ','}${entry(at)}`;
    if (at < length) return part;
    at += 1;
    return `${part}]`;
  };
};

const zippedLine = kept(() => gzipped(Buffer.concat([Buffer.from('data: '), zeros(16)]), 64));
const gzipBomb = kept(() => gzipped(zeros(16), 64));
const deflateBomb = kept(() => deflateSync(zeros(64)));
const brotliBomb = kept(() =>
  brotliCompressSync(zeros(64), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
);
const zstandardBomb = kept(() => zstdCompressSync(zeros(64)));
const twiceGzipped = kept(() => gzipSync(gzipBomb()));

/** What the server sends, by the name of the case. */
export const hostileAnswers: Record<string, (socket: Socket) => Promise<void>> = {
  'headers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    return pump(socket, endless('x-filler: 0123456789\r\n'));
  },
  'one header without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-filler: ');
    return pump(socket, endless('0123456789'));
  },
  'informational answers without end': (socket) =>
    pump(socket, endless('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')),
  'headers byte by byte': (socket) =>
    drip(socket, 'HTTP/1.1 200 OK\r\nx-filler: 0123456789012345678901234567890'),
  'a body byte by byte': (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${jsonType}\r\ntransfer-encoding: chunked\r\n\r\n1\r\n[\r\n`);
    return pump(socket, endless('1\r\n1\r\n1\r\n,\r\n'));
  },
  'an error of 1 GB': (socket) =>
    send(socket, [jsonType, 'x-should-retry: false'], endless('{"error":"'), '500 Broken'),
  'JSON of 1 GB with its length': (socket) =>
    send(socket, [jsonType, `content-length: ${1024 * mib}`], endless('[1,')),
  'more than content-length says': (socket) => send(socket, [jsonType, 'content-length: 10'], endless('[1,')),
  'a line without end': (socket) => send(socket, [streamType], endless('data: 0123456789')),
  'an event of lines without end': (socket) => send(socket, [streamType], endless('data: 0123456789\n')),
  'a comment without end': (socket) => send(socket, [streamType], endless(': 0123456789')),
  'white space without end': (socket) => send(socket, [streamType], endless(' ')),
  'two million empty events': (socket) => {
    let left = 200;
    const empty = 'data:\n\n'.repeat(10_000);
    const end = once(text('ok'), doneEvent);
    return send(socket, [streamType], () => (left-- > 0 ? empty : end()));
  },
  'bytes without end after [DONE]': (socket) => {
    const start = once(text('ok') + doneEvent);
    const rest = endless(text('more'));
    return send(socket, [streamType], () => start() ?? rest());
  },
  'a deep event': (socket) =>
    send(socket, [streamType], once(text('ok'), `data: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n\n`)),
  'tool calls without end': (socket) => {
    let calls = 0;
    const more = (): string =>
      Array.from({ length: 100 }, () => delta({ tool_calls: [call(calls++)] })).join('');
    return send(socket, [streamType], () => (calls > 1_000_000 ? undefined : more()));
  },
  'a completion of tool calls': (socket) => {
    const calls = list(300_000, (index) => `{"index":${index}}`);
    const [start, end] = [once('{"choices":[{"message":{"tool_calls":'), once('}}]}')];
    return send(socket, [jsonType], () => start() ?? calls() ?? end());
  },
  'arguments without end': (socket) => {
    const part = { index: 0, id: 'c', function: { name: 'f', arguments: 'x'.repeat(1000) } };
    return send(socket, [streamType], endless(delta({ tool_calls: [part] })));
  },
  'text without end': (socket) => send(socket, [streamType], endless(text('x'.repeat(1000)))),
  'a zipped line without end': (socket) => sendZipped(socket, streamType, 'gzip', zippedLine()),
  'JSON 100,000 deep': (socket) => send(socket, [jsonType], once('['.repeat(100_000), ']'.repeat(100_000))),
  'JSON of 1 GB': (socket) => send(socket, [jsonType], endless('"01234567",')),
  'JSON 16 million deep': (socket) =>
    send(socket, [jsonType], once(Buffer.alloc(16 * mib - 1, '['), Buffer.alloc(16 * mib - 1, ']'))),
  'ten million empty objects': (socket) =>
    send(
      socket,
      [jsonType],
      list(10_000_000, () => '{}'),
    ),
  'a gzip bomb': (socket) => sendZipped(socket, jsonType, 'gzip', gzipBomb()),
  'a deflate bomb': (socket) => sendZipped(socket, jsonType, 'deflate', deflateBomb()),
  'a Brotli bomb': (socket) => sendZipped(socket, jsonType, 'br', brotliBomb()),
  'a Zstandard bomb': (socket) => sendZipped(socket, jsonType, 'zstd', zstandardBomb()),
  'gzip within gzip': (socket) => sendZipped(socket, jsonType, 'gzip, gzip', twiceGzipped()),
  'a name of 31 MB': (socket) =>
    send(socket, [jsonType], once('[{"name":"', Buffer.alloc(31 * mib, 'n'), '"},{"name":"tone"}]')),
  'a list of a million': (socket) =>
    send(
      socket,
      [jsonType],
      list(1_000_000, (index) => `{"name":"lora-${index}"}`),
    ),
};
