import { medianFigure, ratioFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { runInTurn } from '../harness/rounds.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import { chatPieces, describeText, type Script } from '../server/chatBytes.ts';
import { startBenchServer } from '../server/startBenchServer.ts';
import type { Decoded, makeJob } from './decodingJob.ts';
import { type Contender, contenders } from './readChat.ts';

const chunks = 100_000;
const warmUpChunks = 20_000;
const decodingJob = new URL('./decodingJob.ts', import.meta.url);

/** CPU time for reading one answer of 100,000 chunks from a socket, written 16 KB at a time. */
export const streamDecoding: Measurement = {
  name: 'stream',
  title: 'Stream decoding, 100,000 chunks over loopback, CPU time',
  needs: ['peers'],
  async measure() {
    await using stack = new AsyncDisposableStack();
    const { url } = stack.use(await startBenchServer());
    const start = (contender: Contender) =>
      stack.use(WorkerProcess.start<typeof makeJob>(decodingJob, contender));
    const workers = {
      bare: start('bare'),
      ours: start('ours'),
      openai: start('openai'),
      aiSdk: start('aiSdk'),
      aiSdkLowMemory: start('aiSdkLowMemory'),
    };
    const read = (contender: Contender, script: Script) => async () => {
      // After seconds of the others' turns, the first milliseconds go into caches and the heap.
      await workers[contender].run(`${url}/chat/${warmUpChunks}/16384/${script}`);
      const decoded = await workers[contender].run(`${url}/chat/${chunks}/16384/${script}`);
      assertWhole(contender, decoded, script);
      return decoded.cpuMs;
    };

    const english = await runInTurn({
      bare: read('bare', 'english'),
      ours: read('ours', 'english'),
      openai: read('openai', 'english'),
      aiSdk: read('aiSdk', 'english'),
      aiSdkLowMemory: read('aiSdkLowMemory', 'english'),
    });
    const mixed = await runInTurn(
      { bare: read('bare', 'mixed'), ours: read('ours', 'mixed'), openai: read('openai', 'mixed') },
      { warmUpRounds: 1 },
    );
    return [
      ...compare(english, ''),
      // For information: a single letter beyond Latin-1 makes a whole read twice as wide.
      ...compare(mixed, ', text beyond Latin-1'),
    ];
  },
};

function compare<Peer extends Contender>(cpuMs: Record<Peer | 'bare' | 'ours', number[]>, suffix: string) {
  const figure = (contender: Peer | 'bare' | 'ours') =>
    medianFigure(contenders[contender] + suffix, 'ms', cpuMs[contender]);
  const bare = figure('bare');
  const ours = figure('ours');
  const peers = (Object.keys(cpuMs) as Peer[])
    .filter((contender) => contender !== 'bare' && contender !== 'ours')
    .map(figure);
  return [
    bare,
    ours,
    ...peers,
    ratioFigure(`ours / bare loop${suffix}`, ours, bare),
    ...peers.map((peer) => ratioFigure(`${peer.name.replace(suffix, '')} / ours${suffix}`, peer, ours)),
  ];
}

/** A contender that loses a piece is not faster. */
function assertWhole(contender: Contender, received: Decoded, script: Script): void {
  const expected = describeText([...chatPieces(chunks, script)].join(''));
  if (received.checksum !== expected.checksum || received.characters !== expected.characters)
    throw new Error(`${contenders[contender]} received another text than was sent.`);
}
