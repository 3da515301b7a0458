import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Clock } from '../../../base/clock.ts';
import type { WorkerCheck, WorkerFinding } from '../check/workerChecks.ts';
import type { BatchItem } from '../file/batchRows.ts';
import type { SetItem, SetOptions } from '../file/readRows.ts';
import type { Verdict, VerdictOptions } from '../verdict/pairedVerdict.ts';
import type { PackedPairs } from './packedPairs.ts';

/** Begins to read a prompt set, or a batch's output. */
export type ReadRequest = { is: 'read'; fileName: string; options: SetOptions } | { is: 'readBatch' };
export type ReadItem = SetItem | BatchItem;

export type Request =
  | ReadRequest
  /** Of the file that is being read; without a chunk it ends. */
  | { is: 'bytes'; chunk?: Uint8Array }
  | { is: 'goOn' }
  | { is: 'check'; check: WorkerCheck }
  | { is: 'verdict'; pairs: PackedPairs; options: VerdictOptions };

export type Reply =
  | { is: 'ready' }
  | { is: 'items'; items: ReadItem[]; needs: 'bytes' | 'nothing' | 'end' }
  | { is: 'finding'; finding: WorkerFinding }
  | { is: 'verdict'; verdict: Verdict };

/** Why there is no reply. The worker is gone then; the next request starts another. */
type NoReply = { is: 'outOfTime' | 'outOfMemory' };

/** In MB. A YAML file of 5 MB takes about 500. */
const maxMemory = 1024;

/** A thread that many use ends when nobody has needed it for so long, in ms. */
export const idleMs = 30_000;

/** A time limit is so many pieces, so that a pause of the whole process, as of a machine that sleeps, counts as one at most. */
const pieces = 10;

/** A thread for what may take any time and memory: it is ended then. Ask for one thing at a time. */
export class WorkerThread {
  readonly #restMs: number | undefined;
  #worker: Worker | undefined;
  #rest: NodeJS.Timeout | undefined;
  /** Ends what is asked for. */
  #late = new AbortController();

  /** Unless `restMs` is given, it goes on until `end`. */
  constructor(restMs?: number) {
    this.#restMs = restMs;
  }

  /** Rejects with what the worker throws, which is a defect. */
  async ask(request: Request, maxMs: number, transfer: ArrayBuffer[] = []): Promise<Reply | NoReply> {
    clearTimeout(this.#rest);
    const worker = this.#worker ?? (await this.#start());
    worker.ref();
    const late = new AbortController();
    this.#late = late;
    let left = pieces;
    const clock = new Clock(() => {
      left -= 1;
      // A reply that came while this thread was busy is delivered before this.
      if (left === 0) setImmediate(() => late.abort());
      else clock.start(maxMs / pieces);
    });
    clock.start(maxMs / pieces);
    try {
      const replied = once(worker, 'message', { signal: late.signal });
      worker.postMessage(request, transfer);
      const [reply] = await replied;
      return reply;
    } catch (error) {
      const isLate = late.signal.aborted;
      await this.end();
      if (isLate) return { is: 'outOfTime' };
      if (Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY') return { is: 'outOfMemory' };
      throw error;
    } finally {
      clock.stop();
      worker.unref();
      if (this.#restMs !== undefined) this.#rest = setTimeout(() => void this.end(), this.#restMs).unref();
    }
  }

  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#late.abort();
    await worker?.terminate();
  }

  async #start(): Promise<Worker> {
    const ending = path.extname(import.meta.url);
    // The script that is one file is its own worker, and the extension's, beside whose bundles it stands.
    const names: Record<string, string> = { '.ts': './promptSetWorker.ts', '.js': './prompt-set.mjs' };
    const file = new URL(names[ending] ?? import.meta.url, import.meta.url);
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: maxMemory } });
    // Once it is gone, nobody waits for what it reports.
    worker.on('error', () => undefined);
    await once(worker, 'message');
    this.#worker = worker;
    return worker;
  }
}
