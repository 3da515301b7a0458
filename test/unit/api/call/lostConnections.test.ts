import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { createHostTransport, type ServiceClient } from '../../../../src/api/index.ts';
import {
  clientFor,
  collect,
  failure,
  helloRequest,
  overBothTransports,
  sendJson,
  serve,
  withoutJitter,
} from '../harness.ts';

const acts: [name: string, act: (client: ServiceClient) => Promise<unknown>][] = [
  ['a deletion', (client) => client.deleteLora('tuned')],
  ['a chat', (client) => collect(client.streamChat(helloRequest))],
];

/** Breaks the client's connections in this process as Node does when the system fails to read from them. */
class Connections {
  readonly #open = new Set<Socket>();
  readonly #add = (message: unknown): void => {
    const socket = typeof message === 'object' && message !== null && Reflect.get(message, 'socket');
    if (socket instanceof Socket) this.#open.add(socket);
  };

  constructor() {
    subscribe('net.client.socket', this.#add);
  }

  fail(code: string): void {
    for (const socket of this.#open)
      socket.destroy(Object.assign(new Error(`read ${code}`), { code, errno: -1, syscall: 'read' }));
  }

  [Symbol.dispose](): void {
    unsubscribe('net.client.socket', this.#add);
  }
}

describe('A connection lost after the service got the request', () => {
  withoutJitter();

  overBothTransports((transport) => {
    for (const code of ['EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ECONNREFUSED']) {
      for (const [name, act] of acts) {
        it(`by ${code} never causes ${name} to be resent, and is not reported as a failure to connect`, async () => {
          using connections = new Connections();
          await using server = await serve(() => connections.fail(code));
          const error = await failure(act(clientFor(server.url, transport)));
          assert.deepEqual([error.kind, error.code, server.requests.length], ['network', code, 1]);
          assert.equal(error.cause instanceof Error && Reflect.get(error.cause, 'phase'), 'sent');
        });
      }
    }
  });

  for (const [name, act] of acts) {
    it(`never causes the client to resend ${name}, even if Electron does and fails to connect`, async () => {
      // If a kept connection breaks, Electron's fetch resends the request on a new one and reports only that failure.
      const electronFetch: typeof globalThis.fetch = (input, init) =>
        fetch(input, init).catch(() => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED')));
      await using server = await serve((request, response) => {
        if (request.method === 'GET') sendJson(response, []);
        else request.socket.resetAndDestroy();
      });
      const client = clientFor(server.url, createHostTransport(electronFetch));
      await client.listLoras();
      const error = await failure(act(client));
      assert.deepEqual([error.code, server.requests.length], ['ERR_CONNECTION_REFUSED', 2]);
    });
  }
});
