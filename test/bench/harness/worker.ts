import { once } from 'node:events';

/** Called once per process with its settings; the returned function is called for each input. */
export type JobMaker<Settings, Input, Output> = (
  settings: Settings,
) => Promise<(input: Input) => Promise<Output>>;

export type Reply = { output: unknown } | { failure: string };

// The child's side of `WorkerProcess`: `node worker.ts <URL of a module that exports makeJob> <{ settings } as JSON>`.
if (process.send !== undefined && process.argv[1] === import.meta.filename) await serveJobs();

// No collection is forced between two rounds. It would drop the shapes that V8 knows of parsed JSON, and with them the compiled
// code that reads it. What a contender leaves behind is collected at its own cost, since it is alone in its process.
async function serveJobs(): Promise<void> {
  const [, , moduleUrl = '', given = '{}'] = process.argv;
  // Without its parent the process has no purpose.
  process.once('disconnect', () => process.exit());
  const module: { makeJob: JobMaker<unknown, unknown, unknown> } = await import(moduleUrl);
  const job = await module.makeJob(JSON.parse(given).settings);
  for (;;) {
    const [{ input }] = await once(process, 'message');
    process.send?.(await answer(() => job(input)));
  }
}

async function answer(run: () => Promise<unknown>): Promise<Reply> {
  try {
    return { output: await run() };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
