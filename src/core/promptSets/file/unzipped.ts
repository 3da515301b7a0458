import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Wording } from '../../../base/texts.ts';
import { says } from './setProblem.ts';

/** More than results ever shrink, and what is let through before that matters, in bytes. */
const maxRatio = 200;
const harmless = 64 * 1024 * 1024;

/** Yields what a file holds, unpacked if it is gzip. If that is damaged or a bomb, calls `onFault` and ends. */
export async function* unzipped(
  bytes: AsyncIterable<Uint8Array>,
  onFault: (said: Wording) => void,
): AsyncGenerator<Uint8Array, void> {
  const { head, whole } = await withHead(bytes);
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole;
    return;
  }
  let packed = 0;
  let unpacked = 0;
  async function* counted() {
    for await (const chunk of whole) {
      packed += chunk.length;
      yield chunk;
    }
  }
  let failed: { error: unknown } | undefined;
  const source = Readable.from(counted());
  source.on('error', (error) => {
    failed = { error };
  });
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  pipeline(source, gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) {
      unpacked += chunk.length;
      if (unpacked > harmless && unpacked > packed * maxRatio) {
        onFault(says('The file unpacks to over {0} times its size. The rest is not read.', maxRatio));
        return;
      }
      yield chunk;
    }
  } catch {
    if (failed) throw failed.error;
    onFault(says('The compressed file is damaged or ends too soon. Only its beginning is read.'));
  }
}

/** Reads the first two bytes, which tell gzip. */
async function withHead(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; whole: AsyncGenerator<Uint8Array, void> }> {
  const rest = bytes[Symbol.asyncIterator]();
  let head = new Uint8Array();
  while (head.length < 2) {
    const { done, value } = await rest.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* whole() {
    try {
      yield head;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { head, whole: whole() };
}
