import { WorkQueue } from '../../../base/workQueue.ts';
import type { Verdict, VerdictOptions } from '../verdict/pairedVerdict.ts';
import type { PackedPairs } from './packedPairs.ts';
import { idleMs, WorkerThread } from './workerThread.ts';

/** In ms. A million pairs take a few seconds. */
const maxVerdictMs = 60_000;

/** Computes what `packedVerdict` returns. The arrays of the pairs may be gone then. */
export interface VerdictMaker {
  verdict: (pairs: PackedPairs, options: VerdictOptions) => Promise<Verdict>;
}

/** A thread that computes verdicts, one after another: many pairs would block the one that asks. */
export class VerdictThread implements VerdictMaker {
  readonly #worker = new WorkerThread(idleMs);
  readonly #queue = new WorkQueue();

  verdict(pairs: PackedPairs, options: VerdictOptions): Promise<Verdict> {
    return this.#queue.run(async () => {
      const transfer = [pairs.units.buffer, pairs.bits.buffer];
      const reply = await this.#worker.ask({ is: 'verdict', pairs, options }, maxVerdictMs, transfer);
      if (reply.is !== 'verdict') throw new Error(`A verdict was not computed: ${reply.is}.`);
      return reply.verdict;
    });
  }
}
