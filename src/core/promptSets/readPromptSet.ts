import { yieldToEventLoop } from '../../api/clocks/eventLoop.ts';
import type { SetItem, SetOptions } from './file/readRows.ts';
import { problemAt, says } from './file/setProblem.ts';
import { WorkerThread } from './worker/workerThread.ts';

/** Longest time for one step, in ms. Most take a few; the longest is a YAML file of 5 MB, some 4 s on an idle machine. */
const maxStepMs = 30_000;

/** Largest piece that is copied to the worker at once, in bytes. */
const maxPiece = 256 * 1024;

/**
 * Reads a prompt set, whose format its name's end tells, in a worker. Yields prompts and problems as they come; the last ones speak of
 * all rows. Rejects as `bytes` does.
 */
export async function* readPromptSet(
  bytes: AsyncIterable<Uint8Array>,
  fileName: string,
  options: SetOptions = {},
): AsyncGenerator<SetItem, void> {
  const worker = new WorkerThread();
  const pieces = piecesOf(bytes);
  try {
    let reply = await worker.ask({ is: 'read', fileName, options }, maxStepMs);
    while (reply.is === 'items') {
      yield* reply.items;
      // Replies that are there at once would else be taken in one go.
      await yieldToEventLoop();
      if (reply.needs === 'end') return;
      if (reply.needs === 'nothing') {
        reply = await worker.ask({ is: 'goOn' }, maxStepMs);
        continue;
      }
      const { value } = await pieces.next();
      reply = value
        ? await worker.ask({ is: 'bytes', chunk: value }, maxStepMs, [value.buffer])
        : await worker.ask({ is: 'bytes' }, maxStepMs);
    }
    const said =
      reply.is === 'outOfMemory'
        ? says('Reading this file takes too much memory.')
        : says('Reading this file takes too long.');
    yield { problem: problemAt(1, said, true) };
  } finally {
    await Promise.all([pieces.return(), worker.end()]);
  }
}

/** Copies, because the worker gets the memory itself. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += maxPiece)
      yield new Uint8Array(chunk.subarray(at, at + maxPiece));
}
