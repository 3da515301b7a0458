import { medianFigure, ratioFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { runInTurn } from '../harness/rounds.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import { startBenchServer } from '../server/startBenchServer.ts';
import type { ListContender, makeJob } from './listJob.ts';
import type { makeJob as makeSocketJob, SocketContender } from './socketListJob.ts';

const loras = 10_000;

/** A list of 10,000 LoRAs: parsed and validated, compared with plain JSON.parse; without a socket, and for information with one. */
export const listReading: Measurement = {
  name: 'list',
  title: 'A list of 10,000 LoRAs, CPU time',
  async measure() {
    await using stack = new AsyncDisposableStack();
    const { url } = stack.use(await startBenchServer());
    const startList = (contender: ListContender) => {
      const job = new URL('./listJob.ts', import.meta.url);
      const worker = stack.use(WorkerProcess.start<typeof makeJob>(job, contender));
      return () => worker.run(loras);
    };
    const startSocket = (contender: SocketContender) => {
      const job = new URL('./socketListJob.ts', import.meta.url);
      const worker = stack.use(WorkerProcess.start<typeof makeSocketJob>(job, contender));
      return () => worker.run(`${url}/list/${loras}`);
    };
    const bytes = await runInTurn({ parse: startList('JSON.parse'), ours: startList('ours') });
    const socket = await runInTurn({ bare: startSocket('bare undici'), ours: startSocket('ours') });

    const parse = medianFigure('JSON.parse', 'ms', bytes.parse);
    const ours = medianFigure('ours', 'ms', bytes.ours);
    const bareSocket = medianFigure('bare undici, over loopback', 'ms', socket.bare);
    const oursSocket = medianFigure('ours, over loopback', 'ms', socket.ours);
    return [
      parse,
      ours,
      ratioFigure('ours / JSON.parse', ours, parse),
      bareSocket,
      oursSocket,
      ratioFigure('ours / bare undici, over loopback', oursSocket, bareSocket),
    ];
  },
};
