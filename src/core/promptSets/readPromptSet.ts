import type { SetItem, SetOptions } from './file/readRows.ts';
import { readInWorker } from './worker/readInWorker.ts';

/**
 * Reads a prompt set, whose format its name's end tells, in a worker. Yields prompts and problems as they come; the last ones speak of
 * all rows. Rejects as `bytes` does.
 */
export function readPromptSet(
  bytes: AsyncIterable<Uint8Array>,
  fileName: string,
  options: SetOptions = {},
): AsyncGenerator<SetItem, void> {
  return readInWorker<SetItem>(bytes, { is: 'read', fileName, options });
}
