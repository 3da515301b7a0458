import { constants } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { errorCode } from './errorCode.ts';
import { withFile } from './withFile.ts';

/** A line's position in its file, in bytes. */
export interface LinePlace {
  offset: number;
  length: number;
}

const newline = 10;

/** In place of a line that is longer than a string can be: nobody can read that. */
const tooLong = Buffer.from('\uFFFD');

/** Returns a file's bytes in pieces, from a byte on. Throws as reading a file does. */
export function fileBytes(path: string, start = 0): AsyncIterable<Buffer> {
  // Each piece takes as long to be asked for as it takes to be read.
  return createReadStream(path, { start, highWaterMark: 256 * 1024 });
}

/** Whole lines of a file, in its bytes. */
export interface LinePiece {
  bytes: Buffer;
  /** Of the first byte, in the file. */
  offset: number;
}

/** Yields a file's lines from a byte on, as `readLines` does, but many at once. The last one may not have ended. */
export async function* readPieces(path: string, start = 0): AsyncGenerator<LinePiece, void> {
  let begun: Buffer[] = [];
  let offset = start;
  let length = 0;
  const add = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= constants.MAX_STRING_LENGTH) begun.push(chunk);
    else begun = [];
  };
  const piece = () => {
    const bytes = begun.length === 1 && begun[0] ? begun[0] : Buffer.concat(begun);
    const taken = { bytes: bytes.length === length ? bytes : tooLong, offset };
    begun = [];
    offset += length;
    length = 0;
    return taken;
  };
  try {
    for await (const chunk of fileBytes(path, start)) {
      const last = chunk.lastIndexOf(newline) + 1;
      // A line that began before stands alone.
      const first = length > 0 && last > 0 ? chunk.indexOf(newline) + 1 : 0;
      for (const [from, to] of [
        [0, first],
        [first, last],
      ] as const) {
        if (from === to) continue;
        add(chunk.subarray(from, to));
        yield piece();
      }
      if (last < chunk.length) add(chunk.subarray(last));
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  if (length > 0) yield piece();
}

/** Yields the lines of a piece that aren't empty, in their bytes. */
export function* linesIn({ bytes, offset }: LinePiece): Generator<{ bytes: Buffer; place: LinePlace }, void> {
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(newline, at);
    const end = found < 0 ? bytes.length : found;
    if (end > at) yield { bytes: bytes.subarray(at, end), place: { offset: offset + at, length: end - at } };
    at = end + 1;
  }
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
  for await (const piece of readPieces(path, start))
    for (const { bytes, place } of linesIn(piece)) yield { text: bytes.toString('utf8'), place };
}

/** Reads one line again. */
export async function readLineAt(path: string, place: LinePlace): Promise<string> {
  const [text = ''] = await readLinesAt(path, [place]);
  return text;
}

/** Reads lines again, in any order. */
export function readLinesAt(path: string, places: readonly LinePlace[]): Promise<string[]> {
  return withFile(path, 'r', (file) => linesOf(file, places));
}

/** So much between two lines is read with them, and so much at once, in bytes. */
const [maxGap, maxSpan] = [32 * 1024, 1024 * 1024];

/** What is used of a `FileHandle`. */
export interface ReadFile {
  read<B extends Uint8Array>(where: { buffer: B; position: number }): Promise<{ buffer: B }>;
}

/** Reads lines of an open file: those that are near each other at once. */
export async function linesOf(file: ReadFile, places: readonly LinePlace[]): Promise<string[]> {
  const texts: string[] = [];
  const sorted = [...places.entries()].sort(([, one], [, other]) => one.offset - other.offset);
  const spans: { start: number; end: number; lines: typeof sorted }[] = [];
  for (const line of sorted) {
    const [, { offset, length }] = line;
    const last = spans.at(-1);
    const isNear = last && offset - last.end <= maxGap && offset + length - last.start <= maxSpan;
    if (!isNear) spans.push({ start: offset, end: offset + length, lines: [line] });
    else {
      last.end = Math.max(last.end, offset + length);
      last.lines.push(line);
    }
  }
  await Promise.all(
    spans.map(async ({ start, end, lines }) => {
      const { buffer } = await file.read({ buffer: Buffer.alloc(end - start), position: start });
      for (const [at, { offset, length }] of lines)
        texts[at] = buffer.toString('utf8', offset - start, offset - start + length);
    }),
  );
  return texts;
}

/** Whether a line ends at this byte, or just before it. Rejects if there is no such file. */
export async function isLineEnd(path: string, offset: number): Promise<boolean> {
  const start = Math.max(0, offset - 1);
  const { buffer, bytesRead } = await withFile(path, 'r', (file) => file.read(Buffer.alloc(2), 0, 2, start));
  const found = buffer.subarray(0, bytesRead);
  return offset === 0 || found.includes(newline) || bytesRead < 2;
}
