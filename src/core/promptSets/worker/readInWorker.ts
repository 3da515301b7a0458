import { yieldToEventLoop } from '../../../base/eventLoop.ts';
import { problemAt, says } from '../file/setProblem.ts';
import { type ReadItem, type ReadRequest, WorkerThread } from './workerThread.ts';

/** Longest time for one step, in ms. Most take a few; the longest is a YAML file of 5 MB, some 4 s on an idle machine. */
const maxStepMs = 30_000;

/** Largest piece that is copied to the worker at once, in bytes. */
const maxPiece = 256 * 1024;

/** Reads a file in a worker of its own. Yields its items as they come: those of the kind asked for. Rejects as `bytes` does. */
export async function* readInWorker<T extends ReadItem>(
  bytes: AsyncIterable<Uint8Array>,
  request: ReadRequest,
): AsyncGenerator<T | Extract<ReadItem, { problem: unknown }>, void> {
  const worker = new WorkerThread();
  const pieces = piecesOf(bytes);
  const goOn = async (needs: 'bytes' | 'nothing') => {
    if (needs === 'nothing') return worker.ask({ is: 'goOn' }, maxStepMs);
    const { value } = await pieces.next();
    return value
      ? worker.ask({ is: 'bytes', chunk: value }, maxStepMs, [value.buffer])
      : worker.ask({ is: 'bytes' }, maxStepMs);
  };
  try {
    let reply = await worker.ask(request, maxStepMs);
    while (reply.is === 'items') {
      // The worker reads on while this thread is busy with what it has read.
      const next = reply.needs === 'end' ? undefined : goOn(reply.needs);
      next?.catch(() => undefined);
      yield* reply.items as T[];
      // Replies that are there at once would else be taken in one go.
      await yieldToEventLoop();
      if (!next) return;
      reply = await next;
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
