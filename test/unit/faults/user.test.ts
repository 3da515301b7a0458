import { setImmediate } from 'node:timers/promises';
import {
  answer,
  chunk,
  endChunks,
  events,
  head,
  inTurn,
  pause,
  silence,
  stream,
  whole,
} from '../../service/faults/answers.ts';
import type { ChaosServer } from '../../service/faults/chaosServer.ts';
import { canaryKey, delta, doneEvent, finishEvent, helloRequest } from '../api/harness.ts';
import type { Cell, World } from './cell.ts';
import { abortReason, outcomeOf, outcomeOfChat } from './outcome.ts';
import { describeSection } from './section.ts';
import { reloaded, slept } from './userWindows.ts';

const A = delta({ content: 'a' });
const B = delta({ content: 'b' });
const end = finishEvent + doneEvent;
const well = '"ab", complete (stop)';

/** Aborts once `isThere` is true, and waits for the service's own close event. */
const stop =
  (isThere: (server: ChaosServer, heard: number) => boolean) =>
  async ({ server, client, call, controller, errors }: World): Promise<string> => {
    let heard = 0;
    const told = outcomeOf(client, call, controller.signal, { errors, onRaw: () => (heard += 1) });
    while (!isThere(server, heard)) await setImmediate();
    controller.abort(abortReason);
    const outcome = await told;
    const closing = await server.connections[0]?.closed;
    return `${outcome}; closed by the ${closing?.by} while ${closing?.stage}`;
  };

const each = (words: string): Cell['expect'] => ({ GET: words, DELETE: words, chat: words });

// Both windows' answers wait here until one of them has been stopped.
let gate = Promise.withResolvers<void>();

/** Sends another chat and returns its outcome. */
const sendBy = (
  world: World,
  client: World['client'],
  signal = new AbortController().signal,
): Promise<string> => outcomeOfChat(client, helloRequest, signal, { errors: world.errors });

