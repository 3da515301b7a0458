import { type Figure, medianFigure, ratioFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { runInTurn } from '../harness/rounds.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import { startBenchServer } from '../server/startBenchServer.ts';
import type { makeJob, RequestContender, Requests } from './requestJob.ts';

// A service on the same machine that answers in no time shows what we add. A ratio only makes sense for a service that takes
// some time: 1 ms is less than any service takes over a network with TLS.
const services = [
  { label: 'a service of 1 ms', path: 'one/1', count: 200 },
  { label: 'a service of 0 ms', path: 'one/0', count: 1000 },
];

/** What `getLora` adds to the underlying request once a socket is open. */
export const laterRequests: Measurement = {
  name: 'requests',
  title: 'A request on an open socket: median latency, and CPU time',
  async measure() {
    await using stack = new AsyncDisposableStack();
    const { url } = stack.use(await startBenchServer());
    const start = (contender: RequestContender) => {
      const job = new URL('./requestJob.ts', import.meta.url);
      return stack.use(WorkerProcess.start<typeof makeJob>(job, contender));
    };
    const workers = { bare: start('bare undici'), ours: start('ours') };
    const figures: Figure[] = [];
    for (const { label, path, count } of services) {
      const requests = { baseUrl: `${url}/${path}`, count };
      figures.push(...(await compare(workers, requests, label)));
    }
    return figures;
  },
};

type Workers = Record<'bare' | 'ours', ReturnType<typeof WorkerProcess.start<typeof makeJob>>>;

async function compare({ bare, ours }: Workers, requests: Requests, label: string): Promise<Figure[]> {
  const rounds = await runInTurn({ bare: () => bare.run(requests), ours: () => ours.run(requests) });
  const figures = (name: string, costs: typeof rounds.bare) => ({
    latency: medianFigure(
      `${name}, ${label}`,
      'µs',
      costs.map(({ latencyUs }) => latencyUs),
    ),
    cpu: medianFigure(
      `${name}, ${label}, CPU time`,
      'µs',
      costs.map(({ cpuUs }) => cpuUs),
    ),
  });
  const limit = figures('bare undici', rounds.bare);
  const own = figures('ours', rounds.ours);
  return [
    limit.latency,
    own.latency,
    ratioFigure(`ours / bare undici, ${label}`, own.latency, limit.latency),
    limit.cpu,
    own.cpu,
  ];
}
