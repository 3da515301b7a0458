import { setImmediate } from 'node:timers/promises';
import {
  createHostTransport,
  createUndiciTransport,
  ServiceClient,
  type ServiceClientOptions,
  type Transport,
} from '../../../src/api/index.ts';
import { ChaosServer } from '../../service/faults/chaosServer.ts';
import { canaryKey, quickTiming } from '../api/harness.ts';
import {
  type Arrangement,
  type CallName,
  type Cell,
  isUnreachable,
  type Unreachable,
  type WayName,
} from './cell.ts';
import { Oracles, within } from './oracles.ts';
import { describeCount, outcomeOf } from './outcome.ts';

export interface Run {
  cell: Cell;
  call: CallName;
  way: WayName;
}

/** Returns how a call ended and how many requests it took. Throws if an oracle finds something wrong. */
export async function runCell(run: Run): Promise<string | Unreachable> {
  const { certificate } = run.cell;
  // Mocha starts its time-out for this test after the first turn; wait, so that it isn't counted as ours.
  await setImmediate();
  const oracles = new Oracles();
  const controller = new AbortController();
  const script = run.cell.script?.() ?? (() => undefined);
  const server = await ChaosServer.start({ script, ...(certificate === undefined ? {} : { certificate }) });
  try {
    const told = await arrangeAndAct(run, server, controller, oracles);
    await server.close();
    await oracles.assertNothingLeft(controller.signal, run.cell.leavesConnecting?.(run.way) ?? false);
    oracles.assertNoSecret([canaryKey]);
    oracles.assertNoMishap();
    return told;
  } finally {
    oracles.stop();
    await server.close();
  }
}

async function arrangeAndAct(
  run: Run,
  server: ChaosServer,
  controller: AbortController,
  oracles: Oracles,
): Promise<string | Unreachable> {
  const arranged = (await run.cell.arrange?.(server, run.way)) ?? {};
  if (isUnreachable(arranged)) return arranged;
  try {
    const told = await actOn(run, server, arranged, controller, oracles);
    if (run.cell.leavesConnecting?.(run.way) !== true) await oracles.assertLetGo(server);
    return told;
  } finally {
    await arranged.close?.();
  }
}

async function actOn(
  { cell, call, way }: Run,
  server: ChaosServer,
  arranged: Arrangement,
  controller: AbortController,
  oracles: Oracles,
): Promise<string> {
  const timing = typeof cell.timing === 'function' ? cell.timing(way) : cell.timing;
  let tries = 0;
  const transport =
    arranged.transport ?? (way === 'undici' ? await createUndiciTransport() : createHostTransport());
  const counting: Transport = (url, init) => {
    tries += 1;
    return transport(url, init);
  };
  const makeClient = (options: Partial<ServiceClientOptions> = {}): ServiceClient =>
    new ServiceClient({
      baseUrl: arranged.url ?? server.url,
      transport: counting,
      apiKey: async () => canaryKey,
      log: oracles.log,
      timing: { ...quickTiming, ...timing },
      ...options,
    });
  const { errors } = oracles;
  const world = { way, call, server, client: makeClient(), controller, makeClient, errors };
  const act = cell.act ?? (() => outcomeOf(world.client, call, controller.signal, world));
  const told = await within(() => act(world), 'the call does not end');
  // This process, which the server shares, may pause for longer than the clock before the server has read what was sent.
  if (way === 'undici' && told.startsWith('timeout headers'))
    await within(() => server.until(() => server.requests.length > 0), 'the service never saw the request');
  const rest = cell.leavesConnecting?.(way) ? ', goes on connecting' : '';
  return `${told.replaceAll(server.url, 'its own origin').replaceAll(`:${server.port}`, '')} · ${describeCount(tries, server.requests.length)}${rest}`;
}
