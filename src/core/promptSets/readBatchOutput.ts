import type { Wording } from '../../base/texts.ts';
import type { BatchItem } from './file/batchRows.ts';
import { problemAt } from './file/setProblem.ts';
import { unzipped } from './file/unzipped.ts';
import { readInWorker } from './worker/readInWorker.ts';

/**
 * Reads a file with results of a batch, plain or gzip, in a worker. Yields them in its order; what can't be read is a problem with its
 * line. Rejects as `bytes` does.
 */
export async function* readBatchOutput(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BatchItem, void> {
  let fault: Wording | undefined;
  const plain = unzipped(bytes, (said) => {
    fault = said;
  });
  yield* readInWorker<BatchItem>(plain, { is: 'readBatch' });
  if (fault) yield { problem: problemAt(1, fault, false) };
}
