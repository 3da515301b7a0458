import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { JobMaker, Reply } from './worker.ts';

type AnyMaker = JobMaker<never, never, unknown>;
type InputOf<Maker extends AnyMaker> = Parameters<Awaited<ReturnType<Maker>>>[0];
type OutputOf<Maker extends AnyMaker> = Awaited<ReturnType<Awaited<ReturnType<Maker>>>>;

const workerFile = path.join(import.meta.dirname, 'worker.ts');

/**
 * A job in its own process, with its own heap, compiled code and CPU time. Settings, inputs and outputs must survive
 * serialization as JSON.
 */
export class WorkerProcess<Input, Output> implements AsyncDisposable {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** `Maker` is the type of the `makeJob` that the module at `job` exports; only the child loads it. */
  static start<Maker extends AnyMaker>(
    job: URL,
    settings: Parameters<Maker>[0],
  ): WorkerProcess<InputOf<Maker>, OutputOf<Maker>> {
    const args = [job.href, JSON.stringify({ settings })];
    return new WorkerProcess(fork(workerFile, args, { execArgv: ['--expose-gc'] }));
  }

  /** Takes one input at a time. Rejects with the job's error, or if the process ends. */
  async run(input: Input): Promise<Output> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const onExit = (code: number | null): void =>
      reject(new Error(`A measuring process ended with code ${code}.`));
    this.#child.once('message', resolve).once('exit', onExit);
    this.#child.send({ input });
    try {
      const reply = await promise;
      if ('failure' in reply) throw new Error(`A measuring process failed: ${reply.failure}`);
      return reply.output as Output;
    } finally {
      this.#child.off('message', resolve).off('exit', onExit);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.disconnect();
    await ended;
  }
}
