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
  let chunks: Buffer[] = [];
  let offset = 0;
  const line = () => {
    const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    const place = { offset, length: bytes.length };
    chunks = [];
    offset += bytes.length + 1;
    return place.length === 0 ? [] : [{ text: bytes.toString('utf8'), place }];
  };
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      let rest: Buffer = chunk;
      for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
        chunks.push(rest.subarray(0, end));
        yield* line();
        rest = rest.subarray(end + 1);
      }
      if (rest.length > 0) chunks.push(rest);
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
