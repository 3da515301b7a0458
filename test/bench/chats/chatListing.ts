import { type Figure, medianFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import type { Stretch } from '../harness/timeStretch.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import type { makeJob } from './chatsJob.ts';

/** The list of the Chats view and its search, over files as the extension writes them. */
export const chatListing: Measurement = {
  name: 'chats',
  title: 'Kept chats of 9 KB, on the disk of the temporary folder',
  async measure() {
    const job = new URL('./chatsJob.ts', import.meta.url);
    await using worker = WorkerProcess.start<typeof makeJob>(job, undefined);
    const times = await worker.run({ listed: 10_000, searched: 1000 });
    return [
      ...figures('10,000 chats, listed for the first time', [times.cold]),
      ...figures('10,000 chats, listed by a new window', [times.kept]),
      ...figures('10,000 chats, listed again', times.again),
      ...figures('1,000 chats, searched for the first time', [times.firstSearch]),
      ...figures('1,000 chats, searched', times.searches),
    ];
  },
};

function figures(name: string, stretches: readonly Stretch[]): Figure[] {
  const of = (suffix: string, value: (stretch: Stretch) => number) =>
    medianFigure(name + suffix, 'ms', stretches.map(value));
  return [
    of('', ({ wallMs }) => wallMs),
    of(', CPU time', ({ cpuMs }) => cpuMs),
    of(', longest block of the event loop', ({ blockedMs }) => blockedMs),
  ];
}
