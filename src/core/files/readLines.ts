import { createReadStream } from 'node:fs';
import { errorCode } from './errorCode.ts';

/** A line's position in its file, in bytes. */
export interface LinePlace {
  offset: number;
  length: number;
}

const newline = 10;

/**
 * Yields a file's lines one by one, so that only the longest must fit into memory; none if the file does not exist. Skips
 * empty lines. Throws as reading a file does. (Not `node:readline`, which also ends lines at U+2028; JSON does not.)
 */
export async function* linesOf(path: string): AsyncGenerator<{ text: string; place: LinePlace }, void> {
  let parts: Buffer[] = [];
  let offset = 0;
  const line = () => {
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    const place = { offset, length: bytes.length };
    parts = [];
    offset += bytes.length + 1;
    return place.length === 0 ? [] : [{ text: bytes.toString('utf8'), place }];
  };
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      let rest: Buffer = chunk;
      for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
        parts.push(rest.subarray(0, end));
        yield* line();
        rest = rest.subarray(end + 1);
      }
      if (rest.length > 0) parts.push(rest);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  yield* line();
}

/** Returns `undefined` if the line is not JSON, for instance torn by a crash. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
