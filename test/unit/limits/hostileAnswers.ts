import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { delta, doneEvent } from '../api/harness.ts';

const MB = 1024 * 1024;
const BLOCK = 64 * 1024;

/** Writes what `next` gives until it gives nothing more, or the client has hung up. */
async function pump(socket: Socket, next: () => Uint8Array | string | undefined): Promise<void> {
  for (let part = next(); part !== undefined && !socket.destroyed; part = next()) {
    if (socket.write(part)) continue;
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.once('drain', resolve).once('close', resolve);
    await promise;
  }
}

/** The same bytes up to 1 GB: nobody reads so far. */
function endless(part: Uint8Array | string): () => Uint8Array | string | undefined {
  const bytes = Buffer.from(part);
  const block = Buffer.concat(
    Array.from({ length: Math.max(1, Math.floor(BLOCK / bytes.length)) }, () => bytes),
  );
  let left = 1024 * MB;
  return () => {
    left -= block.length;
    return left < 0 ? undefined : block;
  };
}

function once(...parts: (Uint8Array | string)[]): () => Uint8Array | string | undefined {
  return () => parts.shift();
}

const JSON_TYPE = 'content-type: application/json';
const STREAM_TYPE = 'content-type: text/event-stream';

/** Headers, and a body that ends with the connection. */
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

/** One byte every 20 ms. */
async function drip(socket: Socket, bytes: string): Promise<void> {
  let at = 0;
  const timer = setInterval(() => socket.write(bytes[at++ % bytes.length] ?? ''), 20);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', resolve);
  await promise;
  clearInterval(timer);
}

const gzipped = (text: Uint8Array, times: number): Buffer => {
  // A gzip file may have members, one behind the other: 1 GB is made of 64 times the same 16 MB.
  const member = gzipSync(text, { level: 1 });
  return Buffer.concat(Array.from({ length: times }, () => member));
};
const zeros = (mb: number): Buffer => Buffer.alloc(mb * MB, '0');

/** Compressed, with its length: Node's own undici fails an assertion where the end comes while nobody reads (undici#5360). */
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
  'headers by single bytes': (socket) =>
    drip(socket, 'HTTP/1.1 200 OK\r\nx-filler: 0123456789012345678901234567890'),
  'a body by single bytes': (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ntransfer-encoding: chunked\r\n\r\n1\r\n[\r\n`);
    return pump(socket, endless('1\r\n1\r\n1\r\n,\r\n'));
  },
  'an error of 1 GB': (socket) =>
    send(socket, [JSON_TYPE, 'x-should-retry: false'], endless('{"error":"'), '500 Broken'),
  'JSON of 1 GB with its length': (socket) =>
    send(socket, [JSON_TYPE, `content-length: ${1024 * MB}`], endless('[1,')),
  'more than the length says': (socket) => send(socket, [JSON_TYPE, 'content-length: 10'], endless('[1,')),
  'a line without end': (socket) => send(socket, [STREAM_TYPE], endless('data: 0123456789')),
  'an event of lines without end': (socket) => send(socket, [STREAM_TYPE], endless('data: 0123456789\n')),
  'a comment without end': (socket) => send(socket, [STREAM_TYPE], endless(': 0123456789')),
  'white space without end': (socket) => send(socket, [STREAM_TYPE], endless(' ')),
  'two million empty events': (socket) => {
    let left = 200;
    const empty = 'data:\n\n'.repeat(10_000);
    const end = once(text('ok'), doneEvent);
    return send(socket, [STREAM_TYPE], () => (left-- > 0 ? empty : end()));
  },
  'bytes without end after [DONE]': (socket) => {
    const start = once(text('ok') + doneEvent);
    const rest = endless(text('more'));
    return send(socket, [STREAM_TYPE], () => start() ?? rest());
  },
  'a deep event': (socket) =>
    send(socket, [STREAM_TYPE], once(text('ok'), `data: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n\n`)),
  'tool calls without end': (socket) => {
    let calls = 0;
    const more = (): string =>
      Array.from({ length: 100 }, () => delta({ tool_calls: [call(calls++)] })).join('');
    return send(socket, [STREAM_TYPE], () => (calls > 1_000_000 ? undefined : more()));
  },
  'a completion of tool calls': (socket) => {
    const calls = list(300_000, (index) => `{"index":${index}}`);
    const [start, end] = [once('{"choices":[{"message":{"tool_calls":'), once('}}]}')];
    return send(socket, [JSON_TYPE], () => start() ?? calls() ?? end());
  },
  'arguments without end': (socket) => {
    const part = { index: 0, id: 'c', function: { name: 'f', arguments: 'x'.repeat(1000) } };
    return send(socket, [STREAM_TYPE], endless(delta({ tool_calls: [part] })));
  },
  'text without end': (socket) => send(socket, [STREAM_TYPE], endless(text('x'.repeat(1000)))),
  'a zipped line without end': (socket) => {
    const line = Buffer.concat([Buffer.from('data: '), zeros(16)]);
    return sendZipped(socket, STREAM_TYPE, 'gzip', gzipped(line, 64));
  },
  'JSON 100,000 deep': (socket) => send(socket, [JSON_TYPE], once('['.repeat(100_000), ']'.repeat(100_000))),
  'JSON of 1 GB': (socket) => send(socket, [JSON_TYPE], endless('"01234567",')),
  'JSON 16 million deep': (socket) =>
    send(socket, [JSON_TYPE], once(Buffer.alloc(16 * MB - 1, '['), Buffer.alloc(16 * MB - 1, ']'))),
  'ten million empty objects': (socket) =>
    send(
      socket,
      [JSON_TYPE],
      list(10_000_000, () => '{}'),
    ),
  'a gzip bomb': (socket) => sendZipped(socket, JSON_TYPE, 'gzip', gzipped(zeros(16), 64)),
  'a deflate bomb': (socket) => sendZipped(socket, JSON_TYPE, 'deflate', deflateSync(zeros(64))),
  'a Brotli bomb': (socket) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    return sendZipped(socket, JSON_TYPE, 'br', brotliCompressSync(zeros(64), { params }));
  },
  'a Zstandard bomb': (socket) => sendZipped(socket, JSON_TYPE, 'zstd', zstdCompressSync(zeros(64))),
  'a chain of gzip': (socket) =>
    sendZipped(socket, JSON_TYPE, 'gzip, gzip', gzipSync(gzipped(zeros(16), 64))),
  'a name of 31 MB': (socket) =>
    send(socket, [JSON_TYPE], once('[{"name":"', Buffer.alloc(31 * MB, 'n'), '"},{"name":"tone"}]')),
  'a list of a million': (socket) =>
    send(
      socket,
      [JSON_TYPE],
      list(1_000_000, (index) => `{"name":"lora-${index}"}`),
    ),
};
