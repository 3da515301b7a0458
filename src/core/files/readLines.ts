import { constants } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { errorCode } from './errorCode.ts';

/** A line's position in its file, in bytes. */
export interface LinePlace {
  offset: number;
  length: number;
}

const newline = 10;

/** In place of a line that is longer than a string can be: nobody can read that. */
const tooLong = '\uFFFD';

/** Returns a file's bytes in pieces. Throws as reading a file does. */
export function fileBytes(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path);
}

/**
 * Yields a file's lines from a byte on, one by one, so that only the longest must fit into memory; none if the file does not exist. Skips
 * empty lines; one that is longer than a string can be is U+FFFD. Throws as reading a file does. (Not `node:readline`, which
 * also ends lines at U+2028; JSON does not.)
 */
export async function* readLines(
  path: string,
  start = 0,
): AsyncGenerator<{ text: string; place: LinePlace }, void> {
  let chunks: Buffer[] = [];
  let offset = start;
  let length = 0;
  const add = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= constants.MAX_STRING_LENGTH) chunks.push(chunk);
    else chunks = [];
  };
  const line = () => {
    const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    const place = { offset, length };
    const text = bytes.length === length ? bytes.toString('utf8') : tooLong;
    chunks = [];
    offset += length + 1;
    length = 0;
    return place.length === 0 ? [] : [{ text, place }];
  };
  try {
    for await (const chunk of createReadStream(path, { start, highWaterMark: 256 * 1024 })) {
      let rest: Buffer = chunk;
      for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
        add(rest.subarray(0, end));
        yield* line();
        rest = rest.subarray(end + 1);
      }
      add(rest);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  yield* line();
}

/** Reads one line again. */
export async function readLineAt(path: string, { offset, length }: LinePlace): Promise<string> {
  await using file = await open(path, 'r');
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.toString('utf8');
}

/** Whether a line ends at this byte, or just before it. Rejects if there is no such file. */
export async function isLineEnd(path: string, offset: number): Promise<boolean> {
  const start = Math.max(0, offset - 1);
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, start);
  const found = buffer.subarray(0, bytesRead);
  return offset === 0 || found.includes(newline) || bytesRead < 2;
}
