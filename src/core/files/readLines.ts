import { readFile } from 'node:fs/promises';
import { errorCode } from './atomicFile.ts';

/** The lines of a file of JSON lines; none where there is no file. Empty ones are left out. Rejects as `readFile` does. */
export async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** `undefined`: no JSON, as where a crash has torn the line. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
