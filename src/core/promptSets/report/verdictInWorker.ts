import { WorkQueue } from '../../../base/workQueue.ts';
import type { Verdict, VerdictOptions } from '../verdict/pairedVerdict.ts';
import type { PackedPairs } from '../worker/packedPairs.ts';
import { idleMs, WorkerThread } from '../worker/workerThread.ts';

/** In ms. A million pairs take a few seconds. */
const maxVerdictMs = 60_000;

const worker = new WorkerThread(idleMs);
const queue = new WorkQueue();

/** Returns what `pairedVerdict` says of these pairs, whose arrays are gone then: many pairs would block this thread. */
export function verdictInWorker(pairs: PackedPairs, options: VerdictOptions): Promise<Verdict> {
  return queue.run(async () => {
    const transfer = [pairs.units.buffer, pairs.bits.buffer];
    const reply = await worker.ask({ is: 'verdict', pairs, options }, maxVerdictMs, transfer);
    if (reply.is !== 'verdict') throw new Error(`A verdict was not computed: ${reply.is}.`);
    return reply.verdict;
  });
}
