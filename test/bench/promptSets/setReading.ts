import { ms } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import type { makeJob } from './setsJob.ts';

/** How long the extension host is blocked by what a prompt set is made of. */
export const setReading: Measurement = {
  name: 'sets',
  title: 'Prompt sets, hostile ones and one of 100,000 prompts, longest block of the event loop',
  async measure() {
    const job = new URL('./setsJob.ts', import.meta.url);
    await using worker = WorkerProcess.start<typeof makeJob>(job, undefined);
    const { hostile, bombs, whole } = await worker.run(undefined);
    const blocks = Object.entries(hostile).map(([what, { blockedMs }]) => ms(what, blockedMs));
    const all = [...blocks, ms('regular expressions that never end', bombs.blockedMs)];
    return [
      ...all,
      ms('hostile sets, longest', Math.max(...all.map(({ value }) => value))),
      ms('100,000 prompts', whole.blockedMs),
      ms('100,000 prompts, wall time', whole.wallMs),
    ];
  },
};
