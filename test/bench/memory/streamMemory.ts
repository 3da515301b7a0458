import { type Figure, medianFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import { writeChat } from '../server/chatBytes.ts';
import { startBenchServer } from '../server/startBenchServer.ts';
import { type Contender, contenders } from '../stream/readChat.ts';
import type { makeJob } from './memoryJob.ts';

const mega = 1024 * 1024;
const streamBytes = 50 * mega;
const runs = 3;

/** How far the heap grows over a stream of 50 MB of which nothing is kept, in a fresh process each time. */
export const streamMemory: Measurement = {
  name: 'memory',
  title: 'A stream of 50 MB: highest rise of the heap, garbage included',
  needs: ['peers'],
  async measure() {
    await using server = await startBenchServer();
    const bytesPerChunk = writeChat(10_000, 'english').length / 10_000;
    const chunks = Math.ceil(streamBytes / bytesPerChunk);
    const urls = {
      warmUp: `${server.url}/chat/1000/16384/english`,
      stream: `${server.url}/chat/${chunks}/16384/english`,
    };
    const heap: Figure[] = [];
    const rss: Figure[] = [];
    for (const contender of Object.keys(contenders) as Contender[]) {
      const uses = [];
      for (let run = 0; run < runs; run += 1) {
        const job = new URL('./memoryJob.ts', import.meta.url);
        await using worker = WorkerProcess.start<typeof makeJob>(job, contender);
        uses.push(await worker.run(urls));
      }
      const name = contenders[contender];
      heap.push(
        medianFigure(
          `${name}, heap`,
          'MB',
          uses.map(({ peakHeap }) => peakHeap / mega),
        ),
      );
      rss.push(
        medianFigure(
          `${name}, RSS`,
          'MB',
          uses.map(({ peakRss }) => peakRss / mega),
        ),
      );
    }
    return [...heap, ...rss];
  },
};
