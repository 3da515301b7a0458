import {
  createHostTransport,
  createUndiciTransport,
  ServiceClient,
  type Transport,
} from '../../../src/api/index.ts';
import { type Figure, medianFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { type BenchServer, startBenchServer } from '../server/startBenchServer.ts';
import { model, prompt } from '../stream/readChat.ts';

const stops = 20;

const stages = [
  { path: 'silent', label: 'before the headers' },
  { path: 'drip', label: 'mid-stream' },
] as const;

/** From `abort()` here to the close of the socket as the server sees it, in its own process. */
export const stopLatency: Measurement = {
  name: 'stop',
  title: 'From Stop to the server’s own close event',
  async measure() {
    await using server = await startBenchServer();
    const transports = { undici: await createUndiciTransport(), host: createHostTransport() };
    const figures: Figure[] = [];
    for (const [name, transport] of Object.entries(transports)) {
      for (const { path, label } of stages) {
        const times: number[] = [];
        // The first one loads what the others find loaded.
        for (let n = -1; n < stops; n += 1) {
          const ms = await stopOnce(server, transport, path, `${name}-${path}-${n}`);
          if (n >= 0) times.push(ms);
        }
        figures.push(medianFigure(`${name}, ${label}`, 'ms', times));
        figures.push({ name: `${name}, ${label}, longest`, unit: 'ms', value: Math.max(...times) });
      }
    }
    return figures;
  },
};

async function stopOnce(
  server: BenchServer,
  transport: Transport,
  path: (typeof stages)[number]['path'],
  id: string,
): Promise<number> {
  const request = server.watch(id);
  const controller = new AbortController();
  const { signal } = controller;
  const client = new ServiceClient({
    baseUrl: `${server.url}/${path}/${id}`,
    transport,
    apiKey: async () => 'bench',
  });
  const { promise: reading, resolve: onEvent } = Promise.withResolvers<void>();
  const call = (async () => {
    for await (const _ of client.streamChat(
      { model, messages: [{ role: 'user', content: prompt }] },
      { signal },
    ))
      onEvent();
  })();
  const stopped = call.catch((error: unknown) => {
    if (error !== signal.reason) throw error;
  });
  await request.opened;
  if (path === 'drip') await reading;
  const abortedAt = process.hrtime.bigint();
  controller.abort();
  const closedAt = await request.closed;
  await stopped;
  return Number(closedAt - abortedAt) / 1e6;
}