describeSection('User', [
  {
    fault: 'stopped before the call',
    act: ({ client, call, controller, errors }) => {
      controller.abort(abortReason);
      return outcomeOf(client, call, controller.signal, { errors });
    },
    expect: each('aborted · no request'),
  },
  {
    fault: 'stopped while connecting',
    script: () => () => undefined,
    arrange: (server) => ({ url: server.url.replace('http:', 'https:') }),
    act: async (world) => {
      // The service accepts the connection, but the TLS handshake never ends.
      if (world.way === 'undici') return stop((server) => server.connections[0]?.stage === 'asking')(world);
      const told = outcomeOf(world.client, world.call, world.controller.signal, world);
      await world.server.until(() => world.server.connections[0]?.stage === 'asking');
      world.controller.abort(abortReason);
      return await told;
    },
    leavesConnecting: (way) => way === 'host',
    expect: Object.fromEntries(
      ['GET', 'DELETE', 'chat'].map((call) => [
        call,
        {
          undici: 'aborted; closed by the client while asking · 1 try, no request',
          // fetch doesn't tell when it is connected, and only its own time limit ends its attempt.
          host: 'aborted · 1 try, no request, goes on connecting',
        },
      ]),
    ),
  },
  {
    fault: 'stopped before the headers',
    script: () => inTurn(silence),
    act: stop((server) => server.requests.length === 1),
    expect: each('aborted; closed by the client while waiting · 1 request'),
  },
  {
    fault: 'stopped in the middle of a JSON body',
    script: () => inTurn(answer(head(200, { 'content-length': '100' }), '[')),
    act: stop((server) => server.connections[0]?.stage === 'answering'),
    expect: {
      GET: 'aborted; closed by the client while answering · 1 request',
      DELETE: 'aborted; closed by the client while answering · 1 request',
    },
  },
  {
    fault: 'stopped in the middle of a stream',
    script: () => inTurn(events(A)),
    act: stop((_, heard) => heard === 1),
    expect: { chat: '"a", then aborted; closed by the client while answering · 1 request' },
  },
  {
    fault: 'stopped while it waits to try again',
    script: () => inTurn(whole(503, '', { 'retry-after': '15' })),
    act: stop((server) => server.connections[0]?.stage === 'idle'),
    expect: {
      GET: 'aborted; closed by the client while idle · 1 request',
      chat: 'aborted; closed by the client while idle · 1 request',
    },
  },
  {
    fault: 'stopped after the end',
    script: () => inTurn(stream(A, B, end)),
    act: async (world) => {
      const told = await sendBy(world, world.client, world.controller.signal);
      world.controller.abort(abortReason);
      return `${told}; the next: ${await sendBy(world, world.client)}`;
    },
    expect: { chat: `${well}; the next: ${well} · 2 requests` },
  },
  {
    fault: 'the loop is left',
    script: () => inTurn(events(A)),
    act: async ({ client, server, controller }) => {
      for await (const event of client.streamChat(helloRequest, { signal: controller.signal })) {
        if (event.type === 'text') break;
      }
      const closing = await server.connections[0]?.closed;
      return `closed by the ${closing?.by} while ${closing?.stage}`;
    },
    expect: { chat: 'closed by the client while answering · 1 request' },
  },
  {
    fault: 'key changed in the middle of a stream',
    script: () => inTurn(answer(events(A), pause(20), chunk(B + end), endChunks), stream(A, B, end)),
    act: async (world) => {
      let key = canaryKey;
      const client = world.makeClient({ apiKey: async () => key });
      const onRaw = (): void => {
        key = 'sk-the-next-key';
      };
      const first = await outcomeOfChat(client, helloRequest, world.controller.signal, {
        errors: world.errors,
        onRaw,
      });
      const second = await sendBy(world, client);
      const keys = world.server.requests.map(({ headers }) => headers['authorization'] === `Bearer ${key}`);
      return `${first}; ${second}; with the new key: ${keys.map((isNew) => (isNew ? 'yes' : 'no')).join(', ')}`;
    },
    expect: { chat: `${well}; ${well}; with the new key: no, yes · 2 requests` },
  },
  {
    fault: 'two windows, one of them stopped',
    script: () => {
      gate = Promise.withResolvers<void>();
      return inTurn(answer(events(A), () => gate.promise, chunk(B + end), endChunks));
    },
    act: async (world) => {
      const first = sendBy(world, world.client, world.controller.signal);
      await world.server.until(() => world.server.requests.length === 1);
      const second = sendBy(world, world.makeClient());
      await world.server.until(() => world.server.requests.length === 2);
      world.controller.abort(abortReason);
      const told = await first;
      gate.resolve();
      return `${told.replace('"a", then ', '')}; the other: ${await second}`;
    },
    expect: { chat: `aborted; the other: ${well} · 2 requests` },
  },
  {
    fault: '100 sent at once',
    script: () => inTurn(stream(A, B, end)),
    act: async (world) => {
      const told = await Promise.all(Array.from({ length: 100 }, () => sendBy(world, world.client)));
      return [...new Set(told)].join('; ');
    },
    expect: { chat: `${well} · 100 requests` },
  },
  {
    fault: '100 sent, each stopped by the next',
    script: () => inTurn(events(A)),
    act: async (world) => {
      const told: Promise<string>[] = [];
      let last: AbortController | undefined;
      for (let n = 0; n < 100; n += 1) {
        last?.abort(abortReason);
        last = new AbortController();
        told.push(sendBy(world, world.client, last.signal));
        await world.server.until(() => world.server.requests.length === n + 1);
      }
      last?.abort(abortReason);
      const all = await Promise.all(told);
      return [...new Set(all.map((one) => one.replace('"a", then ', '')))].join('; ');
    },
    expect: { chat: 'aborted · 100 requests' },
  },
  reloaded,
  slept,
]);
